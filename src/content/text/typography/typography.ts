import { isWord } from '../scan/characters.ts';
import { escapeAmpersands } from '../scan/entities.ts';
import { createFinder } from '../scan/finder.ts';
import { createMarkupEnd, tagName } from '../scan/markup.ts';
import { isSpaceAfter, isSpaceBefore } from '../scan/space.ts';
import { type ShortcodeRegistry, shortcodeTagEnd } from '../shortcodes.ts';
import { curlQuotes } from './quotes.ts';

/**
 * Replaces straight quotes, dashes, dots and the like by typographic references, outside markup, code and the tags of
 * known macros, and escapes loose ampersands everywhere.
 */
export function typography(text: string, shortcodes: ShortcodeRegistry): string {
  const setPlain = createPlainSetter(text);
  const markupEnd = createMarkupEnd(text);
  const nextTag = createFinder(text, '<');
  const nextBracket = createFinder(text, '[');
  const verbatim: string[] = [];
  let out = '';
  let plainFrom = 0;
  for (let at = earliest(nextTag(0), nextBracket(0)); at !== -1; ) {
    const isTag = text.charCodeAt(at) === 60;
    const end = isTag ? markupEnd(at) : shortcodeTagEnd(text, at, shortcodes);
    if (end !== -1) {
      out += (verbatim.length > 0 ? text.slice(plainFrom, at) : setPlain(plainFrom, at)) + text.slice(at, end);
      if (isTag) trackVerbatim(verbatim, text, at);
      plainFrom = end;
    }
    const from = end === -1 ? at + 1 : end;
    at = earliest(nextTag(from), nextBracket(from));
  }
  const set = out + (verbatim.length > 0 ? text.slice(plainFrom) : setPlain(plainFrom, text.length));
  return text.includes('&') ? escapeAmpersands(set) : set;
}

const earliest = (a: number, b: number): number => (a === -1 || (b !== -1 && b < a) ? b : a);

const verbatimNames: ReadonlySet<string> = new Set(['pre', 'code', 'kbd', 'style', 'script', 'tt']);

function trackVerbatim(open: string[], text: string, at: number): void {
  const closes = text.charCodeAt(at + 1) === 47;
  const first = text.charCodeAt(at + (closes ? 2 : 1));
  // p, c, k, s or t: no other tag is worth reading.
  if (first !== 112 && first !== 99 && first !== 107 && first !== 115 && first !== 116) return;
  const { name } = tagName(text, at, text.length);
  if (!verbatimNames.has(name)) return;
  if (!closes) open.push(name);
  else if (open.at(-1) === name) open.pop();
}

/**
 * Makes the function that sets one plain piece of the text, given by its bounds. What can start a replacement is looked
 * for in the whole text once, so that a piece without any costs a few comparisons.
 */
function createPlainSetter(text: string): (from: number, to: number) => string {
  const nextApostrophe = createFinder(text, "'");
  const nextQuote = createFinder(text, '"');
  const nextDash = createFinder(text, '-');
  const nextDots = createFinder(text, '...');
  const nextBackticks = createFinder(text, '``');
  const nextTrademark = createFinder(text, ' (tm)');
  const nextTimes = createFinder(text, 'x');
  return (from, to) => {
    let set = text.slice(from, to);
    if (set === '') return set;
    const apostrophe = isWithin(nextApostrophe(from), to);
    if (isWithin(nextDots(from), to)) set = set.replaceAll('...', '&#8230;');
    if (isWithin(nextBackticks(from), to)) set = set.replaceAll('``', '&#8220;');
    if (apostrophe) set = contract(set);
    if (isWithin(nextTrademark(from), to)) set = set.replaceAll(' (tm)', ' &#8482;');
    if (apostrophe || isWithin(nextQuote(from), to)) set = curlQuotes(set);
    if (isWithin(nextDash(from), to)) set = dashes(set);
    return isWithin(nextTimes(from), to) ? times(set) : set;
  };
}

const isWithin = (found: number, to: number): boolean => found !== -1 && found < to;

const contraction = /'tain't|'twere|'twas|'tis|'twill|'til|'bout|'nuff|'round|'cause|'em/g;

/** Two apostrophes close a quotation; the words that begin with one keep it as an apostrophe. */
function contract(text: string): string {
  const closed = text.includes("''") ? text.replaceAll("''", '&#8221;') : text;
  return closed.replace(contraction, (word) => word.replaceAll("'", '&#8217;'));
}

/** Threes become em dashes first; what is left of a run is judged by its neighbours. */
function dashes(text: string): string {
  let out = '';
  let copied = 0;
  let at = text.indexOf('-');
  while (at !== -1) {
    let end = at + 1;
    while (text.charCodeAt(end) === 45) end++;
    out += text.slice(copied, at) + dashRun(text, at, end);
    copied = end;
    at = text.indexOf('-', end);
  }
  return out + text.slice(copied);
}

function dashRun(text: string, at: number, end: number): string {
  const length = end - at;
  const alone = () => (at === 0 || isSpaceBefore(text, at)) && (end === text.length || isSpaceAfter(text, end));
  if (length === 1) return alone() ? '&#8211;' : '-';
  if (length === 2) return alone() ? '&#8212;' : text.startsWith('xn', at - 2) && at >= 2 ? '--' : '&#8211;';
  return '&#8212;'.repeat(Math.floor(length / 3)) + ['', '-', '&#8211;'][length % 3];
}

/** `3x4` gets a multiplication sign when both sides are whole numbers and neither runs on into a word. */
function times(text: string): string {
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
