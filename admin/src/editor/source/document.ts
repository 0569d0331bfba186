import { asCurrentBlock, blockAttributes, blockComments } from './block-comments.ts';
import { dialectsFor, usualDialect } from './dialect.ts';
import { changedEmbed, embedBlock, isAddressLine, readEmbed, shownAddress } from './embed-source.ts';
import { parsed, program } from './parsed.ts';
import { readBlock, readInline } from './read-element.ts';
import { readTemplate, type Template } from './read-template.ts';
import { type Segment, splitSource } from './split-source.ts';
import type { TextNode } from './text-node.ts';
import { writeNode } from './write-node.ts';

/**
 * A text as the visual editor holds it. Each piece that the editor represents exactly is a node; every other piece is
 * an island that keeps its source. Written again, an unchanged text is the same text, to the last character.
 */
export interface SourceDocument {
  readonly type: 'doc';
  readonly content: readonly TextNode[];
  /** White space at the end of the text. */
  readonly tail: string;
  /** How new paragraphs are written. */
  readonly style: 'lines' | 'elements' | 'blocks';
}

/** What the editor makes of a node that it is given; null where it refuses it. */
export type Normalise = (node: TextNode) => TextNode | null;

export function readDocument(text: string, normalise: Normalise): SourceDocument {
  const { segments, tail } = splitSource(text);
  const nodes = segments.map((segment, index) => {
    const { lead, source, kind } = segment;
    const isAlone = (index === 0 || lead.includes('\n')) && (segments[index + 1]?.lead.includes('\n') ?? true);
    if (kind === 'lines' && isAlone && isAddressLine(source)) return { type: 'embed', attrs: { lead, source } };
    return readSegment(segment, normalise);
  });
  const style = segments.some(({ kind }) => kind === 'block')
    ? 'blocks'
    : segments.some(({ kind, source }) => kind === 'element' && /^<p[\s>]/i.test(source))
      ? 'elements'
      : 'lines';
  return { type: 'doc', content: nodes, tail, style };
}

export function writeDocument({ content, tail, style }: SourceDocument): string {
  return writeAll(content, style, false) + tail;
}

/** The source of one piece of a text, without what is before it. */
export const writePiece = (node: TextNode, style: SourceDocument['style']): string =>
  writeWhole(styled({ ...node, attrs: { ...node.attrs, lead: node.attrs?.lead ?? null } }, style), style);

/** Reads one piece of a text. */
export function readPiece(source: string, normalise: Normalise): TextNode | null {
  const [node, ...others] = readDocument(source, normalise).content;
  return node && others.length === 0 ? node : null;
}

/** Writes what stands beside each other, in a text or in a block. */
function writeAll(content: readonly TextNode[], style: SourceDocument['style'], isInside: boolean): string {
  const shown = content.slice(0, content.findLastIndex((node) => !isPause(node)) + 1);
  const nodes = shown.map((node) => styled(node, style));
  let previous: TextNode | undefined;
  let written = '';
  for (const node of nodes) {
    const piece = writeWhole(node, style);
    if (isLeftOut(node)) continue;
    written += gapBefore(node, previous, isInside) + piece;
    previous = node;
  }
  return written;
}

function writeWhole(given: TextNode, style: SourceDocument['style']): string {
  const node = asCurrentBlock(given);
  const { wrap, dialect, kind } = node.attrs ?? {};
  const [before, after] = wrap ?? ['', ''];
  const inside = kind ? 'blocks' : style === 'lines' ? 'elements' : style;
  const inner = structures.has(node.type)
    ? writeAll(node.content ?? [], inside, true)
    : writeNode(node, dialect ?? usualDialect);
  return `${before}${inner}${after}`;
}

/** What holds other nodes; all that is around them stands in what wraps it. */
const structures = new Set(['box', 'figure', 'table', 'tableSection', 'tableRow']);

/** A caption or a source of a quotation that has no text is not written. */
const isLeftOut = ({ type, attrs, content = [] }: TextNode): boolean =>
  type === 'slot' && attrs?.['isOptional'] === true && content.length === 0;

/** Made in the editor: it has never been written anywhere. */
const isNew = (node: TextNode): boolean => (node.attrs?.lead ?? null) === null;

/** A paragraph that waits for text. */
const isPause = (node: TextNode): boolean =>
  node.type === 'paragraph' && isNew(node) && (node.content ?? []).length === 0;

/** What is new is written as the rest of its text is. */
function styled(node: TextNode, style: SourceDocument['style']): TextNode {
  if (node.type === 'island' || !isNew(node)) return node;
  const { attrs = {} } = node;
  const isBlock = style === 'blocks' && !attrs.wrap;
  if (node.type === 'embed') {
    const { source = '' } = attrs;
    if (!isBlock) return node;
    return { ...node, attrs: { ...attrs, ...changedEmbed(embedBlock(source), shownAddress(source)) } };
  }
  const bare = node.type === 'paragraph' ? { isBare: style === 'lines' } : {};
  if (!isBlock) return { ...node, attrs: { ...attrs, ...bare } };
  const made = {
    ...node,
    attrs: { ...blockAttributes(node), wrap: blockComments(node), dialect: attrs.dialect ?? blockDialect, ...bare },
  };
  return node.type === 'blockquote' ? quoteBlock(made) : made;
}

/** Lists have a block for each item. */
const blockDialect = { ...usualDialect, hasItemComments: true };

