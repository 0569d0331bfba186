import { isBlank, isBlankText } from '../scan/characters.ts';
import { closeMarks, isText, mark, openMarks, Tokens } from './tokens.ts';

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
