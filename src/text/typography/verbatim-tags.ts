import { pairAt } from '../scan/characters.ts';
import { tagName } from '../scan/markup.ts';

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
