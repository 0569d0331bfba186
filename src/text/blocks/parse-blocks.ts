import type { JsonRecord } from '../json.ts';
import { isBlank, skipBlanks } from '../scan.ts';
import { type Block, noAttributes, readBlockAttributes } from './block.ts';

/**
 * Parses a text into its blocks and the HTML between them. Any text can be parsed: an end without a beginning is left
 * out, a block without an end lasts to the end of the text, and an end closes the innermost block, whatever its name.
 */
export function parseBlocks(text: string): readonly Block[] {
  const top: Block[] = [];
  const open: OpenBlock[] = [];
  let copied = 0;
  const addHtml = (end: number) => {
    const html = text.slice(copied, end);
    if (html === '') return;
    const inside = open.at(-1);
    if (inside) inside.content.push(html);
    else top.push(htmlBlock(html));
  };
  const addBlock = (block: Block) => {
    const inside = open.at(-1);
    if (!inside) return top.push(block);
    inside.blocks.push(block);
    return inside.content.push(null);
  };
  const closeInnermost = (end: number) => {
    const innermost = open.pop();
    if (innermost) addBlock(closed(innermost, text.slice(innermost.delimiter.start, end)));
  };
  for (const delimiter of delimiters(text)) {
    addHtml(delimiter.start);
    copied = delimiter.end;
    if (delimiter.kind === 'closer') closeInnermost(delimiter.end);
    else if (delimiter.kind === 'void') addBlock(wholeBlock(delimiter, text));
    else open.push({ delimiter, blocks: [], content: [] });
  }
  addHtml(text.length);
  while (open.length > 0) closeInnermost(text.length);
  return top;
}

interface OpenBlock {
  readonly delimiter: Delimiter;
  readonly blocks: Block[];
  readonly content: (string | null)[];
}

const wholeBlock = (delimiter: Delimiter, text: string): Block =>
  closed({ delimiter, blocks: [], content: [] }, text.slice(delimiter.start, delimiter.end));

const closed = ({ delimiter, blocks, content }: OpenBlock, source: string): Block => ({
  name: delimiter.name,
  attributes: readBlockAttributes(delimiter.attributes),
  innerBlocks: blocks,
  innerHtml: content.join(''),
  innerContent: content,
  source,
});

const htmlBlock = (html: string): Block => ({
  name: null,
  attributes: noAttributes,
  innerBlocks: [],
  innerHtml: html,
  innerContent: [html],
  source: html,
});

/** A comment that begins, ends or is a block. */
export interface Delimiter {
  readonly kind: 'opener' | 'closer' | 'void';
  /** The name with its namespace; names without one belong to `core`. */
  readonly name: string;
  /** The attributes as written, with their braces; empty where there are none. */
  readonly attributes: string;
  readonly start: number;
  /** Where the comment ends (exclusive). */
  readonly end: number;
}

/** True when a text holds blocks: it is then rendered by their rules. */
export const hasBlocks = (text: string): boolean => text.includes('<!-- wp:');

/** Yields the delimiters of a text in order. Every character is looked at a fixed number of times. */
export function* delimiters(text: string): Generator<Delimiter> {
  const attributesEnd = createAttributesEnd(text);
  for (let at = text.indexOf('<!--'); at !== -1; ) {
    const found = readDelimiter(text, at, attributesEnd);
    if (found) yield found;
    at = text.indexOf('<!--', found ? found.end : at + 4);
  }
}

const namePattern = /\/?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)/y;

function readDelimiter(text: string, start: number, attributesEnd: AttributesEnd): Delimiter | undefined {
  const nameAt = skipBlanks(text, start + 4);
  if (nameAt === start + 4) return undefined;
  namePattern.lastIndex = nameAt;
  const [written, namespace = 'core/', word] = namePattern.exec(text) ?? [];
  if (written === undefined || word === undefined) return undefined;
  const nameEnd = nameAt + written.length;
  const next = skipBlanks(text, nameEnd);
  if (next === nameEnd) return undefined;
  const close = text.charCodeAt(next) === 123 ? attributesEnd(next) : { braceEnd: next, slash: next };
  if (close === undefined) return undefined;
  const isVoid = text.charCodeAt(close.slash) === 47;
  const dashes = close.slash + (isVoid ? 1 : 0);
  if (!text.startsWith('-->', dashes)) return undefined;
  return {
    kind: isVoid ? 'void' : written.startsWith('/') ? 'closer' : 'opener',
    name: namespace + word,
    attributes: text.slice(next, close.braceEnd),
    start,
    end: dashes + 3,
  };
}

/** Where attributes end, and where the end of their comment begins; asked for positions that only increase. */
type AttributesEnd = (from: number) => { braceEnd: number; slash: number } | undefined;

/** Attributes end at the first brace that only blanks part from the end of a comment. The last answer is kept. */
function createAttributesEnd(text: string): AttributesEnd {
  let dashes = -1;
  let found: ReturnType<AttributesEnd>;
  return (from) => {
    while (found === undefined || found.braceEnd <= from) {
      dashes = text.indexOf('-->', dashes + 1);
      if (dashes === -1) dashes = text.length;
      if (dashes === text.length) return undefined;
      found = braceBefore(text, dashes);
    }
    return found;
  };
}

function braceBefore(text: string, dashes: number): ReturnType<AttributesEnd> {
  const slash = text.charCodeAt(dashes - 1) === 47 ? dashes - 1 : dashes;
  let at = slash;
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at--;
  return at < slash && text.charCodeAt(at - 1) === 125 ? { braceEnd: at, slash } : undefined;
}

/** Writes a delimiter as editors do. Nothing in its attributes can end the comment or look like markup. */
export function writeDelimiter({ kind, name }: Pick<Delimiter, 'kind' | 'name'>, attributes: JsonRecord): string {
  const short = name.replace(/^core\//, '');
  if (kind === 'closer') return `<!-- /wp:${short} -->`;
  const written = Object.keys(attributes).length === 0 ? '' : `${writeAttributes(attributes)} `;
  return `<!-- wp:${short} ${written}${kind === 'void' ? '/' : ''}-->`;
}

const escapes: Readonly<Record<string, string>> = {
  '--': '\\u002d\\u002d',
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\\"': '\\u0022',
};

const writeAttributes = (attributes: JsonRecord): string =>
  JSON.stringify(attributes).replace(/--|[<>&]|\\[\\"]/g, (found) => escapes[found] ?? found);

/** The part of a post's content that searches look at: everything but the comments of blocks. */
export function searchedContent(content: string): string {
  if (!hasBlocks(content)) return content;
  let kept = '';
  let from = 0;
  for (const { start, end } of delimiters(content)) {
    kept += content.slice(from, start);
    from = end;
  }
  return kept + content.slice(from);
}
