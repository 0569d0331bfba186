import { escapeAmpersands } from '../entities.ts';
import { isComment, isSpaceAfter, isSpaceBefore, isWord, markupEnd, pairAt, tagName } from '../scan.ts';
import { shortcodeTagEnd } from '../shortcodes/shortcodes.ts';
import { curlQuotes } from './quotes.ts';
import type { ShortcodeRegistry } from './render-context.ts';

/**
 * Replaces straight quotes, hyphens, dots and the like by typographic references and escapes loose ampersands. Comments,
 * the tags of known shortcodes and the text of code elements are left unchanged; in a tag only the ampersands change.
 */
export function typography(text: string, shortcodes: ShortcodeRegistry): string {
  const setter = new PieceSetter(text);
  const verbatim = new VerbatimTags();
  let plainFrom = 0;
  let tag = text.indexOf('<');
  let bracket = text.indexOf('[');
  while (tag !== -1 || bracket !== -1) {
    const isTag = bracket === -1 || (tag !== -1 && tag < bracket);
    const at = isTag ? tag : bracket;
    const end = isTag ? markupEnd(text, at) : shortcodeTagEnd(text, at, shortcodes);
    if (end !== -1) {
      if (!verbatim.isOpen) setter.set(plainFrom, at);
      if (isTag && !isComment(text, at)) {
        setter.escape(at, end);
        verbatim.pass(text, at);
      }
      plainFrom = end;
    }
    const from = end === -1 ? at + 1 : end;
    if (tag !== -1 && tag < from) tag = text.indexOf('<', from);
    if (bracket !== -1 && bracket < from) bracket = text.indexOf('[', from);
  }
  if (!verbatim.isOpen) setter.set(plainFrom, text.length);
  return setter.end();
}

/** The strings that can begin a replacement; bit N of a mask stands for needle N. */
const needles = ['&', "'", '"', '-', '...', '``', '(tm)', 'x'] as const;
const has = { ampersand: 1, apostrophe: 2, quote: 4, dash: 8, dots: 16, backticks: 32, trademark: 64, x: 128 } as const;

/**
 * Applies typography to a text piece by piece, from start to end. The needles are searched for in the whole
 * text once, so that a piece without any costs a few comparisons and is copied together with its neighbours, as are
 * skipped pieces.
 */
export class PieceSetter {
  readonly #text: string;
  /** The next position of each needle; the length of the text when there is none. */
  readonly #next: number[] = [-1, -1, -1, -1, -1, -1, -1, -1];
  #out = '';
  #copied = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Applies typography to plain text. */
  set(from: number, to: number): void {
    if (from === to) return;
    let found = 0;
    for (let i = 0; i < needles.length; i++) if (this.#isWithin(i, from, to)) found |= 1 << i;
    if (found !== 0) this.#replace(from, to, setPiece(this.#text.slice(from, to), found));
  }

  /** Escapes the loose ampersands of a piece and leaves the rest unchanged. */
  escape(from: number, to: number): void {
    if (this.#isWithin(0, from, to)) this.#replace(from, to, escapeAmpersands(this.#text.slice(from, to)));
  }

  end(): string {
    return this.#copied === 0 ? this.#text : this.#out + this.#text.slice(this.#copied);
  }

  #isWithin(needle: number, from: number, to: number): boolean {
    const known = this.#next[needle]!;
    if (known >= from) return known < to;
    const at = this.#text.indexOf(needles[needle]!, from);
    this.#next[needle] = at === -1 ? this.#text.length : at;
    return at !== -1 && at < to;
  }

  #replace(from: number, to: number, piece: string): void {
    this.#out += this.#text.slice(this.#copied, from) + piece;
    this.#copied = to;
  }
}

/** Runs the steps in order; each one gets the output of the one before. */
function setPiece(piece: string, found: number): string {
  let set = piece;
  if (found & has.dots) set = set.replaceAll('...', '&#8230;');
  if (found & has.backticks) set = set.replaceAll('``', '&#8220;');
  if (found & has.apostrophe) set = contract(set);
  if (found & has.trademark) set = set.replaceAll(' (tm)', ' &#8482;');
  if (found & (has.apostrophe | has.quote)) set = curlQuotes(set);
  if (found & has.dash) set = dashes(set);
  if (found & has.x) set = times(set);
  return found & has.ampersand ? escapeAmpersands(set) : set;
}

