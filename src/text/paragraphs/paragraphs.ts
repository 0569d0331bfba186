import { trimRendered } from '../scan.ts';
import type { TextRules } from '../text-rules.ts';
import { cutParagraphs, cutRewritten } from './cut-paragraphs.ts';
import { writeLines } from './line-breaks.ts';
import { releaseLineFeeds, rewriteMarkup } from './rewrite-markup.ts';
import { closeMarks, mark, openMarks, type Tokens } from './tokens.ts';

/**
 * Turns blank lines into paragraphs and line ends into breaks, around whatever block markup the text already has.
 * White space and NUL alone give the empty string; all other text ends with a line feed.
 */
export function paragraphs(text: string, rules: Pick<TextRules, 'paragraphs'> = { paragraphs: 'early' }): string {
  if (trimRendered(text) === '') return '';
  const { open, asides } = setPreformattedAside(text.isWellFormed() ? text : text.toWellFormed());
  const fed = open.includes('\r') ? withLineFeeds(open) : open;
  const isToday = rules.paragraphs === 'today';
  const lines = isToday ? hideFormulas(fed.replace(/<hr[ \t\n]*\/?>/g, '$&\n\n')) : fed;
  const tokens = cutParagraphs(lines);
  const parted = tokens ? write(tokens) : releaseLineFeeds(write(cutRewritten(rewriteMarkup(lines))));
  const whole = asides.length === 0 ? parted : putPreformattedBack(parted, asides);
  return isToday ? showFormulas(whole) : whole;
}

/** A formula is an element with a name of its own while blocks are looked for: it stands in the text around it. */
const hideFormulas = (text: string): string =>
  text.includes('math') ? text.replace(/<(\/?)math/g, '<$1\ue000math') : text;
const showFormulas = (text: string): string =>
  text.includes('\ue000math') ? text.replace(/<(\/?)\ue000math/g, '<$1math') : text;

/** Normalises line ends to line feeds; a lone `\r` at the end of the text is removed. */
const withLineFeeds = (text: string): string => text.replace(/\r$/, '').replace(/\r\n?/g, '\n');

/** Writes the tokens out, without a line feed before the last `</p>`. */
function write(tokens: Tokens): string {
  settleParagraphs(tokens);
  const text = writeLines(tokens);
  if (text.endsWith('\n</p>')) return `${text.slice(0, -5)}</p>`;
  return text.endsWith('\n</p>\n') ? `${text.slice(0, -6)}</p>\n` : text;
}

/** The placeholder for a preformatted block. After extraction the text has no other `<pre` with a closing tag. */
const preformatted = '<pre></pre>';

function setPreformattedAside(text: string): { open: string; asides: string[] } {
  const asides: string[] = [];
  if (!text.includes('<pre')) return { open: text, asides };
  const parts = text.split('</pre>');
  const tail = parts.pop()!;
  let open = '';
  for (const part of parts) {
    const start = part.indexOf('<pre');
    open += start === -1 ? part : part.slice(0, start) + preformatted;
    if (start !== -1) asides.push(`${part.slice(start)}</pre>`);
  }
  return { open: open + tail, asides };
}

function putPreformattedBack(text: string, asides: readonly string[]): string {
  const parts = text.split(preformatted);
  return parts.map((part, index) => (index === 0 ? part : (asides[index - 1] ?? preformatted) + part)).join('');
}

/**
 * Removes misplaced `<p>` and `</p>` after every part of a text has been wrapped in a pair of them. Each rule runs
 * over the whole text before the next one does.
 */
export function settleParagraphs(tokens: Tokens): void {
  if (tokens.seen & mark.listItem) freeListItems(tokens);
  if (tokens.seen & (mark.quoteOpen | mark.quoteClose)) quoteInside(tokens);
  freeBlocks(tokens);
}

/** Removes the paragraph around a list item that is on one line. */
function freeListItems(tokens: Tokens): void {
  const { marks } = tokens;
  let length = 0;
  let close = -1;
  let lineEnd = -1;
  for (let i = 0; i < tokens.length; i++) {
    if (i > close && i > lineEnd && marks[i]! & mark.open && tokens.has(i + 1, mark.listItem)) {
      const end = closeOrLineEnd(tokens, i + 2);
      if (tokens.has(end, mark.close)) {
        close = end;
        continue;
      }
      // No paragraph closes before the line does, for any item on it.
      lineEnd = end;
    }
    if (i !== close) tokens.move(i, length++);
  }
  tokens.length = length;
}

/** The next `</p>` or the next piece with a line feed in it, whichever comes first. */
function closeOrLineEnd({ marks, length }: Tokens, from: number): number {
  let at = from;
  while (at < length && !(marks[at]! & (mark.close | mark.feed))) at++;
  return at;
}

/** Moves paragraphs inside a block quote instead of around it. */
function quoteInside({ marks, texts, length }: Tokens): void {
  for (let i = 0; i + 1 < length; i++) {
    if (marks[i]! & mark.open && marks[i + 1]! & mark.quoteOpen) {
      marks[i] = mark.block | mark.quoteOpen;
      texts[i] = `<blockquote${texts[i + 1]!.slice(11)}`;
      marks[i + 1] = openMarks;
      texts[i + 1] = '<p>';
      i++;
    } else if (marks[i]! & mark.quoteClose && marks[i + 1]! & mark.close) {
      marks[i] = closeMarks;
      texts[i] = '</p>';
      marks[i + 1] = mark.block | mark.quoteClose;
      texts[i + 1] = '</blockquote>';
      i++;
    }
  }
}

/** Removes `<p>` right before a block, then `</p>` right after one, with the blanks between. */
function freeBlocks(tokens: Tokens): void {
  const { marks } = tokens;
  let length = 0;
  /** Where the blanks after the last block begin; -1 when something else came after it. */
  let afterBlock = -1;
  for (let i = 0; i < tokens.length; i++) {
    if (marks[i]! & mark.open) {
      const next = tokens.skipBlank(i + 1);
      if (tokens.has(next, mark.block)) i = next;
    }
    if (afterBlock !== -1 && marks[i]! & mark.close) {
      length = afterBlock;
      afterBlock = -1;
      continue;
    }
    const isBlankToken = marks[i]! & mark.blank;
    if (!isBlankToken) afterBlock = marks[i]! & mark.block ? length + 1 : -1;
    tokens.move(i, length++);
  }
  tokens.length = length;
}
