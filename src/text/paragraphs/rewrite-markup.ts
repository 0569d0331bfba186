import { createFinder, isBlank, markupEnd, skipBlanks, tagName } from '../scan.ts';
import { doubleBreakEnd, readTag } from './read-tag.ts';
import { mark } from './tokens.ts';

/** Placeholder for a line feed inside a tag. It has an unpaired surrogate, so no well-formed text contains it. */
export const heldLineFeed = '\ud800\u0001';

/**
 * Rewrites a text so that only blank lines separate its paragraphs: blocks are set apart, line feeds inside markup
 * are replaced by placeholders, and insignificant blanks are removed.
 */
export const rewriteMarkup = (text: string): string => tidyEdges(holdLineFeeds(separateBlocks(`${text}\n`)));

/** Turns the placeholders back into line feeds. */
export const releaseLineFeeds = (text: string): string => text.replaceAll(heldLineFeed, '\n');

/** Turns two breaks in a row into a blank line, and puts a blank line before and after every block. */
function separateBlocks(text: string): string {
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<'), next = 0; at !== -1; at = text.indexOf('<', next)) {
    next = at + 1;
    const second = doubleBreakEnd(text, at);
    if (second !== -1) {
      out += `${text.slice(copied, at)}\n\n`;
      copied = next = second;
    } else if (readTag(text, at) & mark.apart) {
      const cut = text.charCodeAt(at + 1) === 47 ? text.indexOf('>', at) + 1 : at;
      out += `${text.slice(copied, cut)}\n\n`;
      copied = cut;
      next = Math.max(next, cut);
    }
  }
  return out + text.slice(copied);
}

/** Replaces line feeds inside tags and comments by placeholders, since they are not line ends of the text. */
function holdLineFeeds(text: string): string {
  const nextFeed = createFinder(text, '\n');
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<'); at !== -1; ) {
    const end = markupEnd(text, at);
    const feed = nextFeed(at);
    if (feed === -1) break;
    if (feed < end) {
      out += text.slice(copied, at) + text.slice(at, end).replaceAll('\n', heldLineFeed);
      copied = end;
    }
    at = text.indexOf('<', end);
  }
  return copied === 0 ? text : out + text.slice(copied);
}

interface Edges {
  readonly before?: boolean;
  readonly after?: boolean;
}

const both: Edges = { before: true, after: true };

/** Tags with insignificant blanks: around the opening tag, around the closing tag, and what the text must contain. */
const edges: readonly { names: string; open?: Edges; close?: Edges; when: readonly string[] }[] = [
  { names: 'option', open: { before: true }, close: { after: true }, when: ['<option'] },
  { names: 'object', open: { after: true }, close: { before: true }, when: ['</object>'] },
  { names: 'param embed', open: both, close: both, when: ['</object>'] },
  { names: 'audio video', open: { after: true }, close: { before: true }, when: ['<source', '<track'] },
  { names: 'source track', open: both, when: ['<source', '<track'] },
  { names: 'figcaption', open: { before: true }, close: { after: true }, when: ['<figcaption'] },
];

function tidyEdges(text: string): string {
  if (!/<(?:option|\/object>|source|track|figcaption)/.test(text)) return text;
  const table = new Map<string, (typeof edges)[number]>();
  for (const row of edges)
    if (row.when.some((needle) => text.includes(needle))) for (const name of row.names.split(' ')) table.set(name, row);
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', Math.max(at + 1, copied))) {
    const { name, closes } = tagName(text, at, text.length);
    const row = table.get(name);
    const edge = closes ? row?.close : row?.open;
    if (edge === undefined) continue;
    let before = at;
    while (edge.before && before > copied && isBlank(text.charCodeAt(before - 1))) before--;
    out += text.slice(copied, before);
    copied = at;
    if (!edge.after) continue;
    const end = firstTagStop(text, at + name.length);
    // A placeholder inside such a tag counts as its end, and keeps a space before it.
    const heldAt = text.startsWith(heldLineFeed, end);
    out += text.slice(at, end) + (heldAt ? ` ${heldLineFeed}` : text.slice(end, end + 1));
    copied = skipBlanks(text, end + (heldAt ? heldLineFeed.length : 1));
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function firstTagStop(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 62 && !text.startsWith(heldLineFeed, at)) at++;
  return at;
}
