import { isBlank, skipBlanks } from '../scan/characters.ts';
import { TokenCollector } from './collector.ts';
import { opensCaption } from './read-tag.ts';
import type { Tokens } from './tokens.ts';

/** Divides a text into parts during a scan; positions only ever increase. */
export class Parts {
  readonly #text: string;
  readonly #collector = new TokenCollector();
  /** Where the part begins, and how much of it has been added. */
  #start: number;
  #added: number;
  #hasCaption: boolean | undefined;
  /** The position where a block starts no new part, because the blanks before it were removed. */
  #joined = -1;
  /** The first line feed that may still belong to the text being added. */
  #feed = -1;

  constructor(text: string) {
    this.#text = text;
    this.#start = this.#added = text.charCodeAt(0) === 10 ? 1 : 0;
  }

  /** Whether the text has an opening caption tag; needed only at a closing one. */
  get hasCaption(): boolean {
    this.#hasCaption ??= this.#text.includes('<figcaption');
    return this.#hasCaption;
  }

  /** Skips the line feed at a position and the blanks after it; another line feed among them makes a blank line. */
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

  /** Adds the closing tag of a caption and skips the blanks after it. */
  addCaptionEnd(marks: number, at: number, end: number): number {
    this.addTag(marks, at, end);
    this.#joined = this.#added = skipBlanks(this.#text, end);
    return this.#joined;
  }

  /** Ends the part at a position, without the line ends among the blanks before it, and begins the next one. */
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

  /** The same right after a tag; the blanks that follow are dropped up to their last line end. */
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

  /** The first line feed among the blanks before a position, or the position; -1 for only blanks between two cuts. */
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