/** Replaces three hyphens by an em dash first; the rest of a run depends on its neighbours. */
export function dashes(text: string): string {
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('-'), end = 0; at !== -1; at = text.indexOf('-', end)) {
    end = at + 1;
    while (end < text.length && text.charCodeAt(end) === 45) end++;
    const written = end - at === 1 ? (isAlone(text, at, end) ? '&#8211;' : '-') : dashRun(text, at, end);
    if (written === '-') continue;
    out += text.slice(copied, at) + written;
    copied = end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function dashRun(text: string, at: number, end: number): string {
  const length = end - at;
  if (length > 2) return '&#8212;'.repeat(Math.floor(length / 3)) + ['', '-', '&#8211;'][length % 3];
  if (isAlone(text, at, end)) return '&#8212;';
  // Internationalised host names begin with `xn--`.
  return at >= 2 && text.startsWith('xn', at - 2) ? '--' : '&#8211;';
}

const isAlone = (text: string, at: number, end: number): boolean =>
  (at === 0 || isSpaceBefore(text, at)) && (end === text.length || isSpaceAfter(text, end));

/** `3x4` gets a multiplication sign when both sides are whole numbers and neither runs on into a word. */
export function times(text: string): string {
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('x', 1); at !== -1; at = text.indexOf('x', at + 1)) {
    if (endsNumber(text, at, copied) && startsNumber(text, at + 1)) {
      out += `${text.slice(copied, at)}&#215;`;
      copied = at + 1;
    }
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** True when a number that begins at a word boundary and is not a lone 0 ends right before `end`. */
function endsNumber(text: string, end: number, from: number): boolean {
  for (let i = end - 1; i >= from && isNumberCode(text.charCodeAt(i)); i--) {
    const code = text.charCodeAt(i);
    const startsHere = code >= 48 && (i === 0 || !isWord(text.charCodeAt(i - 1)));
    if (startsHere && !(code === 48 && i === end - 1)) return true;
  }
  return false;
}

/** True when a number begins here that ends, or could end, at a word boundary. */
function startsNumber(text: string, from: number): boolean {
  if (!isNumberCode(text.charCodeAt(from)) || text.charCodeAt(from) < 48) return false;
  let i = from;
  while (text.charCodeAt(i) >= 48 && text.charCodeAt(i) <= 57) i++;
  return !isWord(text.charCodeAt(i));
}

const isNumberCode = (code: number): boolean => (code >= 48 && code <= 57) || code === 46 || code === 44;

/** Words that begin with an apostrophe, written without it; a longer word comes before its own prefixes. */
const words: readonly string[] = "tain't twere twas tis twill til bout nuff round cause em".split(' ');

/** Their first two letters rule out nearly all other text after an apostrophe. */
const byTwoLetters = Map.groupBy(words, (word) => pairAt(word, 0));

/** Turns two apostrophes into a closing quote, and the leading quote of these words into an apostrophe. */
export function contract(text: string): string {
  const closed = text.includes("''") ? text.replaceAll("''", '&#8221;') : text;
  let out = '';
  let copied = 0;
  for (let at = closed.indexOf("'"); at !== -1; at = closed.indexOf("'", Math.max(at + 1, copied))) {
    const word = wordAt(closed, at + 1);
    if (word === undefined) continue;
    out += `${closed.slice(copied, at)}&#8217;${word.replaceAll("'", '&#8217;')}`;
    copied = at + 1 + word.length;
  }
  return copied === 0 ? closed : out + closed.slice(copied);
}

function wordAt(text: string, at: number): string | undefined {
  if (at + 1 >= text.length) return undefined;
  return byTwoLetters.get(pairAt(text, at))?.find((word) => text.startsWith(word, at));
}

/** The elements whose text is left unchanged, by their first two letters, so that other tags need no parsing. */
const verbatimNames: ReadonlyMap<number, string> = new Map(
  ['pre', 'code', 'kbd', 'style', 'script', 'tt'].map((name) => [pairAt(name, 0), name]),
);

/** Tracks whether the current position is inside such an element, given the tags in order. */
export class VerbatimTags {
  readonly #open: string[] = [];

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  pass(text: string, at: number): void {
    const closes = text.charCodeAt(at + 1) === 47;
    const expected = verbatimNames.get(pairAt(text, closes ? at + 2 : at + 1));
    if (expected === undefined || tagName(text, at, text.length).name !== expected) return;
    if (!closes) this.#open.push(expected);
    else if (this.#open.at(-1) === expected) this.#open.pop();
  }
}

const misspelt = 'Wordpress';
const spelt = 'WordPress';

/** Corrects the capital in the product's name wherever it occurs: the rule for titles. */
export const correctNameEverywhere = (text: string): string => text.replaceAll(misspelt, spelt);

/** Corrects the capital only at the start of a word, so that URLs and file names stay: the rule for content. */
export function correctName(text: string): string {
  if (!text.includes(misspelt)) return text;
  return text.replace(/( |>|\(|&#8216;|&#8220;)Wordpress/g, `$1${spelt}`);
}
