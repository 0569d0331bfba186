import { createFinder } from '../scan/finder.ts';
import { kind, type QuoteList } from './quote-list.ts';
import { isDigitAt, isEnd } from './word-ends.ts';

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
