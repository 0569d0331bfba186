import { isDigit, isLetter } from '../scan/characters.ts';
import { createFinder } from '../scan/finder.ts';
import { isSpaceAfter, isSpaceBefore } from '../scan/space.ts';

/**
 * Curls the straight quotes of one piece of plain text. Every decision is noted by position first and written out at
 * the end, because each rule looks at its neighbours as they were typed.
 */
export function curlQuotes(text: string): string {
  const singles = positions(text, "'");
  const doubles = positions(text, '"');
  if (
    doubles.length === 0 &&
    singles.every((at) => isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at + 1)))
  ) {
    // Between letters no rule but one can apply, and that is what most pieces of text have.
    return text.replaceAll("'", written["'"][kind.apostrophe]);
  }
  const decided = new Uint8Array(text.length);
  if (singles.length > 0) {
    decideApostrophes(text, singles, decided);
    decideClosings(text, singles, decided, written["'"][kind.close]);
  }
  if (doubles.length > 0) {
    decideDoubles(text, doubles, decided);
    decideClosings(text, doubles, decided, written['"'][kind.close]);
  }
  return write(text, decided, singles, doubles);
}

const kind = { none: 0, open: 1, close: 2, apostrophe: 3, prime: 4 } as const;

/** By position in the text, what was decided for the quote there. */
type Decisions = Uint8Array;

/** How each quote is written, by kind. A double quote that no rule claims closes; a single one stays straight. */
const written = {
  "'": ["'", '&#8216;', '&#8217;', '&#8217;', '&#8242;'],
  '"': ['&#8221;', '&#8220;', '&#8221;', '&#8221;', '&#8243;'],
} as const;

function positions(text: string, quote: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) found.push(at);
  return found;
}

/** The rules run one after the other over the whole piece: a later rule sees only what the earlier ones left. */
function decideApostrophes(text: string, singles: readonly number[], decided: Decisions): void {
  const each = (rule: (at: number) => void) => {
    for (const at of singles) if (decided[at] === kind.none) rule(at);
  };
  each((at) => {
    if (!twoDigits(text, at + 1) || text[at + 3] !== "'" || !isEnd(text, at + 4)) return;
    decided[at] = decided[at + 3] = kind.apostrophe;
  });
  each((at) => {
    if (!twoDigits(text, at + 1) || text[at + 3] !== '"' || !isEnd(text, at + 4)) return;
    decided[at] = kind.apostrophe;
    decided[at + 3] = kind.close;
  });
  each((at) => {
    if (twoDigits(text, at + 1) && !numberGoesOn(text, at + 3)) decided[at] = kind.apostrophe;
  });
  each((at) => decideQuotedNumber(text, at, "'", decided));
  each((at) => {
    if (isStart(text, at) || after(text, at, '([{"-')) decided[at] = kind.open;
  });
  each((at) => {
    if (!isSpaceBefore(text, at) && !beforeStop(text, at + 1)) decided[at] = kind.apostrophe;
  });
}

function decideDoubles(text: string, doubles: readonly number[], decided: Decisions): void {
  for (const at of doubles) if (decided[at] === kind.none) decideQuotedNumber(text, at, '"', decided);
  for (const at of doubles) {
    if (decided[at] !== kind.none || isSpaceAfter(text, at + 1)) continue;
    if (isStart(text, at) || after(text, at, '([{-')) decided[at] = kind.open;
  }
}

/** A number alone in quotes, at the start or after space. */
function decideQuotedNumber(text: string, at: number, quote: string, decided: Decisions): void {
  if (!isStart(text, at) || !isDigit(text.charCodeAt(at + 1))) return;
  let end = at + 2;
  while (isDigit(text.charCodeAt(end)) || text[end] === '.' || text[end] === ',') end++;
  if (text[end] === quote && decided[end] === kind.none) {
    decided[at] = kind.open;
    decided[end] = kind.close;
  }
}

