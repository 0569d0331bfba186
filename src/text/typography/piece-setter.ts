import { escapeAmpersands } from '../scan/entities.ts';
import { contract } from './contractions.ts';
import { dashes } from './dashes.ts';
import { curlQuotes } from './quotes.ts';
import { times } from './times.ts';

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
