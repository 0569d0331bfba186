/** What the paragraph rules need to know about a token, as bit flags. Plain text, inline tags included, has none. */
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
  /** A closing tag before which an open paragraph must be closed. */
  ender: 128,
  listItem: 256,
  /** A tag before which no line break may appear. */
  needsNoBreak: 512,
  scriptOpen: 1024,
  scriptClose: 2048,
  styleOpen: 4096,
  styleClose: 8192,
  /** Plain text with a line feed in it. */
  feed: 16384,
  /** A tag that no rule applies to, whose inside is not scanned. */
  whole: 32768,
  /** A block of exactly that name, which is separated from the text before and after it. */
  apart: 65536,
  /** The caption of a figure, which is not separated: the blanks around it are insignificant. */
  caption: 131072,
} as const;

export const openMarks = mark.block | mark.apart | mark.open | mark.needsNoBreak;
export const closeMarks = mark.block | mark.apart | mark.close | mark.needsNoBreak;

/** True for the marks of plain text, blank or not, and of what counts as such. */
export const isText = (marks: number): boolean => (marks & ~(mark.blank | mark.feed | mark.whole)) === 0;

/** The tokens of a text in order, as two parallel lists, since most rules only read the marks. */
export class Tokens {
  readonly marks: number[] = [];
  readonly texts: string[] = [];
  /** The number of valid tokens. The lists are never truncated, because that would cost more than the rules. */
  length = 0;
  /** All marks that were ever added: a rule whose marks are not among them has nothing to do. */
  seen = 0;

  add(marks: number, text: string): void {
    this.marks[this.length] = marks;
    this.texts[this.length] = text;
    this.length++;
    this.seen |= marks;
  }

  /** Moves a token to another position, for rules that compact the list as they scan it. */
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
