import { escapeOpenMarkup } from './sanitise/sanitise.ts';
import { createFinder, isBlank, trimBlanks } from './scan.ts';

/** Reduces a text to one line: removes tags and `%hh`, and collapses white space to single spaces. */
export function plainText(raw: string): string {
  const stripped = raw.includes('<') ? stripTagsAndScripts(escapeOpenMarkup(raw)) : raw;
  const line = trimBlanks(withSingleSpaces(stripped));
  if (!/%[0-9a-f]{2}/i.test(line)) return line;
  return trimBlanks(withSingleSpaces(withoutPercentCodes(line)));
}

/** Reduces a text to a key: lower case, and nothing but letters, digits, `-` and `_`. */
export const keyOf = (raw: string): string => raw.toLowerCase().replace(/[^a-z0-9_-]+/g, '');

function withSingleSpaces(text: string): string {
  let out = '';
  let copied = 0;
  for (let i = 0; i < text.length; i++) {
    if (!isBlank(text.charCodeAt(i))) continue;
    let end = i + 1;
    while (end < text.length && isBlank(text.charCodeAt(end))) end++;
    out += `${text.slice(copied, i)} `;
    copied = end;
    i = end - 1;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** Removing one code may form another (`%%4141`), so each step also checks the end of the output. */
function withoutPercentCodes(text: string): string {
  const output: string[] = [];
  for (const character of text) {
    output.push(character);
    const end = output.length;
    if (output[end - 3] === '%' && isHex(output[end - 2]!) && isHex(character)) output.length -= 3;
  }
  return output.join('');
}

const isHex = (character: string): boolean => /^[0-9a-f]$/i.test(character);

/** Removes tags and comments as `stripTags` does, and script and style elements with all their text. */
export const stripTagsAndScripts = (text: string): string =>
  text.includes('<') ? stripTags(stripElements(text)) : text;

/** Removes script and style elements with their content. */
function stripElements(text: string): string {
  if (!mayHoldElement(text)) return text;
  const lower = text.toLowerCase();
  const source = lower.length === text.length ? lower : text;
  const ends = { script: createFinder(source, '</script>'), style: createFinder(source, '</style>') };
  const tagEnd = createFinder(source, '>');
  let out = '';
  let copied = 0;
  for (let at = source.indexOf('<s'); at !== -1; at = source.indexOf('<s', Math.max(at + 1, copied))) {
    const name = source.startsWith('script', at + 1)
      ? 'script'
      : source.startsWith('style', at + 1)
        ? 'style'
        : undefined;
    if (name === undefined || tagEnd(at) === -1) continue;
    const end = ends[name](tagEnd(at));
    if (end === -1) continue;
    out += text.slice(copied, at);
    copied = end + name.length + 3;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** True when some tag begins like a script or a style. */
function mayHoldElement(text: string): boolean {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (at + 5 >= text.length || (text.charCodeAt(at + 1) | 32) !== 115) continue;
    if (/^s(?:cript|tyle)/i.test(text.slice(at + 1, at + 7))) return true;
  }
  return false;
}

/**
 * Removes markup, and NUL with it. A `<` before a blank is text, any other opens markup, whatever follows it; unclosed
 * markup takes the rest of the text with it.
 */
export function stripTags(text: string): string {
  const markup = new MarkupReader(text);
  let out = '';
  let copied = 0;
  for (let at = markup.next(0); at !== -1; at = markup.next(copied)) {
    out += text.slice(copied, at);
    copied = markup.end(at);
  }
  return (out + text.slice(copied)).replaceAll('\0', '');
}

/**
 * Finds markup from the start of a text to its end.
 *
 * In a tag every further `<` outside quotes needs a `>` of its own, which counts also in quotes. A declaration ends at
 * the first `>` outside quotes, an instruction at the first `?>` outside quotes and parentheses, a comment at its `-->`.
 * Each of these three also ends the tag that it begins in; a `>` which that tag still needs is then the next one.
 */
class MarkupReader {
  readonly #text: string;
  #needed = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the next markup begins, or the next `>` that is still needed; -1 when there is none. */
  next(from: number): number {
    const text = this.#text;
    for (let at = from; at < text.length; at++) {
      if (this.#needed === 0) at = text.indexOf('<', at);
      if (at === -1) return -1;
      const code = text.charCodeAt(at);
      if ((code === 62 && this.#needed > 0) || (code === 60 && opensMarkup(text, at))) return at;
    }
    return -1;
  }

  /** The end of what begins at a position that `next` found; the end of the text for unclosed markup. */
  end(at: number): number {
    const text = this.#text;
    if (text.charCodeAt(at) === 62) {
      this.#needed--;
      return at + 1;
    }
    let kind: 'tag' | 'declaration' | 'instruction' = 'tag';
    let quote = 0;
    let parentheses = 0;
    for (let i = at + 1; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const before = text.charCodeAt(i - 1);
      if (code === 62) {
        if (this.#needed > 0) this.#needed--;
        else if (quote === 0 && (kind !== 'instruction' || (before === 63 && parentheses === 0))) return i + 1;
      } else if (code === 34 || code === 39) {
        if (kind === 'tag' || before !== 92) quote = quote === 0 ? code : quote === code ? 0 : quote;
      } else if (kind === 'tag') {
        if (code === 60 && quote === 0 && opensMarkup(text, i)) this.#needed++;
        else if (code === 33 && before === 60) kind = 'declaration';
        else if (code === 63 && before === 60) kind = 'instruction';
      } else if (kind === 'declaration') {
        if (code === 45 && text.startsWith('!-', i - 2)) return quote === 0 ? commentEnd(text, i - 1) : text.length;
        if ((code | 32) === 101 && isDocumentType(text, i)) kind = 'tag';
      } else if (quote === 0) {
        if (code === 40) parentheses++;
        else if (code === 41) parentheses--;
      }
    }
    return text.length;
  }
}

const opensMarkup = (text: string, at: number): boolean => !isBlank(text.charCodeAt(at + 1));

/** Where a comment ends whose opening `--` is at a position; `<!-->` is a whole one. */
function commentEnd(text: string, from: number): number {
  const end = text.indexOf('-->', from);
  return end === -1 ? text.length : end + 3;
}

/** True where the name of a document type ends, which is read like a tag. */
const isDocumentType = (text: string, end: number): boolean =>
  text.slice(end - 7, end + 1).toLowerCase() === '!doctype';
