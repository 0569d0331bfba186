import { isBlank } from '../scan/characters.ts';
import { TokenCollector } from './collector.ts';
import type { Tokens } from './tokens.ts';

/** Divides a text into parts while somebody walks over it; positions never go back. */
export class Parts {
  readonly #text: string;
  readonly #collector = new TokenCollector();
  /** Where the part begins, and how much of it has been added. */
  #start: number;
  #added: number;
  /** The first line feed passed that may still belong to the text being added. */
  #feed = -1;

  constructor(text: string) {
    this.#text = text;
    this.#start = this.#added = text.charCodeAt(0) === 10 ? 1 : 0;
  }

  /** Passes the line feed at a position and the blanks after it, which are a blank line if there is another among them. */
  passLineEnd(feed: number): number {
    const text = this.#text;
    let last = feed;
    let at = feed + 1;
    for (; at < text.length && isBlank(text.charCodeAt(at)); at++) if (text.charCodeAt(at) === 10) last = at;
    if (last > feed) this.cut(feed, last + 1);
    else if (this.#feed < this.#added) this.#feed = feed;
    return at;
  }

  addTag(marks: number, at: number, end: number): void {
    this.#addText(at);
    this.#collector.addTag(marks, this.#text.slice(at, end));
    this.#added = end;
  }

  /** Ends the part at a position and begins the next one, with what line ends are among the blanks before left out. */
  cut(at: number, next: number): void {
    const end = this.#partEnd(at);
    if (end !== -1) this.#addText(end);
    this.#collector.endPart();
    this.#start = this.#added = next;
  }

  /** The same right after a tag, where the blanks that follow go up to their last line end. */
  cutAfter(at: number, from: number): number {
    const text = this.#text;
    let next = from;
    for (let i = from; i < text.length && isBlank(text.charCodeAt(i)); i++) if (text.charCodeAt(i) === 10) next = i + 1;
    this.cut(at, next);
    return next;
  }

  end(): Tokens {
    this.cut(this.#text.length, this.#text.length);
    return this.#collector.tokens;
  }

  #addText(end: number): void {
    const from = this.#added;
    if (from < end) this.#collector.addText(this.#text.slice(from, end), this.#feed >= from && this.#feed < end);
    this.#added = end;
  }

  /** The first of the line feeds among the blanks before a position, or the position; -1 for blanks between two cuts. */
  #partEnd(at: number): number {
    const text = this.#text;
    let end = at;
    let i = at - 1;
    for (; i >= this.#added; i--) {
      const code = text.charCodeAt(i);
      if (!isBlank(code)) return end;
      if (code === 10) end = i;
    }
    return this.#start > 0 && this.#added === this.#start ? -1 : end;
  }
}
