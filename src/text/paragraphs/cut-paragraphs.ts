import { closedMarkupEnd, createFinder, type Finder, isBlank, isBlankText, skipBlanks } from '../scan.ts';
import { doubleBreakEnd, filedByPair, opensCaption, pairOf, readTag } from './read-tag.ts';
import { heldLineFeed } from './rewrite-markup.ts';
import { closeMarks, isText, mark, openMarks, Tokens } from './tokens.ts';

/**
 * Cuts a text at blank lines, before and after blocks and at two breaks in a row, in one walk over its tags and line
 * ends. Undefined for a text with markup that spans lines or contains other markup, or with blanks to be trimmed:
 * such a text is rare and is rewritten first.
 */
export function cutParagraphs(text: string): Tokens | undefined {
  const parts = new Parts(text);
  let feed = text.indexOf('\n');
  let tag = text.indexOf('<');
  while (feed !== -1 || tag !== -1) {
    if (tag === -1 || (feed !== -1 && feed < tag)) {
      feed = text.indexOf('\n', parts.passLineEnd(feed));
      continue;
    }
    const next = text.indexOf('<', tag + 1);
    const end = closedMarkupEnd(text, tag);
    if (end === -1 || (next !== -1 && next < end) || (feed !== -1 && feed < end) || mayNeedTidying(text, tag)) {
      return undefined;
    }
    const done = passTag(text, tag, end, parts);
    if (done === -1) return undefined;
    tag = next === -1 || next >= done ? next : text.indexOf('<', done);
    if (feed !== -1 && feed < done) feed = text.indexOf('\n', done);
  }
  return parts.end();
}

/** Adds one tag and makes its cuts; returns where to continue, or -1 where the text must be rewritten first. */
function passTag(text: string, at: number, end: number, parts: Parts): number {
  const second = doubleBreakEnd(text, at);
  if (second !== -1) return opensCaption(text, skipBlanks(text, second)) ? -1 : parts.cutAfter(at, second);
  const marks = readTag(text, at);
  if (marks === 0) return end;
  if (marks & mark.caption) return passCaption(text, at, end, marks, parts);
  const closes = text.charCodeAt(at + 1) === 47;
  if (marks & mark.apart && !closes) parts.cutBefore(at);
  parts.addTag(marks, at, marks & mark.scriptOpen ? at + '<script'.length : end);
  return marks & mark.apart && closes ? parts.cutAfter(end, end) : end;
}

/** Adds a caption's tag without the blanks around it; -1 for an unmatched closing tag or one before two breaks. */
function passCaption(text: string, at: number, end: number, marks: number, parts: Parts): number {
  if (!(marks & mark.apart)) return -1;
  if (text.charCodeAt(at + 1) !== 47) {
    parts.addCaption(marks, at, end);
    return end;
  }
  if (!parts.hasCaption || doubleBreakEnd(text, skipBlanks(text, end)) !== -1) return -1;
  return parts.addCaptionEnd(marks, at, end);
}

const tidied = filedByPair(['option', '/object>', 'source', 'track']);

function mayNeedTidying(text: string, at: number): boolean {
  const first = text.charCodeAt(at + 1);
  const second = text.charCodeAt(at + 2);
  if (!(first < 128 && second < 128)) return false;
  const names = tidied[pairOf(first, second)];
  return names?.some((name) => text.startsWith(name, at + 1)) ?? false;
}

/** Cuts a rewritten text at its blank lines. */
export function cutRewritten(text: string): Tokens {
  const parts = new Parts(text);
  const tagEnd = createFinder(text, '>');
  const held = createFinder(text, heldLineFeed);
  let feed = text.indexOf('\n');
  let tag = text.indexOf('<');
  while (feed !== -1 || tag !== -1) {
    if (tag === -1 || (feed !== -1 && feed < tag)) {
      feed = text.indexOf('\n', parts.passLineEnd(feed));
      continue;
    }
    const marks = readTag(text, tag);
    const end = marks === 0 ? 0 : rewrittenEnd(tag, marks, tagEnd, held);
    if (end !== 0) parts.addTag(marks, tag, end);
    tag = text.indexOf('<', Math.max(tag + 1, end));
  }
  return parts.end();
}

/** The end of a tag; a line feed placeholder inside it ends all but a block quote's tag. 0 for a tag without an end. */
function rewrittenEnd(at: number, marks: number, tagEnd: Finder, held: Finder): number {
  if (marks & mark.scriptOpen) return at + '<script'.length;
  const end = tagEnd(at);
  const feed = marks & (mark.quoteOpen | mark.quoteClose | mark.whole) ? -1 : held(at);
  return feed !== -1 && (end === -1 || feed < end) ? feed + heldLineFeed.length : end + 1;
}

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

/**
 * Collects the tokens of a text part by part, each wrapped in `<p>` and `</p>` on its own line. The rules that look
 * back from the end are applied as each token is added; tokens that are settled are not visited again.
 */
export class TokenCollector {
  readonly tokens: Tokens = new Tokens();
  #partIsOpen = false;
  #emptySettled = 0;
  #loneSettled = 0;

  addText(text: string, hasFeed: boolean): void {
    this.#openPart();
    const marks = isBlank(text.charCodeAt(0)) && isBlankText(text) ? mark.blank : 0;
    this.tokens.add(hasFeed ? marks | mark.feed : marks, text);
  }

  addTag(marks: number, text: string): void {
    this.#openPart();
    if (marks & mark.close) this.#addClose();
    else {
      if (marks & mark.ender && this.#endsInOpenText()) this.#addSureClose();
      this.tokens.add(marks, text);
    }
  }

  /** Ends the part if anything was added to it. */
  endPart(): void {
    if (!this.#partIsOpen) return;
    this.#addClose();
    this.tokens.add(mark.blank | mark.feed, '\n');
    this.#partIsOpen = false;
  }

  #openPart(): void {
    if (this.#partIsOpen) return;
    this.#partIsOpen = true;
    this.tokens.add(openMarks, '<p>');
  }

  /** Removes an empty paragraph instead of closing it. */
  #addClose(): void {
    const open = this.#lastNotBlank(this.tokens.length, this.#emptySettled);
    if (open !== -1 && this.tokens.has(open, mark.open)) {
      this.tokens.length = open;
      this.#emptySettled = open;
    } else this.#addSureClose();
  }

  /** A single block tag needs no paragraph around it. */
  #addSureClose(): void {
    const { tokens } = this;
    const block = this.#lastNotBlank(tokens.length, this.#loneSettled);
    const open = block !== -1 && tokens.has(block, mark.block) ? this.#lastNotBlank(block, this.#loneSettled) : -1;
    if (open !== -1 && tokens.has(open, mark.open)) {
      tokens.move(block, open);
      tokens.length = open + 1;
      this.#emptySettled = this.#loneSettled = open + 1;
    } else tokens.add(closeMarks, '</p>');
  }

  /** `<p>text</div>` lacks a `</p>`. */
  #endsInOpenText(): boolean {
    const { marks, texts, length } = this.tokens;
    const last = length - 1;
    if (last <= this.#loneSettled || !isText(marks[last]!) || !(marks[last - 1]! & mark.open)) return false;
    return !texts[last]!.includes('<');
  }

  /** The last token between two positions that is not blank; -1 when all are. */
  #lastNotBlank(end: number, start: number): number {
    const { marks } = this.tokens;
    let at = end - 1;
    while (at >= start && marks[at]! & mark.blank) at--;
    return at < start ? -1 : at;
  }
}