/** A quotation that is a block holds blocks. */
function quoteBlock({ content = [], attrs = {} }: TextNode): TextNode {
  const [before, after] = attrs.wrap ?? ['', ''];
  const [first, ...others] = content;
  const wrap = [`${before}<blockquote class="wp-block-quote">`, `</blockquote>${after}`] as const;
  const inside = first ? [{ ...first, attrs: { ...first.attrs, lead: null } }, ...others] : [];
  return { type: 'box', attrs: { wrap, lead: null, kind: 'quote' }, content: inside };
}

/** White space before a piece. What has another neighbour than it had must not run into it. */
function gapBefore(node: TextNode, previous: TextNode | undefined, isInside: boolean): string {
  const lead = node.attrs?.lead ?? null;
  if (previous === undefined) return lead ?? '';
  if (lead === null) return isPart.test(node.type) ? '' : '\n\n';
  if (isInside) return lead;
  const areLines = isLine(node) && isLine(previous);
  const isEnough = areLines ? /\n[^\S\n]*\n/ : isEmbedLine(node) || isEmbedLine(previous) ? /\n/ : /^/;
  return isEnough.test(lead) ? lead : '\n\n';
}

/** Parts of blocks, which stand right beside each other. */
const isPart = /^(?:slot|table)/;
const isEmbedLine = ({ type, attrs }: TextNode): boolean => type === 'embed' && !attrs?.wrap;
/** Nothing but white space tells where it ends. */
const isLine = (node: TextNode): boolean =>
  isEmbedLine(node) || (node.type === 'paragraph' && node.attrs?.isBare === true && !node.attrs.wrap);

function readSegment(segment: Segment, normalise: Normalise): TextNode {
  const { lead, source } = segment;
  const embed = readEmbed(source);
  if (embed) return { ...embed, attrs: { ...embed.attrs, lead } };
  return (
    readPlain(segment, normalise) ?? readStructure(segment, normalise) ?? { type: 'island', attrs: { lead, source } }
  );
}

/** Reads a paragraph, a heading, a list, a quotation, code or a rule. */
function readPlain({ lead, source, kind }: Segment, normalise: Normalise): TextNode | null {
  const [before, inner, after] = kind === 'block' ? unwrapped(source) : ['', source, ''];
  if (kind === 'other' || inner === null || program.test(inner)) return null;
  const wrap = kind === 'block' ? ([before, after] as const) : null;
  const read = (node: TextNode | null) => node && normalise({ ...node, attrs: { ...node.attrs, lead, wrap } });
  const readings =
    kind === 'lines'
      ? { asLines: read(readLines(inner, true)), asText: read(readLines(inner, false)) }
      : { asLines: null, asText: read(readElement(inner)) };
  for (const dialect of dialectsFor(inner)) {
    const whole = kind === 'lines' && dialect.lineBreak === '\n' ? readings.asLines : readings.asText;
    if (whole && writeNode(whole, dialect) === inner) return { ...whole, attrs: { ...whole.attrs, dialect } };
  }
  return null;
}

/** Reads a piece with texts, tables or other blocks in it. */
function readStructure({ lead, source, kind }: Segment, normalise: Normalise): TextNode | null {
  const template = kind === 'block' ? templateOf(source) : kind === 'element' ? { ...bare, inner: source } : null;
  const read = template && readTemplate(template, (inner) => readInner(inner, normalise));
  const made = read && normalise({ ...read, attrs: { ...read.attrs, lead } });
  return made && writeWhole(made, 'blocks') === source ? made : null;
}

const bare: Template = { kind: null, before: '', inner: '', after: '' };

const readInner = (source: string, normalise: Normalise): TextNode =>
  readSegment({ lead: '', source, kind: 'block' }, normalise);

/** A block between its comments; null for one that has nothing between them. */
function templateOf(source: string): Template | null {
  const { end } = /^<!--\s+wp:[\s\S]*?-->/.exec(source) ? { end: source.indexOf('-->') + 3 } : { end: -1 };
  const close = source.lastIndexOf('<!--');
  const kind = /^<!--\s+wp:([a-z][\w/-]*)/.exec(source)?.[1];
  if (kind === undefined || close < end) return null;
  return { kind, before: source.slice(0, end), inner: source.slice(end, close), after: source.slice(close) };
}

/** The block comments around an element, and the element; null inside where there are other blocks in it. */
function unwrapped(source: string): readonly [before: string, inner: string | null, after: string] {
  const found = /^(<!--\s[\s\S]*?-->\s*)([\s\S]*?)(\s*<!--\s[^>]*-->)$/.exec(source);
  const [, before = '', inner = '', after = ''] = found ?? [];
  const isPlain =
    found !== null && !inner.replaceAll(/<!-- \/?wp:list(?:-item)?(?: \{[^<>]*\})? -->/g, '').includes('<!--');
  return [before, isPlain ? inner : null, after];
}

/** Line breaks are kept as such only where they are written as ends of lines. */
function readLines(source: string, keepsLines: boolean): TextNode | null {
  const body = parsed(source);
  const content = body && readInline([...body.childNodes], { keepsLines });
  return content && { type: 'paragraph', attrs: { isBare: true, html: [] }, content };
}

function readElement(source: string): TextNode | null {
  const body = parsed(source);
  const [element, ...others] = body?.children ?? [];
  return element && others.length === 0 ? readBlock(element) : null;
}
