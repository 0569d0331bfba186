/** What the bytes say they are, whatever they are called. */
export type FileBytes =
  | { readonly kind: 'signature'; readonly mime: string }
  | { readonly kind: 'text'; readonly active: boolean }
  | { readonly kind: 'opaque' };

/** As much of a file's beginning as is ever looked at; bounds the cost of a look at hostile input. */
export const HEAD_BYTES = 65_536;

/** Containers whose inner form no rule depends on: they all stay what their outside is. */
const zipFamily = /^application\/(?:epub\+zip|vnd\.(?:openxmlformats|oasis|ms-(?:word|excel|powerpoint)|apple\.))/;

/** Reads the first bytes of a file: by signature first, else as text, else as bytes nobody knows. */
export async function readFileBytes(head: Uint8Array): Promise<FileBytes> {
  const wide = wideText(head);
  // Its byte order mark would pass for the start of a sound.
  if (wide !== undefined) return { kind: 'text', active: markup.test(wide) };
  const start = head.some(isBinaryByte) ? undefined : new TextDecoder().decode(head);
  // Drawing scripts are text with a signature of their own; no library names the second one.
  if (start?.startsWith('%!PS')) return { kind: 'signature', mime: 'application/postscript' };
  if (start !== undefined && /^\s*push\s+graphic-context/.test(start)) return { kind: 'signature', mime: 'image/mvg' };
  const mime = await signature(head);
  if (mime !== undefined && !isTextual(mime)) {
    return { kind: 'signature', mime: zipFamily.test(mime) ? 'application/zip' : mime };
  }
  return start === undefined ? { kind: 'opaque' } : { kind: 'text', active: markup.test(start) };
}

async function signature(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // A container cut off by the end of the head, or broken on purpose: its outer signature still stands.
    return head[0] === 0x50 && head[1] === 0x4b ? 'application/zip' : undefined;
  }
}

/** Text formats with a recognisable opening are judged as text, since a few letters prove nothing. */
function isTextual(mime: string): boolean {
  return (
    mime.startsWith('text/') || mime === 'application/xml' || mime.endsWith('+xml') || mime === 'application/x-php'
  );
}

/** Openings that a browser, or an image tool with too many talents, would act on. */
const markup = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|img|style|link|meta|a\s|\?xml)/i;

/** The head as UTF-16 text with a byte order mark, if that is what it is. */
function wideText(head: Uint8Array): string | undefined {
  const mark = ((head[0] ?? 0) << 8) | (head[1] ?? 0);
  if (mark !== 0xfffe && mark !== 0xfeff) return undefined;
  try {
    const decoder = new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be', { fatal: true });
    const text = decoder.decode(head, { stream: true });
    return /[\0-\x08\x0e-\x1a]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The "binary data bytes" of the WHATWG MIME Sniffing standard. */
function isBinaryByte(byte: number): boolean {
  return byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);
}