/**
 * Tells closing quotes from primes. The piece is cut at its opening quotes: where one is open, the quotes that stand
 * at an end are candidates for closing it; elsewhere a quote after a digit is a prime.
 */
function decideClosings(text: string, quotes: readonly number[], decided: Decisions, closeReference: string): void {
  const nextClose = createFinder(text, closeReference);
  let open = false;
  let from = 0;
  for (let index = 0; index <= quotes.length; index++) {
    const at = quotes[index];
    if (at !== undefined && decided[at] !== kind.open) continue;
    const part = quotes.slice(from, index);
    const start = from === 0 ? 0 : quotes[from - 1]!;
    const typed = nextClose(start);
    const closed = (typed !== -1 && typed < (at ?? text.length)) || part.some((i) => decided[i] === kind.close);
    const left = part.filter((i) => decided[i] === kind.none);
    if (open && !closed) closeOpenPart(text, left, decided);
    else closeLoosePart(text, left, decided);
    open = true;
    from = index + 1;
  }
}

function closeOpenPart(text: string, left: readonly number[], decided: Decisions): void {
  const candidates = left.filter((at) => isEnd(text, at + 1));
  const free = candidates.filter((at) => !isDigit(text.charCodeAt(at - 1)));
  if (candidates.length === 1) decided[candidates[0]!] = kind.close;
  else if (free.length > 0) for (const at of free) decided[at] = kind.close;
  else if (candidates.length > 0) {
    const beforeStop = candidates.findLast((at) => text[at + 1] === '.');
    decided[beforeStop ?? candidates.at(-1)!] = kind.close;
  }
  markPrimes(text, left, decided);
}

function closeLoosePart(text: string, left: readonly number[], decided: Decisions): void {
  markPrimes(text, left, decided);
  for (const at of left) if (decided[at] === kind.none && isEnd(text, at + 1)) decided[at] = kind.close;
}

function markPrimes(text: string, left: readonly number[], decided: Decisions): void {
  for (const at of left) if (decided[at] === kind.none && isDigit(text.charCodeAt(at - 1))) decided[at] = kind.prime;
}

/** Both lists are in order, so one walk over the two writes the text. */
function write(text: string, decided: Decisions, singles: readonly number[], doubles: readonly number[]): string {
  let out = '';
  let copied = 0;
  for (let s = 0, d = 0; s < singles.length || d < doubles.length; ) {
    const isDouble = s === singles.length || (d < doubles.length && doubles[d]! < singles[s]!);
    const at = isDouble ? doubles[d++]! : singles[s++]!;
    out += text.slice(copied, at) + written[isDouble ? '"' : "'"][decided[at]!];
    copied = at + 1;
  }
  return out + text.slice(copied);
}

/** At the end of the piece, or before something that ends a word. */
const isEnd = (text: string, at: number): boolean =>
  at >= text.length || '.,:;!?)}-]'.includes(text[at]!) || isSpaceAfter(text, at) || text.startsWith('&gt;', at);

/** Before something that an apostrophe inside a word does not stand before. */
const beforeStop = (text: string, at: number): boolean =>
  at >= text.length ||
  '.,:;!?"\'(){}[]-'.includes(text[at]!) ||
  isSpaceAfter(text, at) ||
  text.startsWith('&lt;', at) ||
  text.startsWith('&gt;', at);

const isStart = (text: string, at: number): boolean => at === 0 || isSpaceBefore(text, at);

const after = (text: string, at: number, characters: string): boolean =>
  at > 0 && (characters.includes(text[at - 1]!) || (at >= 4 && text.startsWith('&lt;', at - 4)));

const twoDigits = (text: string, at: number): boolean =>
  isDigit(text.charCodeAt(at)) && isDigit(text.charCodeAt(at + 1));

/** True when the two digits before this position are only the beginning of a number or percentage. */
function numberGoesOn(text: string, at: number): boolean {
  if (isDigit(text.charCodeAt(at)) || text[at] === '%') return true;
  return (text[at] === '.' || text[at] === ',') && isDigit(text.charCodeAt(at + 1));
}
