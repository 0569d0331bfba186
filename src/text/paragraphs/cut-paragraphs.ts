import { skipBlanks } from '../scan/characters.ts';
import { createFinder, type Finder } from '../scan/finder.ts';
import { closedMarkupEnd } from '../scan/markup.ts';
import { filedByPair, pairOf } from './blocks.ts';
import { Parts } from './parts.ts';
import { doubleBreakEnd, opensCaption, readTag } from './read-tag.ts';
import { heldLineFeed } from './rewrite-markup.ts';
import { mark, type Tokens } from './tokens.ts';

/**
 * Cuts a text at blank lines, before and after blocks and at two breaks in a row, in one walk over its tags and line
 * ends. Undefined for a text with markup that spans lines or contains other markup, or with blanks to be trimmed:
 * such a text is rare and is rewritten first.
 */
export function cutParagraphs(text: string): Tokens | undefined {
  const parts = new Parts(text);
  let feed = text.indexOf('\n');
  let tag = text.indexOf('<');
  while (feed !== -1 || tag !== -1) {
    if (tag === -1 || (feed !== -1 && feed < tag)) {
      feed = text.indexOf('\n', parts.passLineEnd(feed));
      continue;
    }
    const next = text.indexOf('<', tag + 1);
    const end = closedMarkupEnd(text, tag);
    if (end === -1 || (next !== -1 && next < end) || (feed !== -1 && feed < end) || mayNeedTidying(text, tag)) {
      return undefined;
    }
    const done = passTag(text, tag, end, parts);
    if (done === -1) return undefined;
    tag = next === -1 || next >= done ? next : text.indexOf('<', done);
    if (feed !== -1 && feed < done) feed = text.indexOf('\n', done);
  }
  return parts.end();
}

/** Adds one tag and makes its cuts; returns where to continue, or -1 where the text must be rewritten first. */
function passTag(text: string, at: number, end: number, parts: Parts): number {
  const second = doubleBreakEnd(text, at);
  if (second !== -1) return opensCaption(text, skipBlanks(text, second)) ? -1 : parts.cutAfter(at, second);
  const marks = readTag(text, at);
  if (marks === 0) return end;
  if (marks & mark.caption) return passCaption(text, at, end, marks, parts);
  const closes = text.charCodeAt(at + 1) === 47;
  if (marks & mark.apart && !closes) parts.cutBefore(at);
  parts.addTag(marks, at, marks & mark.scriptOpen ? at + '<script'.length : end);
  return marks & mark.apart && closes ? parts.cutAfter(end, end) : end;
}

/** Adds a caption's tag without the blanks around it; -1 for an unmatched closing tag or one before two breaks. */
function passCaption(text: string, at: number, end: number, marks: number, parts: Parts): number {
  if (!(marks & mark.apart)) return -1;
  if (text.charCodeAt(at + 1) !== 47) {
    parts.addCaption(marks, at, end);
    return end;
  }
  if (!parts.hasCaption || doubleBreakEnd(text, skipBlanks(text, end)) !== -1) return -1;
  return parts.addCaptionEnd(marks, at, end);
}

const tidied = filedByPair(['option', '/object>', 'source', 'track']);

function mayNeedTidying(text: string, at: number): boolean {
  const first = text.charCodeAt(at + 1);
  const second = text.charCodeAt(at + 2);
  if (!(first < 128 && second < 128)) return false;
  const names = tidied[pairOf(first, second)];
  return names?.some((name) => text.startsWith(name, at + 1)) ?? false;
}

/** Cuts a rewritten text at its blank lines. */
export function cutRewritten(text: string): Tokens {
  const parts = new Parts(text);
  const tagEnd = createFinder(text, '>');
  const held = createFinder(text, heldLineFeed);
  let feed = text.indexOf('\n');
  let tag = text.indexOf('<');
  while (feed !== -1 || tag !== -1) {
    if (tag === -1 || (feed !== -1 && feed < tag)) {
      feed = text.indexOf('\n', parts.passLineEnd(feed));
      continue;
    }
    const marks = readTag(text, tag);
    const end = marks === 0 ? 0 : rewrittenEnd(tag, marks, tagEnd, held);
    if (end !== 0) parts.addTag(marks, tag, end);
    tag = text.indexOf('<', Math.max(tag + 1, end));
  }
  return parts.end();
}

/** The end of a tag; a line feed placeholder inside it ends all but a block quote's tag. 0 for a tag without an end. */
function rewrittenEnd(at: number, marks: number, tagEnd: Finder, held: Finder): number {
  if (marks & mark.scriptOpen) return at + '<script'.length;
  const end = tagEnd(at);
  const feed = marks & (mark.quoteOpen | mark.quoteClose | mark.whole) ? -1 : held(at);
  return feed !== -1 && (end === -1 || feed < end) ? feed + heldLineFeed.length : end + 1;
}
