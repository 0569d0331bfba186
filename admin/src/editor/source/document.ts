import { type Dialect, dialectsFor, usualDialect } from './dialect.ts';
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
  const nodes = segments.map((segment) => readSegment(segment, normalise));
  const style = segments.some(({ kind }) => kind === 'block')
    ? 'blocks'
    : segments.some(({ kind, source }) => kind === 'element' && /^<p[\s>]/i.test(source))
      ? 'elements'
      : 'lines';
  return { type: 'doc', content: nodes, tail, style };
}

export function writeDocument({ content, tail, style }: SourceDocument): string {
  const pieces = content.map((node, index) => {
    const { lead, wrap, dialect } = node.attrs ?? {};
    const gap = lead ?? (index === 0 ? '' : '\n\n');
    const written = writeNode(styled(node, style), dialect ?? usualDialect);
    const [before, after] = wrap ?? (isNew(node) && style === 'blocks' ? comments(node) : ['', '']);
    return `${gap}${before}${written}${after}`;
  });
  return pieces.join('') + tail;
}

/** Made in the editor: it has never been written anywhere. */
const isNew = (node: TextNode): boolean =>
  !['island', 'embed'].includes(node.type) && (node.attrs?.lead ?? null) === null;

/** A new paragraph is written as the others of its text are. */
function styled(node: TextNode, style: SourceDocument['style']): TextNode {
  if (node.type !== 'paragraph' || !isNew(node)) return node;
  return { ...node, attrs: { ...node.attrs, isBare: style === 'lines' } };
}

const blockNames: Readonly<Record<string, string>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  bulletList: 'list',
  orderedList: 'list',
  blockquote: 'quote',
  codeBlock: 'preformatted',
  horizontalRule: 'separator',
  image: 'image',
};

function comments(node: TextNode): readonly [string, string] {
  const name = blockNames[node.type];
  if (!name) return ['', ''];
  const level = node.attrs?.['level'];
  const facts =
    node.type === 'orderedList'
      ? ' {"ordered":true}'
      : node.type === 'heading' && level !== 2
        ? ` {"level":${level}}`
        : '';
  return [`<!-- wp:${name}${facts} -->\n`, `\n<!-- /wp:${name} -->`];
}

/** What carries a program is not even read as markup: the content policy would report it. */
const program = /<(?:script|style|template|svg|math)\b|[\s"'/]on[a-z]+\s*=/i;

/** An address that stands alone is shown by the site as what it leads to. */
const addressLine = /^https?:\/\/[^\s<>"]+$/i;

function readSegment({ lead, source, kind }: Segment, normalise: Normalise): TextNode {
  if (kind === 'lines' && addressLine.test(source)) return { type: 'embed', attrs: { lead, source } };
  const island: TextNode = { type: 'island', attrs: { lead, source } };
  const [before, inner, after] = kind === 'block' ? unwrapped(source) : ['', source, ''];
  if (kind === 'other' || inner === null || program.test(inner)) return island;
  const wrap = kind === 'block' ? ([before, after] as const) : null;
  for (const dialect of dialectsFor(inner)) {
    const node = kind === 'lines' ? readLines(inner, dialect) : readElement(inner);
    if (!node) continue;
    const whole = normalise({ ...node, attrs: { ...node.attrs, lead, wrap, dialect } });
    if (whole && writeNode(whole, dialect) === inner) return whole;
  }
  return island;
}

/** The block comments around an element, and the element; null inside where there are other blocks in it. */
function unwrapped(source: string): readonly [before: string, inner: string | null, after: string] {
  const found = /^(<!--\s[\s\S]*?-->\s*)([\s\S]*?)(\s*<!--\s[^>]*-->)$/.exec(source);
  const [, before = '', inner = '', after = ''] = found ?? [];
  const isPlain = found !== null && !/<!--/.test(inner.replaceAll(/<!-- \/?wp:list-item -->/g, ''));
  return [before, isPlain ? inner : null, after];
}

/** Line breaks are kept as such only where they are written as ends of lines. */
function readLines(source: string, { lineBreak }: Dialect): TextNode | null {
  const body = parsed(source);
  const content = body && readInline(body, { keepsLines: lineBreak === '\n' });
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
