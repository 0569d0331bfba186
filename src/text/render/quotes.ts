import { asciiSet, createFinder, isDigit, isLetter, isSpaceAfter, isSpaceBefore } from '../scan.ts';

/**
 * Curls the straight quotes of one piece of plain text. Every decision is noted first and written out at the end,
 * because each rule looks at its neighbours as they were typed.
 */
export function curlQuotes(text: string): string {
  const quotes = new QuoteList(text);
  if (quotes.needsRules) {
    decideNumbers(text, quotes);
    decideSingles(text, quotes);
    decideClosings(text, quotes, false);
    decideDoubles(text, quotes);
    decideClosings(text, quotes, true);
  }
  return quotes.write(text);
}

/** Decides single quotes before digits. A later rule sees only what the earlier ones left undecided. */
function decideNumbers(text: string, quotes: QuoteList): void {
  const { at, isDouble, decided } = quotes;
  if (!at.some((position, i) => !isDouble[i] && isDigitAt(text, position + 1))) return;
  const each = (rule: (position: number, i: number) => void) => {
    for (let i = 0; i < at.length; i++) if (!isDouble[i] && decided[i] === kind.none) rule(at[i]!, i);
  };
  each((position, i) => {
    if (!isQuotedYear(text, position, "'")) return;
    decided[i] = decided[i + 1] = kind.apostrophe;
  });
  each((position, i) => {
    if (!isQuotedYear(text, position, '"')) return;
    decided[i] = kind.apostrophe;
    decided[i + 1] = kind.close;
  });
  each((position, i) => {
    if (twoDigits(text, position + 1) && !numberGoesOn(text, position + 3)) decided[i] = kind.apostrophe;
  });
  each((_, i) => decideQuotedNumber(text, quotes, i));
}

const opensSingle = asciiSet('([{"-');
const opensDouble = asciiSet('([{-');

function decideSingles(text: string, { at, isDouble, decided }: QuoteList): void {
  for (let i = 0; i < at.length; i++) {
    if (isDouble[i] || decided[i] !== kind.none) continue;
    const position = at[i]!;
    if (isStart(text, position) || isAfter(text, position, opensSingle)) decided[i] = kind.open;
    else if (!isSpaceBefore(text, position) && !isStop(text, position + 1)) decided[i] = kind.apostrophe;
  }
}

function decideDoubles(text: string, quotes: QuoteList): void {
  const { at, isDouble, decided } = quotes;
  for (let i = 0; i < at.length; i++) {
    if (isDouble[i] && decided[i] === kind.none) decideQuotedNumber(text, quotes, i);
  }
  for (let i = 0; i < at.length; i++) {
    if (!isDouble[i] || decided[i] !== kind.none) continue;
    const position = at[i]!;
    if (position + 1 < text.length && isSpaceAfter(text, position + 1)) continue;
    if (isStart(text, position) || isAfter(text, position, opensDouble)) decided[i] = kind.open;
  }
}

/** Decides the quotes around a number, at the start or after space. */
function decideQuotedNumber(text: string, { at, isDouble, decided }: QuoteList, i: number): void {
  const position = at[i]!;
  if (!isDigitAt(text, position + 1) || !isStart(text, position)) return;
  let end = position + 2;
  while (isDigitAt(text, end) || text[end] === '.' || text[end] === ',') end++;
  // A number contains no quote, so the quote after it is the next one in the list.
  if (at[i + 1] === end && isDouble[i + 1] === isDouble[i] && decided[i + 1] === kind.none) {
    decided[i] = kind.open;
    decided[i + 1] = kind.close;
  }
}

/** Two digits between a single quote and another quote that is at the end of a word. */
const isQuotedYear = (text: string, at: number, quote: string): boolean =>
  twoDigits(text, at + 1) && text[at + 3] === quote && isEnd(text, at + 4);

const twoDigits = (text: string, at: number): boolean => isDigitAt(text, at) && isDigitAt(text, at + 1);

/** True when the two digits before this position are only the beginning of a number or percentage. */
function numberGoesOn(text: string, at: number): boolean {
  if (isDigitAt(text, at) || text[at] === '%') return true;
  return (text[at] === '.' || text[at] === ',') && isDigitAt(text, at + 1);
}

/**
 * Distinguishes closing quotes from primes. The piece is split at its opening quotes: where one is open, the quotes at
 * the end of a word are candidates for closing it; elsewhere a quote after a digit is a prime.
 */
export function decideClosings(text: string, quotes: QuoteList, isDouble: boolean): void {
  const nextTyped = createFinder(text, isDouble ? '&#8221;' : '&#8217;');
  let opening = -1;
  for (let i = 0; i <= quotes.at.length; i++) {
    const isLast = i === quotes.at.length;
    if (!isLast && (quotes.isDouble[i] !== isDouble || quotes.decided[i] !== kind.open)) continue;
    const part = { quotes, isDouble, from: opening + 1, to: i };
    const typed = opening === -1 ? -1 : nextTyped(quotes.at[opening]!);
    const isClosed = typed !== -1 && typed < (isLast ? text.length : quotes.at[i]!);
    if (opening === -1 || isClosed || hasClosing(part)) closeLoosePart(text, part);
    else closeOpenPart(text, part);
    opening = i;
  }
}

/** The single or the double quotes between two positions in the list. */
interface Part {
  readonly quotes: QuoteList;
  readonly isDouble: boolean;
  readonly from: number;
  readonly to: number;
}

