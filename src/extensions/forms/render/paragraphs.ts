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
    else for (const token of tokensOf(piece.html.replace(/\r\n?/g, '\n'))) writer.token(token);
  }
  return writer.finish();
}

/** Comments, tags, line ends with the space around them, and text. A `<` that begins nothing is a text. */
function* tokensOf(text: string): Generator<string> {
  const lastComment = text.lastIndexOf('-->');
  const lastTag = text.lastIndexOf('>');
  for (let at = 0; at < text.length; ) {
    // An end is only looked for where there is one, so that no search goes over the same text again.
    const isComment = at + 4 <= lastComment && text.startsWith('<!--', at);
    const end = isComment
      ? text.indexOf('-->', at + 4) + 3
      : at < lastTag && matchEnd(tagStart, text, at) !== -1
        ? text.indexOf('>', at) + 1
        : matchEnd(textOrLineEnd, text, at);
    yield text.slice(at, end);
    at = end;
  }
}

const tagStart = /<\/?[A-Za-z]/y;
const textOrLineEnd = /\s*\n\s*|[^<\n]+|</y;

/** Where a match of a sticky pattern at a position ends; -1 where there is none. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

class ParagraphWriter {
  /** All before the paragraph that is open. */
  #done = '';
  #out = '';
  #inParagraph = false;
  #inline = 0;
  #pendingBreak = false;
  /** Just after a block or a break element, where a line break has no meaning. */
  #fresh = true;
  #verbatim = '';
  readonly #open: string[] = [];
  /** How often each name is open. */
  readonly #openNames = new Map<string, number>();

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
    return this.#done + this.#out;
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
      else if (!childless.has(name)) this.#enter(name);
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

  #enter(name: string): void {
    this.#open.push(name);
    this.#openNames.set(name, (this.#openNames.get(name) ?? 0) + 1);
  }

  #leave(name: string): void {
    if (!this.#openNames.get(name)) return;
    for (let last = this.#open.pop(); last !== undefined; last = this.#open.pop()) {
      this.#openNames.set(last, (this.#openNames.get(last) ?? 0) - 1);
      if (last === name) return;
    }
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
      this.#done += this.#out;
      this.#out = '<p>';
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
    this.#done += `${this.#out.trimEnd()}</p>\n`;
    this.#out = '';
    this.#inParagraph = false;
    this.#inline = 0;
  }
}

/** Elements that end a paragraph. */
export const blocks = words(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3',
  'h4 h5 h6 header hgroup hr legend li main menu nav ol p pre script section style summary table tbody td textarea tfoot th',
  'thead tr ul',
);
/** Blocks that contain text directly instead of paragraphs. */
export const wordy = words('p h1 h2 h3 h4 h5 h6 li dt dd td th legend summary figcaption address');
/** Blocks that allow no text between their children. */
export const bare = words('table thead tbody tfoot tr ul ol dl');
/** Elements whose content is not changed. */
export const verbatimElements = words('pre script style textarea');
/** Void elements. */
export const childless = words('area base br col embed hr img input link meta source track wbr');

function words(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').split(' '));
}
