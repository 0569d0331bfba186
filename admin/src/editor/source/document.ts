import { blockComments } from './block-comments.ts';
import { dialectsFor, usualDialect } from './dialect.ts';
import { changedEmbed, embedBlock, isAddressLine, readEmbed, shownAddress } from './embed-source.ts';
import { readBlock, readInline } from './read-element.ts';
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
  const shown = content.slice(0, content.findLastIndex((node) => !isPause(node)) + 1);
  const nodes = shown.map((node) => styled(node, style));
  const pieces = nodes.map((node, index) => {
    const { wrap, dialect } = node.attrs ?? {};
    const [before, after] = wrap ?? ['', ''];
    return `${gapBefore(node, nodes[index - 1])}${before}${writeNode(node, dialect ?? usualDialect)}${after}`;
  });
  return pieces.join('') + tail;
}

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
  const wrap = isBlock ? blockComments(node) : attrs.wrap;
  return { ...node, attrs: { ...attrs, wrap, ...(node.type === 'paragraph' ? { isBare: style === 'lines' } : {}) } };
}

/** White space before a piece. What has another neighbour than it had must not run into it. */
function gapBefore(node: TextNode, previous: TextNode | undefined): string {
  const lead = node.attrs?.lead ?? null;
  if (previous === undefined) return lead ?? '';
  if (lead === null) return '\n\n';
  const areLines = isLine(node) && isLine(previous);
  const isEnough = areLines ? /\n[^\S\n]*\n/ : isEmbedLine(node) || isEmbedLine(previous) ? /\n/ : /^/;
  return isEnough.test(lead) ? lead : '\n\n';
}

const isEmbedLine = ({ type, attrs }: TextNode): boolean => type === 'embed' && !attrs?.wrap;
/** Nothing but white space tells where it ends. */
const isLine = (node: TextNode): boolean =>
  isEmbedLine(node) || (node.type === 'paragraph' && node.attrs?.isBare === true && !node.attrs.wrap);

/** What carries a program is not even read as markup: the content policy would report it. */
const program = /<(?:script|style|template|svg|math)\b|[\s"'/]on[a-z]+\s*=/i;

function readSegment({ lead, source, kind }: Segment, normalise: Normalise): TextNode {
  const embed = readEmbed(source);
  if (embed) return { ...embed, attrs: { ...embed.attrs, lead } };
  const island: TextNode = { type: 'island', attrs: { lead, source } };
  const [before, inner, after] = kind === 'block' ? unwrapped(source) : ['', source, ''];
  if (kind === 'other' || inner === null || program.test(inner)) return island;
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
  return island;
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

/** Read in a document of its own, in which nothing runs and nothing is loaded. */
function parsed(source: string): HTMLElement | null {
  return new DOMParser().parseFromString(`<body>${source}`, 'text/html').body;
}
