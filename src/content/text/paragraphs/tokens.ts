/** What the paragraph rules need to know of a piece of text, as bits. Plain text, with inline tags in it, has none. */
export const mark = {
  /** Any tag that counts as a block, `<p>` and `</p>` among them. */
  block: 1,
  /** Exactly `<p>`. */
  open: 2,
  /** Exactly `</p>`. */
  close: 4,
  /** Nothing but blanks. */
  blank: 8,
  lineBreak: 16,
  quoteOpen: 32,
  quoteClose: 64,
  /** A closing tag that a paragraph must be closed before. */
  ender: 128,
  listItem: 256,
  /** A tag that a line break may not stand before. */
  needsNoBreak: 512,
  scriptOpen: 1024,
  scriptClose: 2048,
  styleOpen: 4096,
  styleClose: 8192,
  /** Plain text with a line feed in it. */
  feed: 16384,
  /** A tag that says nothing, but hides what is in it. */
  whole: 32768,
  /** A block of exactly that name, which is set apart from what stands before or after it. */
  apart: 65536,
  /** The caption of a figure, which is not set apart: the blanks around it mean nothing. */
  caption: 131072,
} as const;

export const openMarks = mark.block | mark.apart | mark.open | mark.needsNoBreak;
export const closeMarks = mark.block | mark.apart | mark.close | mark.needsNoBreak;

/** True for the marks of plain text, blank or not, and of what counts as such. */
export const isText = (marks: number): boolean => (marks & ~(mark.blank | mark.feed | mark.whole)) === 0;

/** The pieces of a text in order, as two lists side by side, since most rules look at the marks alone. */
export class Tokens {
  readonly marks: number[] = [];
  readonly texts: string[] = [];
  /** How many tokens count. The lists are never shortened, which would cost more than all else. */
  length = 0;
  /** All marks that were ever added: a rule whose marks are not among them has nothing to do. */
  seen = 0;

  add(marks: number, text: string): void {
    this.marks[this.length] = marks;
    this.texts[this.length] = text;
    this.length++;
    this.seen |= marks;
  }

  /** Puts the token at one place into another, for rules that close up the list as they walk. */
  move(from: number, to: number): void {
    this.marks[to] = this.marks[from]!;
    this.texts[to] = this.texts[from]!;
  }

  has(at: number, marks: number): boolean {
    return at < this.length && (this.marks[at]! & marks) !== 0;
  }

  skipBlank(from: number): number {
    let at = from;
    while (at < this.length && this.marks[at]! & mark.blank) at++;
    return at;
  }
}
