import { isBlank, isBlankText } from '../scan.ts';
import { isText, mark, type Tokens } from './tokens.ts';

/** Writes the tokens out with a break for every line end; scripts and styles keep their line ends as they are. */
export function writeLines(tokens: Tokens): string {
  const { marks, texts, length } = tokens;
  const lastScript = lastWith(tokens, mark.scriptClose);
  const lastStyle = lastWith(tokens, mark.styleClose);
  const writer = new LineWriter();
  let keptUntil = 0;
  for (let i = 0; i < length; i++) {
    const is = marks[i]!;
    if (keptUntil !== 0) {
      if (is & keptUntil) keptUntil = 0;
      // Inside scripts and styles only this spelling counts as a break.
      if (is & mark.lineBreak && texts[i] === '<br />') writer.addBreak();
      else writer.add(is & ~mark.lineBreak, texts[i]!);
    } else if (is & mark.lineBreak) {
      writer.addBreak();
    } else if (!isText(is)) {
      if (is & mark.scriptOpen && i < lastScript) keptUntil = mark.scriptClose;
      else if (is & mark.styleOpen && i < lastStyle) keptUntil = mark.styleClose;
      writer.add(is, texts[i]!);
    } else if (i + 1 === length || !isText(marks[i + 1]!)) {
      if (is & mark.feed) writer.addLines(texts[i]!);
      else writer.add(is, texts[i]!);
    } else {
      let text = texts[i]!;
      while (i + 1 < length && isText(marks[i + 1]!)) text += texts[++i];
      writer.addLines(text);
    }
  }
  return writer.end();
}

/** The last token with the wanted mark: a script or style that is never closed protects nothing. */
function lastWith({ marks, seen, length }: Tokens, wanted: number): number {
  let at = seen & wanted ? length - 1 : -1;
  while (at >= 0 && !(marks[at]! & wanted)) at--;
  return at;
}

const lineBreak = '<br />';

/** Joins tokens to text, without the breaks that a block before or after them makes unnecessary. */
export class LineWriter {
  #out = '';
  /** Blanks not written yet, since that depends on the next token. */
  #blanks = '';
  /** Only blanks since the last block: a break here is dropped, together with these blanks. */
  #isAfterBlock = false;
  /** A pending break, dropped if the next tag needs none before it. */
  #hasOpenBreak = false;
  #endsWithBreak = false;

  add(marks: number, text: string): void {
    this.#endsWithBreak = false;
    if (marks & mark.blank) {
      if (this.#isAfterBlock || this.#hasOpenBreak) this.#blanks += text;
      else this.#out += text;
      return;
    }
    this.#settle((marks & mark.needsNoBreak) === 0);
    this.#isAfterBlock = (marks & mark.block) !== 0;
    this.#out += text;
  }

  addBreak(): void {
    this.#endsWithBreak = true;
    if (this.#isAfterBlock) {
      this.#blanks = '';
      this.#isAfterBlock = false;
    } else {
      this.#settle(true);
      this.#hasOpenBreak = true;
    }
  }

  /** Blanks up to the last line feed become one break, unless there is a break right before them. */
  addLines(text: string): void {
    let copied = 0;
    for (let feed = text.indexOf('\n'); feed !== -1; ) {
      let start = feed;
      while (start > copied && isBlank(text.charCodeAt(start - 1))) start--;
      let last = feed;
      let end = feed + 1;
      for (; end < text.length && isBlank(text.charCodeAt(end)); end++) if (text.charCodeAt(end) === 10) last = end;
      if (start === 0 && this.#endsWithBreak) start = 1;
      if (start <= last) {
        if (start > copied) this.#addPlain(text.slice(copied, start));
        this.addBreak();
        copied = last;
      }
      feed = text.indexOf('\n', end);
    }
    if (copied < text.length) this.#addPlain(text.slice(copied));
  }

  end(): string {
    this.#settle(true);
    return this.#out;
  }

  #addPlain(text: string): void {
    this.add(isBlank(text.charCodeAt(0)) && isBlankText(text) ? mark.blank : 0, text);
  }

  #settle(keepsBreak: boolean): void {
    if (this.#hasOpenBreak && keepsBreak) this.#out += lineBreak;
    if (this.#blanks !== '') this.#out += this.#blanks;
    this.#blanks = '';
    this.#hasOpenBreak = false;
  }
}
