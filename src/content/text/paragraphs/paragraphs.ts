import { isBlank, isBlankText, skipBlanks } from '../scan/characters.ts';
import { createFinder } from '../scan/finder.ts';
import { createMarkupEnd, tagName } from '../scan/markup.ts';
import { isBlockName, startsWithBlockName } from './blocks.ts';
import { breakLines } from './line-breaks.ts';
import { settleBreaks, settleParagraphs } from './paragraph-rules.ts';
import { heldLineFeed, type Token, tokeniseParagraphs } from './paragraph-tokens.ts';

/**
 * Turns blank lines into paragraphs and line ends into breaks, around whatever block markup the text already has.
 * Blank text gives the empty string, all other text ends with a line feed.
 */
export function paragraphs(text: string): string {
  if (isBlankText(text)) return '';
  const { open, kept } = setPreformattedAside(`${text.isWellFormed() ? text : text.toWellFormed()}\n`);
  const separated = separateBlocks(open.includes('\r') ? open.replace(/\r\n?/g, '\n') : open);
  const held = separated.includes('<') ? tidyEdges(holdLineFeeds(separated)) : separated;
  const broken = breakLines(settleParagraphs(tokeniseParagraphs(held)));
  settleBreaks(broken);
  return release(putPreformattedBack(write(broken), kept));
}

/** A line feed before the very last `</p>` goes. */
function write(tokens: readonly Token[]): string {
  const text = tokens.map((token) => token.text).join('');
  if (text.endsWith('\n</p>')) return `${text.slice(0, -5)}</p>`;
  return text.endsWith('\n</p>\n') ? `${text.slice(0, -6)}</p>\n` : text;
}

/** What stands for a preformatted block. No other `<pre` with a closing tag is left in the text once all are set aside. */
const preformatted = '<pre></pre>';

function setPreformattedAside(text: string): { open: string; kept: string[] } {
  const kept: string[] = [];
  if (!text.includes('<pre')) return { open: text, kept };
  const parts = text.split('</pre>');
  const tail = parts.pop()!;
  let open = '';
  for (const part of parts) {
    const start = part.indexOf('<pre');
    open += start === -1 ? part : part.slice(0, start) + preformatted;
    if (start !== -1) kept.push(`${part.slice(start)}</pre>`);
  }
  return { open: open + tail, kept };
}

function putPreformattedBack(text: string, kept: readonly string[]): string {
  if (kept.length === 0) return text;
  const parts = text.split(preformatted);
  return parts.map((part, index) => (index === 0 ? part : (kept[index - 1] ?? preformatted) + part)).join('');
}

/** Two breaks in a row count as a blank line, and every block gets a blank line before it and after it. */
function separateBlocks(text: string): string {
  let out = '';
  let copied = 0;
  let at = text.indexOf('<');
  while (at !== -1) {
    let next = at + 1;
    const afterBreak = breakEnd(text, at);
    const second = afterBreak === -1 ? -1 : breakEnd(text, skipBlanks(text, afterBreak));
    if (second !== -1) {
      out += `${text.slice(copied, at)}\n\n`;
      copied = next = second;
    } else if (startsWithBlockName(text, text.charCodeAt(at + 1) === 47 ? at + 2 : at + 1)) {
      const { name, closes } = tagName(text, at, text.length);
      if (isBlockName(name)) {
        const after = at + name.length + (closes ? 2 : 1);
        const code = text.charCodeAt(after);
        if (closes && code === 62) {
          out += `${text.slice(copied, after + 1)}\n\n`;
          copied = next = after + 1;
        } else if (!closes && (code === 62 || code === 47 || isBlank(code))) {
          out += `${text.slice(copied, at)}\n\n`;
          copied = at;
        }
      }
    }
    at = text.indexOf('<', next);
  }
  return copied === 0 && out === '' ? text : out + text.slice(copied);
}

/** The end of a `<br>` in any of its spellings; -1 for anything else. */
function breakEnd(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== 98 || text.charCodeAt(at + 2) !== 114 || text.charCodeAt(at) !== 60) return -1;
  let end = skipBlanks(text, at + 3);
  if (text.charCodeAt(end) === 47) end++;
  return text.charCodeAt(end) === 62 ? end + 1 : -1;
}

/** Line feeds inside tags and comments are no line ends: they are held until everything else is done. */
function holdLineFeeds(text: string): string {
  const markupEnd = createMarkupEnd(text);
  const nextFeed = createFinder(text, '\n');
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<'); at !== -1; ) {
    const end = markupEnd(at);
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

const release = (text: string): string => (text.includes(heldLineFeed) ? text.replaceAll(heldLineFeed, '\n') : text);

interface Edges {
  readonly before?: boolean;
  readonly after?: boolean;
}

const both: Edges = { before: true, after: true };

/** Whose outer blanks mean nothing: opening tag, closing tag, and what must occur in the text for the rule to hold. */
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
    // A line feed held inside such a tag counts as its end, and keeps a space before it.
    const heldAt = text[end] === heldLineFeed;
    out += text.slice(at, end) + (heldAt ? ` ${heldLineFeed}` : text.slice(end, end + 1));
    copied = skipBlanks(text, end + 1);
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function firstTagStop(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 62 && text[at] !== heldLineFeed) at++;
  return at;
}
