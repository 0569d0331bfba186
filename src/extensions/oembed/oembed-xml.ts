/** The response as the oEmbed standard's XML: one element per member, and one named `oembed` per item of a list. */
export function oembedXml(data: Readonly<Record<string, unknown>>): string {
  return `<?xml version="1.0"?>\n${element('oembed', data)}\n`;
}

function element(name: string, value: unknown): string {
  return `<${name}>${content(value)}</${name}>`;
}

function content(value: unknown): string {
  if (typeof value !== 'object' || value === null) return xmlText(String(value ?? ''));
  if (Array.isArray(value)) return value.map((item) => element('oembed', item)).join('');
  return Object.entries(value)
    .filter(([name]) => /^[A-Za-z_][\w.-]*$/.test(name))
    .map(([name, member]) => element(name, member))
    .join('');
}

/**
 * Text as ASCII XML. Character references that XML knows are preserved, so that HTML which escaped a
 * character is not escaped twice; entity names that only HTML knows are plain text in XML.
 */
function xmlText(text: string): string {
  return text
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return isXmlCharacter(code) ? String.fromCodePoint(code) : whole.replace('&', '&amp;');
    })
    .replace(/&(?!(?:amp|lt|gt|quot|apos);)/g, '&amp;')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/[<>]/g, (character) => (character === '<' ? '&lt;' : '&gt;'))
    .replace(/[^\t\n\r\u0020-\u007e]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return isXmlCharacter(code) ? `&#x${code.toString(16).toUpperCase()};` : '';
    });
}

function isXmlCharacter(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}
