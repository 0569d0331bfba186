import { isBlankText } from '../scan/characters.ts';
import { cutParagraphs, cutRewritten } from './cut-paragraphs.ts';
import { writeLines } from './line-breaks.ts';
import { settleParagraphs } from './paragraph-rules.ts';
import { releaseLineFeeds, rewriteMarkup } from './rewrite-markup.ts';
import type { Tokens } from './tokens.ts';

/**
 * Turns blank lines into paragraphs and line ends into breaks, around whatever block markup the text already has.
 * Blank text gives the empty string, all other text ends with a line feed.
 */
export function paragraphs(text: string): string {
  if (isBlankText(text)) return '';
  const { open, asides } = setPreformattedAside(text.isWellFormed() ? text : text.toWellFormed());
  const lines = open.includes('\r') ? withLineFeeds(open) : open;
  const tokens = cutParagraphs(lines);
  const parted = tokens ? write(tokens) : releaseLineFeeds(write(cutRewritten(rewriteMarkup(lines))));
  return asides.length === 0 ? parted : putPreformattedBack(parted, asides);
}

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
