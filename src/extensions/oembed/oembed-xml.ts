/** A value as XML can carry it: text, a number, or members of the same. */
export type XmlValue = string | number | { readonly [name: string]: XmlValue };

/** The answer as the oEmbed standard's XML: one element per member. */
export function oembedXml(data: Readonly<Record<string, XmlValue>>): string {
  return `<?xml version="1.0"?>\n<oembed>${members(data)}</oembed>\n`;
}

function members(data: Readonly<Record<string, XmlValue>>): string {
  return Object.entries(data)
    .filter(([name]) => /^[A-Za-z_][\w.-]*$/.test(name))
    .map(([name, value]) => `<${name}>${typeof value === 'object' ? members(value) : xmlText(String(value))}</${name}>`)
    .join('');
}

/**
 * Text as ASCII XML. References that XML knows stay references to the same character, so that HTML which escaped a
 * letter is not escaped a second time; names that only HTML knows are text to XML.
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
