/** A piece of a rendered form: the author's HTML, or a control that is already HTML. */
export type Piece =
  | { readonly html: string }
  | { readonly control: string /** Stands alone: no paragraph and no break around it. */; readonly apart: boolean };

/**
 * Marks up a form's text: blank lines become paragraphs, single line breaks become break elements. Nothing changes
 * inside pre, textarea, script and style, and a paragraph never ends inside an element it did not see the start of.
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

const blocks = words(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3',
  'h4 h5 h6 header hgroup hr legend li main menu nav ol p pre script section style summary table tbody td textarea tfoot th',
  'thead tr ul',
);
/** Blocks whose content is words rather than paragraphs. */
const wordy = words('p h1 h2 h3 h4 h5 h6 li dt dd td th legend summary figcaption address');
/** Blocks between whose children no text belongs. */
const bare = words('table thead tbody tfoot tr ul ol dl');
const verbatim = words('pre script style textarea');
const childless = words('area base br col embed hr img input link meta source track wbr');

class ParagraphWriter {
  #out = '';
  #inParagraph = false;
  #inline = 0;
  #pendingBreak = false;
  /** Just after a block or a break element, where a line end means nothing. */
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
      if (!closing && verbatim.has(name)) this.#verbatim = name;
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

function words(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').split(' '));
}
