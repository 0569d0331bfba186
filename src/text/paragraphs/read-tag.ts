import { isBlank, skipBlanks } from '../scan.ts';
import { closeMarks, mark, openMarks } from './tokens.ts';

/** The elements that end a paragraph, except `p`; a longer name comes before its own prefixes. */
const blockNames: readonly string[] = (
  'address area article aside blockquote caption colgroup col dd details div dl dt fieldset figcaption figure footer ' +
  'form h1 h2 h3 h4 h5 h6 header hgroup hr legend li map math menu nav ol pre section style summary table tbody td ' +
  'tfoot thead th tr ul'
).split(' ');

/** The index of two letters in a pair table. */
export const pairOf = (first: number, second: number): number => (first << 7) | second;

/** Indexes words by their first two letters, which are nearly always unique. */
export function filedByPair(words: readonly string[]): readonly (readonly string[] | undefined)[] {
  const filed = Map.groupBy(words, (word) => pairOf(word.charCodeAt(0), word.charCodeAt(1)));
  return Array.from({ length: 1 << 14 }, (_, pair) => filed.get(pair));
}

const filedNames = filedByPair(blockNames);

/**
 * The length of the block element's name at a position; 0 when there is none. What follows the name is ignored:
 * the paragraph rules let `listing` count as `li`.
 */
export function blockNameLength(text: string, at: number): number {
  const first = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  // Past the end of the text charCodeAt gives NaN, which compares as false.
  if (first < 128 && second < 128) {
    const names = filedNames[pairOf(first, second)];
    if (names !== undefined) {
      for (const name of names) if (name.length === 2 || text.startsWith(name, at)) return name.length;
    }
  }
  return first === 112 ? 1 : 0;
}

/** The marks of the tag at a `<`; 0 for a tag that the rules treat as text. */
export function readTag(text: string, at: number): number {
  const closes = text.charCodeAt(at + 1) === 47;
  const name = closes ? at + 2 : at + 1;
  const first = text.charCodeAt(name);
  if ((first | 32) === 98) {
    if (first === 98 && !closes && text.charCodeAt(name + 1) === 114)
      return isPlainBreak(text, at) ? mark.lineBreak : 0;
    return (text.charCodeAt(name + 1) | 32) === 108 ? readQuote(text, name, closes) : 0;
  }
  const length = blockNameLength(text, name);
  if (length !== 0) return readBlock(text, name, length, closes) | apartMark(text.charCodeAt(name + length), closes);
  if (first !== 115 || !text.startsWith('script', name)) return 0;
  if (!closes) return mark.scriptOpen;
  return text.charCodeAt(name + 6) === 62 ? mark.scriptClose : 0;
}

/** `<blockquote` matches in any letter case, `</blockquote` in lower case only. */
function readQuote(text: string, name: number, closes: boolean): number {
  const typed = text.slice(name, name + 10);
  if ((closes ? typed : typed.toLowerCase()) !== 'blockquote') return 0;
  const block = typed === 'blockquote' ? mark.block | apartMark(text.charCodeAt(name + 10), closes) : 0;
  if (!closes) return block | mark.quoteOpen;
  // A closing tag with more than the name does not close the block quote, and is skipped as a whole.
  return block | (text.charCodeAt(name + 10) === 62 ? mark.quoteClose : mark.whole);
}

/** Marks a block whose name ends here, rather than one that only begins with it. */
function apartMark(next: number, closes: boolean): number {
  return next === 62 || (!closes && (next === 47 || isBlank(next))) ? mark.apart : 0;
}

const captionName = 'figcaption';

/** True when a `<figcaption` tag is at this position. */
export const opensCaption = (text: string, at: number): boolean =>
  text.startsWith('<figcaption', at) && apartMark(text.charCodeAt(at + '<figcaption'.length), false) !== 0;

function readBlock(text: string, name: number, length: number, closes: boolean): number {
  const first = text.charCodeAt(name);
  const second = text.charCodeAt(name + 1);
  if (first === 112) {
    if (length === 1 && second === 62) return closes ? closeMarks : openMarks;
    return mark.block | mark.needsNoBreak;
  }
  let marks: number = mark.block;
  if (first === 102 && length === captionName.length && text.startsWith(captionName, name)) marks |= mark.caption;
  if (breakless.has(pairOf(first, second))) marks |= mark.needsNoBreak;
  if (closes) {
    if (isEnder(text, name, first)) marks |= mark.ender;
    else if (first === 115 && text.startsWith('style>', name)) marks |= mark.styleClose;
  } else if (first === 108 && second === 105) marks |= mark.listItem;
  else if (first === 115 && text.startsWith('style', name)) marks |= mark.styleOpen;
  return marks;
}

/** Two letters identify li, dl, dd, dt, th, td, ul, ol and div among all blocks. */
const breakless: ReadonlySet<number> = new Set(
  ['li', 'dl', 'dd', 'dt', 'th', 'td', 'ul', 'ol', 'di'].map((pair) => pairOf(pair.charCodeAt(0), pair.charCodeAt(1))),
);

function isEnder(text: string, name: number, first: number): boolean {
  if (first === 100) return text.startsWith('div>', name);
  if (first === 102) return text.startsWith('form>', name);
  return first === 97 && text.startsWith('address>', name);
}

/** The three spellings of a break that count where it stands alone. */
function isPlainBreak(text: string, at: number): boolean {
  const third = text.charCodeAt(at + 3);
  if (third === 62) return true;
  if (third === 47) return text.charCodeAt(at + 4) === 62;
  return third === 32 && text.charCodeAt(at + 4) === 47 && text.charCodeAt(at + 5) === 62;
}

/** The end of two breaks at a position that have only blanks between them; else -1. */
export function doubleBreakEnd(text: string, at: number): number {
  const first = breakEnd(text, at);
  return first === -1 ? -1 : breakEnd(text, skipBlanks(text, first));
}

/** The end of a `<br>` in any of its spellings; -1 for anything else. */
function breakEnd(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== 98 || text.charCodeAt(at + 2) !== 114 || text.charCodeAt(at) !== 60) return -1;
  let end = skipBlanks(text, at + 3);
  if (text.charCodeAt(end) === 47) end++;
  return text.charCodeAt(end) === 62 ? end + 1 : -1;
}
