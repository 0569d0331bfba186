import { isBlank, skipBlanks } from '../scan.ts';

/** One attribute of a tag. */
export interface Attribute {
  readonly name: string;
  /** Undefined for an attribute without a value. */
  readonly value: string | undefined;
  /** The quote it was typed with. */
  readonly quote: string;
}

/**
 * Parses the attributes of a tag as browsers do. Names are in lower case, values are without references to characters;
 * the first of a name wins, and one whose quote is never closed is left out.
 */
export function readStandardAttributes(text: string): Attribute[] {
  const found = new Map<string, Attribute>();
  for (let at = nextName(text, 0); at < text.length; at = nextName(text, at)) {
    let end = at + 1;
    while (end < text.length && !isNameEnd(text, end)) end++;
    const name = text.slice(at, end).toLowerCase();
    const equals = skipBlanks(text, end);
    const value = text[equals] === '=' ? readValue(text, skipBlanks(text, equals + 1)) : { text: undefined, end };
    if (value === undefined) break;
    if (!found.has(name)) {
      const decoded = value.text === undefined ? undefined : withoutReferences(value.text);
      found.set(name, { name, value: decoded, quote: '"' });
    }
    at = value.end;
  }
  return [...found.values()];
}

/** Writes a value for double quotes. */
export const writeStandardValue = (value: string): string =>
  value.replace(/["'<>]/g, (character) => escapes[character]!);

const escapes: Readonly<Record<string, string>> = { '"': '&quot;', "'": '&apos;', '<': '&lt;', '>': '&gt;' };

const isSeparator = (text: string, at: number): boolean => isBlank(text.charCodeAt(at)) || text[at] === '/';
const isNameEnd = (text: string, at: number): boolean => isSeparator(text, at) || text[at] === '=';

function nextName(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSeparator(text, at)) at++;
  return at;
}

function readValue(text: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1);
    return close === -1 ? undefined : { text: text.slice(at + 1, close), end: close + 1 };
  }
  let end = at;
  while (end < text.length && !isBlank(text.charCodeAt(end))) end++;
  return { text: text.slice(at, end), end };
}

/** References to bytes of Windows-1252 are rewritten later, and one to `&` could make another. */
function withoutReferences(value: string): string {
  return value
    .replace(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi, (whole, hex: string | undefined, decimal: string) => {
      const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16);
      const isKept = code < 32 || code === 38 || (code > 126 && code < 160) || code > 0x10ffff;
      return isKept || (code >= 0xd800 && code <= 0xdfff) ? whole : String.fromCodePoint(code);
    })
    .replace(/&(?:quot|apos);/g, (name) => (name === '&quot;' ? '"' : "'"));
}
