import { asciiSet } from '../scan/characters.ts';
import { isSpaceAfter, isSpaceBefore } from '../scan/space.ts';
import { decideClosings } from './closing-quotes.ts';
import { kind, QuoteList } from './quote-list.ts';
import { isAfter, isDigitAt, isEnd, isStart, isStop } from './word-ends.ts';

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
