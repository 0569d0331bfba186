import { skipBlanks } from '../scan/characters.ts';
import { createFinder } from '../scan/finder.ts';
import { startsWithBlockName } from './blocks.ts';

/** Stands for a line feed inside a tag. A lone surrogate, so no well-formed text can hold it. */
export const heldLineFeed = '\udc00';

/** Settles where `<p>` and `</p>` may stay once every part of a text has been wrapped in a pair of them. */
export function settleParagraphs(text: string): string {
  const withoutEmpty = atParagraphs(text, (start) => {
    const end = skipBlanks(text, start);
    return text.startsWith('</p>', end) ? { text: '', end: end + 4 } : undefined;
  });
  return [closeBeforeBlockEnd, freeLoneBlocks, freeListItems, quoteInside, freeOpeningBlocks, freeClosedBlocks].reduce(
    (current, rule) => rule(current),
    withoutEmpty,
  );
}

/** Removes what follows a block tag, together with the blanks between. */
export function dropAfterBlocks(text: string, what: string): string {
  const blockEnd = createBlockEnd(text);
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<'); at !== -1; ) {
    const end = blockEnd(at);
    const next = end === -1 ? -1 : skipBlanks(text, end);
    if (next !== -1 && text.startsWith(what, next)) {
      out += text.slice(copied, end);
      copied = next + what.length;
      at = text.indexOf('<', copied);
    } else {
      at = text.indexOf('<', end === -1 ? at + 1 : end);
    }
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** Where the block tag that begins at `<` ends, the name taken by its prefix; -1 for other text. */
export function createBlockEnd(text: string): (at: number) => number {
  const tagEnd = createFinder(text, '>');
  const held = createFinder(text, heldLineFeed);
  return (at) => {
    if (text.charCodeAt(at) !== 60) return -1;
    if (!startsWithBlockName(text, text.charCodeAt(at + 1) === 47 ? at + 2 : at + 1)) return -1;
    const end = tagEnd(at);
    const feed = held(at);
    return feed !== -1 && (end === -1 || feed < end) ? feed + 1 : end === -1 ? -1 : end + 1;
  };
}

interface Replacement {
  readonly text: string;
  readonly end: number;
}

/** Calls the rule with the position after each `<p>`; what it returns replaces the `<p>` and all up to `end`. */
function atParagraphs(text: string, rule: (start: number) => Replacement | undefined): string {
  let out = '';
  let copied = 0;
  for (let at = text.indexOf('<p>'); at !== -1; ) {
    const replacement = rule(at + 3);
    if (replacement) {
      out += text.slice(copied, at) + replacement.text;
      copied = replacement.end;
    }
    at = text.indexOf('<p>', replacement ? replacement.end : at + 3);
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** `<p>text</div>` gains the `</p>` it lacks. */
function closeBeforeBlockEnd(text: string): string {
  const nextTag = createFinder(text, '<');
  return atParagraphs(text, (start) => {
    const at = nextTag(start);
    if (at <= start || text.charCodeAt(at + 1) !== 47) return undefined;
    const closing = ['</div>', '</address>', '</form>'].find((tag) => text.startsWith(tag, at));
    if (closing === undefined) return undefined;
    return { text: `<p>${text.slice(start, at)}</p>${closing}`, end: at + closing.length };
  });
}

/** A single block tag needs no paragraph around it. */
function freeLoneBlocks(text: string): string {
  const blockEnd = createBlockEnd(text);
  return atParagraphs(text, (start) => {
    const at = skipBlanks(text, start);
    const end = blockEnd(at);
    const next = end === -1 ? -1 : skipBlanks(text, end);
    return next !== -1 && text.startsWith('</p>', next) ? { text: text.slice(at, end), end: next + 4 } : undefined;
  });
}

/** A list item on one line is its own paragraph. */
function freeListItems(text: string): string {
  const paragraphEnd = createFinder(text, '</p>');
  const lineEnd = createFinder(text, '\n');
  return atParagraphs(text, (start) => {
    if (!text.startsWith('<li', start)) return undefined;
    const end = paragraphEnd(start + 4);
    const feed = lineEnd(start);
    return end === -1 || (feed !== -1 && feed < end) ? undefined : { text: text.slice(start, end), end: end + 4 };
  });
}

/** Paragraphs go inside a quotation, not around it. */
function quoteInside(text: string): string {
  if (!/blockquote/i.test(text)) return text;
  const tagEnd = createFinder(text, '>');
  const opened = atParagraphs(text, (start) => {
    if (text.slice(start, start + 11).toLowerCase() !== '<blockquote') return undefined;
    const end = tagEnd(start);
    return end === -1 ? undefined : { text: `<blockquote${text.slice(start + 11, end)}><p>`, end: end + 1 };
  });
  return opened.replace(/<\/blockquote><\/p>/gi, '</p></blockquote>');
}

/** No paragraph opens right before a block. */
function freeOpeningBlocks(text: string): string {
  const blockEnd = createBlockEnd(text);
  return atParagraphs(text, (start) => {
    const at = skipBlanks(text, start);
    const end = blockEnd(at);
    return end === -1 ? undefined : { text: text.slice(at, end), end };
  });
}

/** No paragraph closes right after a block. */
const freeClosedBlocks = (text: string): string => dropAfterBlocks(text, '</p>');
