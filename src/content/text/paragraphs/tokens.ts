import { isBlank, isBlankText } from '../scan/characters.ts';
import { createFinder } from '../scan/finder.ts';
import { startsWithBlockName } from './blocks.ts';

/** Stands for a line feed inside a tag. A lone surrogate, so no well-formed text can hold it. */
export const heldLineFeed = '\udc00';

/** What the paragraph rules need to know of a piece of text, as bits. Plain text, with inline tags in it, has none. */
export const mark = {
  /** Any tag that counts as a block, `<p>` and `</p>` among them. */
  block: 1,
  /** Exactly `<p>`. */
  open: 2,
  /** Exactly `</p>`. */
  close: 4,
  /** Nothing but blanks. */
  blank: 8,
  lineBreak: 16,
  quoteOpen: 32,
  quoteClose: 64,
  /** A closing tag that a paragraph must be closed before. */
  ender: 128,
  listItem: 256,
  /** A tag that a line break may not stand before. */
  needsNoBreak: 512,
  scriptOpen: 1024,
  scriptClose: 2048,
  styleOpen: 4096,
  styleClose: 8192,
} as const;

/** A piece of a text with its marks. */
export interface Token {
  readonly marks: number;
  readonly text: string;
}

export const paragraphOpen: Token = { marks: mark.block | mark.open | mark.needsNoBreak, text: '<p>' };
export const paragraphClose: Token = { marks: mark.block | mark.close | mark.needsNoBreak, text: '</p>' };
export const lineBreak: Token = { marks: mark.lineBreak, text: '<br />' };
export const lineFeed: Token = { marks: mark.blank, text: '\n' };

/** Cuts a text at blank lines; each part that is not empty becomes a paragraph on a line of its own, as tokens. */
export function tokeniseParagraphs(text: string): Token[] {
  const tokens: Token[] = [];
  const tokenise = createTokeniser(text, tokens);
  let start = 0;
  let feed = text.indexOf('\n');
  while (feed !== -1) {
    let last = feed;
    let at = feed + 1;
    for (; at < text.length && isBlank(text.charCodeAt(at)); at++) if (text.charCodeAt(at) === 10) last = at;
    if (last > feed) {
      addParagraph(text, start, feed, tokens, tokenise);
      start = last + 1;
    }
    feed = text.indexOf('\n', at);
  }
  addParagraph(text, start, text.length, tokens, tokenise);
  return tokens;
}

type Tokenise = (from: number, to: number) => void;

function addParagraph(text: string, start: number, end: number, tokens: Token[], tokenise: Tokenise): void {
  if (start === end) return;
  let from = start;
  let to = end;
  while (from < to && text.charCodeAt(from) === 10) from++;
  while (to > from && text.charCodeAt(to - 1) === 10) to--;
  tokens.push(paragraphOpen);
  tokenise(from, to);
  tokens.push(paragraphClose, lineFeed);
}

/** Makes the function that adds the tokens between two positions, which never go back. */
function createTokeniser(text: string, tokens: Token[]): Tokenise {
  const nextTag = createFinder(text, '<');
  const tagEnd = createFinder(text, '>');
  const held = createFinder(text, heldLineFeed);
  const endOf = (at: number, pastHeld: boolean): number => {
    const end = tagEnd(at);
    const feed = pastHeld ? -1 : held(at);
    return feed !== -1 && (end === -1 || feed < end) ? feed + 1 : end + 1;
  };
  return (from, to) => {
    let copied = from;
    for (let at = nextTag(from); at !== -1 && at < to; ) {
      const token = readTag(text, at, endOf);
      if (token) {
        if (at > copied) tokens.push(textToken(text.slice(copied, at)));
        tokens.push(token);
        copied = at + token.text.length;
      }
      at = nextTag(token ? copied : at + 1);
    }
    if (to > copied) tokens.push(textToken(text.slice(copied, to)));
  };
}

/** A piece of plain text; only short ones are worth asking whether they are blank. */
export const textToken = (text: string): Token =>
  text.length === 0 || (isBlank(text.charCodeAt(0)) && isBlankText(text))
    ? { marks: mark.blank, text }
    : { marks: 0, text };

/** The tag at a `<`, if the rules care for it; a tag they do not care for is text to them. */
function readTag(text: string, at: number, endOf: (at: number, pastHeld: boolean) => number): Token | undefined {
  const closes = text.charCodeAt(at + 1) === 47;
  const name = closes ? at + 2 : at + 1;
  const first = text.charCodeAt(name);
  if (first === 98 && !closes && text.charCodeAt(name + 1) === 114) return readBreak(text, at);
  if ((first | 32) === 98 && text.slice(name, name + 10).toLowerCase() === 'blockquote') {
    const end = endOf(at, true);
    if (end === 0) return undefined;
    const exact = text.charCodeAt(name + 10) === 62;
    const block = first === 98 && text.startsWith('blockquote', name) ? mark.block : 0;
    return { marks: block | (!closes ? mark.quoteOpen : exact ? mark.quoteClose : 0), text: text.slice(at, end) };
  }
  if (startsWithBlockName(text, name)) return readBlock(text, at, name, closes, endOf(at, false));
  if (first !== 115 || !text.startsWith('script', name)) return undefined;
  if (!closes) return { marks: mark.scriptOpen, text: '<script' };
  return text.charCodeAt(name + 6) === 62 ? { marks: mark.scriptClose, text: '</script>' } : undefined;
}

function readBlock(text: string, at: number, name: number, closes: boolean, end: number): Token | undefined {
  if (end === 0) return undefined;
  const first = text.charCodeAt(name);
  if (first === 112) {
    if (text.charCodeAt(name + 1) === 62) return closes ? paragraphClose : paragraphOpen;
    return { marks: mark.block | mark.needsNoBreak, text: text.slice(at, end) };
  }
  const tag = text.slice(at, end);
  let marks: number = mark.block;
  if (isBreakless(text, name, first)) marks |= mark.needsNoBreak;
  if (first === 108 && text.charCodeAt(name + 1) === 105 && !closes) marks |= mark.listItem;
  if (closes && (tag === '</div>' || tag === '</address>' || tag === '</form>')) marks |= mark.ender;
  if (first === 115 && text.startsWith('style', name)) {
    if (!closes) marks |= mark.styleOpen;
    else if (tag === '</style>') marks |= mark.styleClose;
  }
  return { marks, text: tag };
}

/** Two letters tell li, dl, dd, dt, th, td, ul, ol and div apart from all other blocks. */
const breakless: ReadonlySet<number> = new Set(
  ['li', 'dl', 'dd', 'dt', 'th', 'td', 'ul', 'ol', 'di'].map((pair) => pair.charCodeAt(0) * 128 + pair.charCodeAt(1)),
);

const isBreakless = (text: string, name: number, first: number): boolean =>
  breakless.has(first * 128 + text.charCodeAt(name + 1));

function readBreak(text: string, at: number): Token | undefined {
  const third = text.charCodeAt(at + 3);
  if (third === 62) return { marks: mark.lineBreak, text: '<br>' };
  if (third === 47 && text.charCodeAt(at + 4) === 62) return { marks: mark.lineBreak, text: '<br/>' };
  return text.startsWith('<br />', at) ? lineBreak : undefined;
}
