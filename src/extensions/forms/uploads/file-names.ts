/** The extension in lower case; empty when there is none. */
export function uploadExtension(filename: string): string {
  return /[^.]\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}

/**
 * The name of a stored or mailed file: a base name without control characters, in which an extension that a
 * server could execute is made harmless, also in the middle of the name.
 */
export function safeUploadName(filename: string): string {
  const base = filename.split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const [stem = '', ...extensions] = clean.split('.');
  const parts = [
    stem || 'file',
    ...extensions.map((part) => (scriptExtension.test(part.trim()) ? `${part.trim()}_` : part)),
  ];
  const name = parts.join('.');
  const safe = extensions.length > 0 && parts.at(-1) !== extensions.at(-1) ? `${name}.txt` : name;
  return safe.length <= 150 ? safe : `${safe.slice(0, 120)}.${uploadExtension(safe).slice(0, 20) || 'txt'}`;
}

/** Makes names unique, in order, by a number before the extension. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let candidate = name;
    for (let n = 1; taken.has(candidate.toLowerCase()); n++) candidate = `${stem}-${n}${extension}`;
    taken.add(candidate.toLowerCase());
    return candidate;
  });
}

/** Extensions that some server or desktop would execute. */
const scriptExtension =
  /^(?:php\d*|phtml?|pht|phar|phps|pl|py|rb|cgi|asp|aspx|jsp|sh|exe|bat|cmd|com|js|mjs|html?|xhtml|svg|htaccess)$/i;
