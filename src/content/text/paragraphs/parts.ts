import { isBlank, skipBlanks } from '../scan/characters.ts';
import { TokenCollector } from './collector.ts';
import { opensCaption } from './read-tag.ts';
import type { Tokens } from './tokens.ts';

/** Divides a text into parts while somebody walks over it; positions never go back. */
export class Parts {
  readonly #text: string;
  readonly #collector = new TokenCollector();
  /** Where the part begins, and how much of it has been added. */
  #start: number;
  #added: number;
  #hasCaption: boolean | undefined;
  /** Where no block is set apart, because the blanks before it are gone. */
  #joined = -1;
  /** The first line feed passed that may still belong to the text being added. */
  #feed = -1;

  constructor(text: string) {
    this.#text = text;
    this.#start = this.#added = text.charCodeAt(0) === 10 ? 1 : 0;
  }

  /** Whether any caption opens in the text; asked only where one closes. */
  get hasCaption(): boolean {
    this.#hasCaption ??= this.#text.includes('<figcaption');
    return this.#hasCaption;
  }

  /** Passes the line feed at a position and the blanks after it, which are a blank line if there is another among them. */
  passLineEnd(feed: number): number {
    const text = this.#text;
    let last = feed;
    let at = feed + 1;
    for (; at < text.length && isBlank(text.charCodeAt(at)); at++) if (text.charCodeAt(at) === 10) last = at;
    if (last === feed) {
      if (this.#feed < this.#added) this.#feed = feed;
    } else if (!opensCaption(text, at)) this.cut(feed, last + 1);
    return at;
  }

  addTag(marks: number, at: number, end: number): void {
    this.#addText(at);
    this.#collector.addTag(marks, this.#text.slice(at, end));
    this.#added = end;
  }

  /** Adds the opening tag of a caption, without the blanks before it. */
  addCaption(marks: number, at: number, end: number): void {
    let before = at;
    while (before > this.#added && isBlank(this.#text.charCodeAt(before - 1))) before--;
    this.#addText(before);
    this.#added = at;
    this.addTag(marks, at, end);
  }

  /** Adds the closing tag of a caption and passes the blanks after it. */
  addCaptionEnd(marks: number, at: number, end: number): number {
    this.addTag(marks, at, end);
    this.#joined = this.#added = skipBlanks(this.#text, end);
    return this.#joined;
  }

  /** Ends the part at a position and begins the next one, with what line ends are among the blanks before left out. */
  cut(at: number, next: number): void {
    const end = this.#partEnd(at);
    if (end !== -1) this.#addText(end);
    this.#collector.endPart();
    this.#start = this.#added = next;
  }

  /** The same right before a block. */
  cutBefore(at: number): void {
    if (at !== this.#joined) this.cut(at, at);
  }

  /** The same right after a tag, where the blanks that follow go up to their last line end. */
  cutAfter(at: number, from: number): number {
    const text = this.#text;
    let next = from;
    let i = from;
    for (; i < text.length && isBlank(text.charCodeAt(i)); i++) if (text.charCodeAt(i) === 10) next = i + 1;
    if (opensCaption(text, i)) return i;
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
