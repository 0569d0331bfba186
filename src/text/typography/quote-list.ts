import { isLetter } from '../scan/characters.ts';

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
