import { createRequire } from 'node:module';
import type { parseFragment } from 'parse5';
import { stripTagsAndScripts } from '../../text/plain-text.ts';

const loadNow = createRequire(import.meta.url);
let parser: { readonly parseFragment: typeof parseFragment } | undefined;

/** Rendered or stored HTML as plain text: without tags, and with its character references resolved. */
export function plainOf(html: string): string {
  const bare = html.includes('<') ? stripTagsAndScripts(html) : html;
  const line = bare.replace(/\s+/g, ' ').trim();
  if (!line.includes('&')) return line;
  // The tables of the parser are large: the first text that needs them loads them.
  parser ??= loadNow('parse5') as typeof import('parse5');
  // What is left holds no element, so that the fragment is one text.
  const [text] = parser.parseFragment(line.replaceAll('<', '&lt;')).childNodes;
  return text && 'value' in text ? text.value : line;
}

/** The first words of a text, at most so many characters. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).toWellFormed();
  const end = cut.lastIndexOf(' ');
  return `${(end > most / 2 ? cut.slice(0, end) : cut).replace(/[\s,.;:\ufffd]+$/u, '')}…`;
}
