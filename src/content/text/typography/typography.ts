import { isWord } from '../scan/characters.ts';
import { escapeAmpersands } from '../scan/entities.ts';
import { createMarkupEnd, tagName } from '../scan/markup.ts';
import { isSpaceAfter, isSpaceBefore } from '../scan/space.ts';
import { type ShortcodeRegistry, shortcodeTagEnd } from '../shortcodes.ts';
import { curlQuotes } from './quotes.ts';

/**
 * Replaces straight quotes, dashes, dots and the like by typographic references, outside markup, code and the tags of
 * known macros, and escapes loose ampersands everywhere.
 */
export function typography(text: string, shortcodes: ShortcodeRegistry): string {
  if (!hasWork(text)) return text;
  const markupEnd = createMarkupEnd(text);
  const verbatim: string[] = [];
  let out = '';
  let plainFrom = 0;
  let at = nextDelimiter(text, 0);
  while (at !== -1) {
    const isTag = text.charCodeAt(at) === 60;
    const end = isTag ? markupEnd(at) : shortcodeTagEnd(text, at, shortcodes);
    if (end === -1) {
      at = nextDelimiter(text, at + 1);
      continue;
    }
    out += plain(text.slice(plainFrom, at), verbatim) + text.slice(at, end);
    if (isTag) trackVerbatim(verbatim, text, at, end);
    plainFrom = end;
    at = nextDelimiter(text, end);
  }
  return escapeAmpersands(out + plain(text.slice(plainFrom), verbatim));
}

const hasWork = (text: string): boolean => /['"`.\-x&(]/.test(text);

function nextDelimiter(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 60 || code === 91) return i;
  }
  return -1;
}

const verbatimNames: ReadonlySet<string> = new Set(['pre', 'code', 'kbd', 'style', 'script', 'tt']);

function trackVerbatim(open: string[], text: string, at: number, end: number): void {
  const { name, closes } = tagName(text, at, end);
  if (!verbatimNames.has(name)) return;
  if (!closes) open.push(name);
  else if (open.at(-1) === name) open.pop();
}

function plain(piece: string, verbatim: readonly string[]): string {
  if (piece === '' || verbatim.length > 0) return piece;
  const marks = scan(piece);
  if (marks === 0) return piece;
  let text = piece;
  if (marks & (mark.apostrophe | mark.dot | mark.backtick | mark.paren)) text = fixedReplacements(text, marks);
  if (marks & (mark.apostrophe | mark.quote)) text = curlQuotes(text);
  if (marks & mark.dash) text = dashes(text);
  if (marks & mark.times) text = times(text);
  return text;
}

const mark = { apostrophe: 1, quote: 2, dash: 4, dot: 8, backtick: 16, paren: 32, times: 64 } as const;

/** Which of the characters that can start a replacement occur at all: most pieces of ordinary text have one or two. */
function scan(text: string): number {
  let marks = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 39:
        marks |= mark.apostrophe;
        break;
      case 34:
        marks |= mark.quote;
        break;
      case 45:
        marks |= mark.dash;
        break;
      case 46:
        if (text.charCodeAt(i + 1) === 46) marks |= mark.dot;
        break;
      case 96:
        marks |= mark.backtick;
        break;
      case 40:
        if (text.charCodeAt(i + 1) === 116) marks |= mark.paren;
        break;
      case 120:
        if (isNumberCode(text.charCodeAt(i - 1))) marks |= mark.times;
        break;
    }
  }
  return marks;
}

const contractions = /'tain't|'twere|'twas|'tis|'twill|'til|'bout|'nuff|'round|'cause|'em/g;

function fixedReplacements(text: string, marks: number): string {
  let out = text;
  if (marks & mark.dot) out = out.replaceAll('...', '&#8230;');
  if (marks & mark.backtick) out = out.replaceAll('``', '&#8220;');
  if (marks & mark.apostrophe) {
    out = out.replaceAll("''", '&#8221;').replace(contractions, (word) => word.replaceAll("'", '&#8217;'));
  }
  if (marks & mark.paren) out = out.replaceAll(' (tm)', ' &#8482;');
  return out;
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