function hasClosing({ quotes, isDouble, from, to }: Part): boolean {
  for (let i = from; i < to; i++) if (quotes.isDouble[i] === isDouble && quotes.decided[i] === kind.close) return true;
  return false;
}

const isLeft = ({ quotes, isDouble }: Part, i: number): boolean =>
  quotes.isDouble[i] === isDouble && quotes.decided[i] === kind.none;

function closeOpenPart(text: string, part: Part): void {
  const { at, decided } = part.quotes;
  let candidates = 0;
  let freeOnes = 0;
  let last = -1;
  let lastBeforeStop = -1;
  for (let i = part.from; i < part.to; i++) {
    if (!isLeft(part, i) || !isEnd(text, at[i]! + 1)) continue;
    candidates++;
    last = i;
    if (!isDigitAt(text, at[i]! - 1)) freeOnes++;
    if (text[at[i]! + 1] === '.') lastBeforeStop = i;
  }
  if (candidates === 1) decided[last] = kind.close;
  else if (freeOnes > 0) closeEnds(text, part, true);
  else if (candidates > 0) decided[lastBeforeStop === -1 ? last : lastBeforeStop] = kind.close;
  markPrimes(text, part);
}

function closeLoosePart(text: string, part: Part): void {
  markPrimes(text, part);
  closeEnds(text, part, false);
}

/** Makes every quote at the end of a word a closing one; with `free`, only those that are not after a digit. */
function closeEnds(text: string, part: Part, free: boolean): void {
  const { at, decided } = part.quotes;
  for (let i = part.from; i < part.to; i++) {
    if (!isLeft(part, i) || !isEnd(text, at[i]! + 1)) continue;
    if (!free || !isDigitAt(text, at[i]! - 1)) decided[i] = kind.close;
  }
}

function markPrimes(text: string, part: Part): void {
  const { at, decided } = part.quotes;
  for (let i = part.from; i < part.to; i++) {
    if (isLeft(part, i) && isDigitAt(text, at[i]! - 1)) decided[i] = kind.prime;
  }
}

/** What a quote can be. */
export const kind = { none: 0, open: 1, close: 2, apostrophe: 3, prime: 4 } as const;

/** The output of each quote by kind. A double quote that no rule matches closes; a single one stays straight. */
const writtenSingle = ["'", '&#8216;', '&#8217;', '&#8217;', '&#8242;'] as const;
const writtenDouble = ['&#8221;', '&#8220;', '&#8221;', '&#8221;', '&#8243;'] as const;

/** The straight quotes of a text in order: position, single or double, and the kind decided for it. */
export class QuoteList {
  readonly at: number[] = [];
  readonly isDouble: boolean[] = [];
  readonly decided: number[] = [];
  /** False when every quote is an apostrophe between two letters: no rule but one can apply there. */
  needsRules = false;

  constructor(text: string) {
    let single = text.indexOf("'");
    let double = text.indexOf('"');
    while (single !== -1 || double !== -1) {
      if (double === -1 || (single !== -1 && single < double)) {
        this.#addSingle(text, single);
        single = text.indexOf("'", single + 1);
      } else {
        this.#add(double, true, kind.none);
        double = text.indexOf('"', double + 1);
      }
    }
  }

  write(text: string): string {
    let out = '';
    let copied = 0;
    for (let i = 0; i < this.at.length; i++) {
      const written = this.isDouble[i]! ? writtenDouble : writtenSingle;
      out += text.slice(copied, this.at[i]) + written[this.decided[i]!];
      copied = this.at[i]! + 1;
    }
    return out + text.slice(copied);
  }

  #addSingle(text: string, at: number): void {
    const isInWord =
      at > 0 && at + 1 < text.length && isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at + 1));
    this.#add(at, false, isInWord ? kind.apostrophe : kind.none);
  }

  #add(at: number, isDouble: boolean, decided: number): void {
    this.at.push(at);
    this.isDouble.push(isDouble);
    this.decided.push(decided);
    if (decided === kind.none) this.needsRules = true;
  }
}

const endsWord = asciiSet('.,:;!?)}-]');
const stopsApostrophe = asciiSet('.,:;!?"\'(){}[]-');

/** True at the end of the piece, or before something that ends a word. */
export function isEnd(text: string, at: number): boolean {
  if (at >= text.length) return true;
  return endsWord(text.charCodeAt(at)) || isSpaceAfter(text, at) || text.startsWith('&gt;', at);
}

/** True before something that cannot follow an apostrophe inside a word. */
export function isStop(text: string, at: number): boolean {
  if (at >= text.length) return true;
  if (stopsApostrophe(text.charCodeAt(at)) || isSpaceAfter(text, at)) return true;
  return text.startsWith('&lt;', at) || text.startsWith('&gt;', at);
}

/** True at the start of the piece, or after space. */
export const isStart = (text: string, at: number): boolean => at === 0 || isSpaceBefore(text, at);

/** True after one of a set of characters, or after an escaped angle bracket. */
export const isAfter = (text: string, at: number, isOneOf: (code: number) => boolean): boolean =>
  at > 0 && (isOneOf(text.charCodeAt(at - 1)) || (at >= 4 && text.startsWith('&lt;', at - 4)));

export const isDigitAt = (text: string, at: number): boolean =>
  at >= 0 && at < text.length && isDigit(text.charCodeAt(at));
