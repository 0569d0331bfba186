import { bare, blocks, childless, verbatimElements, wordy } from './element-kinds.ts';

/** A piece of a rendered form: the author's HTML, or a control that is already HTML. */
export type Piece =
  | { readonly html: string }
  | { readonly control: string /** Stands alone: no paragraph and no break around it. */; readonly apart: boolean };

/**
 * Marks up a form's text: blank lines become paragraphs, single line breaks become break elements. Nothing changes
 * inside pre, textarea, script and style, and a paragraph never ends inside an element that began before it.
 */
export function markParagraphs(pieces: readonly Piece[]): string {
  const writer = new ParagraphWriter();
  for (const piece of pieces) {
    if ('control' in piece) writer.control(piece.control, piece.apart);
    else for (const [token] of piece.html.replace(/\r\n?/g, '\n').matchAll(tokens)) writer.token(token);
  }
  return writer.finish();
}

const tokens = /<!--[\s\S]*?-->|<\/?[A-Za-z][^>]*>|\s*\n\s*|[^<\n]+|</g;

class ParagraphWriter {
  #out = '';
  #inParagraph = false;
  #inline = 0;
  #pendingBreak = false;
  /** Just after a block or a break element, where a line break has no meaning. */
  #fresh = true;
  #verbatim = '';
  readonly #open: string[] = [];

  token(token: string): void {
    if (this.#verbatim !== '') this.#keep(token);
    else if (/^\s*\n/.test(token)) this.#lineEnd(token);
    else if (token.startsWith('<!--')) this.#out += token;
    else if (/^<\/?[A-Za-z]/.test(token)) this.#tag(token);
    else this.#text(token);
  }

  control(html: string, apart: boolean): void {
    if (apart && this.#inline === 0) {
      this.#closeParagraph();
      this.#out += html;
    } else this.#text(html);
  }

  finish(): string {
    this.#closeParagraph();
    return this.#out;
  }

  #keep(token: string): void {
    this.#out += token;
    if (token.toLowerCase().startsWith(`</${this.#verbatim}`)) this.#verbatim = '';
  }

  #lineEnd(token: string): void {
    const blank = (token.match(/\n/g)?.length ?? 0) > 1;
    if (blank && this.#inline === 0 && !wordy.has(this.#open.at(-1) ?? '')) this.#closeParagraph();
    else this.#pendingBreak = !this.#fresh;
  }

  #tag(token: string): void {
    const name = /^<\/?([A-Za-z][A-Za-z0-9-]*)/.exec(token)?.[1]?.toLowerCase() ?? '';
    const closing = token.startsWith('</');
    if (blocks.has(name) && name !== 'textarea') {
      this.#closeParagraph();
      this.#out += token;
      this.#fresh = true;
      if (closing) this.#leave(name);
      else if (!childless.has(name)) this.#open.push(name);
      if (!closing && verbatimElements.has(name)) this.#verbatim = name;
      return;
    }
    if (closing) this.#inline = Math.max(0, this.#inline - 1);
    this.#text(token);
    this.#fresh = name === 'br';
    if (closing || childless.has(name) || token.endsWith('/>')) return;
    if (name === 'textarea') this.#verbatim = name;
    else this.#inline++;
  }

  #leave(name: string): void {
    const index = this.#open.lastIndexOf(name);
    if (index !== -1) this.#open.length = index;
  }

  #text(html: string): void {
    if (html === '') return;
    const within = this.#open.at(-1) ?? '';
    const blank = html.trim() === '';
    if (!this.#inParagraph && this.#inline === 0 && !wordy.has(within)) {
      if (blank || bare.has(within)) {
        this.#out += blank ? '' : html;
        return;
      }
      this.#out += '<p>';
      this.#inParagraph = true;
      this.#pendingBreak = false;
    }
    if (this.#pendingBreak && !blank) {
      if (!/^<br\b/i.test(html)) this.#out += '<br />\n';
      this.#pendingBreak = false;
    }
    this.#out += html;
    this.#fresh &&= blank;
  }

  #closeParagraph(): void {
    this.#pendingBreak = false;
    if (!this.#inParagraph) return;
    this.#out = `${this.#out.trimEnd()}</p>\n`;
    this.#inParagraph = false;
    this.#inline = 0;
  }
}
