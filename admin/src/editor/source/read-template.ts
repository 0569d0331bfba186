import { type Markup, readMarkup } from './markup.ts';
import { readSlot } from './read-slot.ts';
import type { TextNode } from './text-node.ts';

/** Reads a block that stands inside another. */
type ReadInner = (source: string) => TextNode;

/** The part of a piece between its block comments, which are `before` and `after`. */
export interface Template {
  /** The name of the block; null outside blocks. */
  readonly kind: string | null;
  readonly before: string;
  readonly inner: string;
  readonly after: string;
}

/** Elements whose text is edited in place. */
const textElements = new Set(
  'p h1 h2 h3 h4 h5 h6 figcaption cite summary legend dt dd li pre a button label blockquote'.split(' '),
);
const tableTypes: Readonly<Record<string, string>> = {
  table: 'table',
  thead: 'tableSection',
  tbody: 'tableSection',
  tfoot: 'tableSection',
  tr: 'tableRow',
  td: 'tableCell',
  th: 'tableCell',
};
/** Elements at whose end a text may be added, in blocks of some kinds. */
const additions: Readonly<Record<string, { readonly kinds: RegExp; readonly tag: string; readonly open: string }>> = {
  figure: {
    kinds: /^(?:image|video|audio|table|gallery|embed|core-embed\/[\w-]+)$/,
    tag: 'figcaption',
    open: '<figcaption class="wp-element-caption">',
  },
  blockquote: { kinds: /^(?:quote|pullquote)$/, tag: 'cite', open: '<cite>' },
};
const isOwn = (kind: string): boolean => !kind.includes('/') || /^core(?:-embed)?\//.test(kind);

/**
 * Reads a piece as what is edited in it and what stands around that: texts, tables and inner blocks become nodes, and
 * the markup between them stays, to the last character. Null where nothing in it can be edited.
 */
export function readTemplate(template: Template, readInner: ReadInner): TextNode | null {
  const { kind, before, inner, after } = template;
  const markup = readMarkup(inner);
  if (!markup) return null;
  const parts = fold(markup, { kind, readInner, hasTexts: kind === null || isOwn(kind), isTop: true });
  const node = gather(before, parts, after);
  const content = node.content ?? [];
  if (content.length === 0 && !canBeEmpty(kind, inner)) return null;
  const holdsBlocks = isContainer(kind) || content.some(({ type }) => type !== 'slot' && type !== 'table');
  return { ...node, type: holdsBlocks ? 'box' : 'figure', attrs: { ...node.attrs, kind } };
}

/** Blocks that hold blocks, whatever is in them. */
const isContainer = (kind: string | null): boolean =>
  /^(?:group|columns|column|cover|media-text|buttons|details|gallery|quote|social-links|query|post-template|comments|comment-template|query-pagination|comments-pagination|query-no-results|navigation|list|list-item)$/.test(
    kind ?? '',
  );

/** Where it is plain from an empty block where blocks go. */
const canBeEmpty = (kind: string | null, inner: string): boolean =>
  kind !== 'media-text' && kind !== 'query' && isContainer(kind) && /^\s*<\w[\s\S]*>\s*$|^\s*$/.test(inner);

type Part = string | TextNode;
interface Reading {
  readonly kind: string | null;
  readonly readInner: ReadInner;
  readonly hasTexts: boolean;
  /** Whether an element may be passed over where it holds all that is edited. */
  readonly isTop: boolean;
}

function fold(markup: readonly Markup[], reading: Reading): Part[] {
  const groups = markup.map((part): Part[] => {
    if (part.type === 'text') return [part.source];
    if (part.type === 'block') return [reading.readInner(part.source)];
    return foldElement(part, reading);
  });
  const bearing = groups.filter((group) => group.some((part) => typeof part !== 'string'));
  // What is edited in one element only needs no node for it; otherwise each has one, so that none is left half.
  return groups.flatMap((group) => {
    const isAlone = bearing.length <= 1 && reading.isTop;
    if (isAlone || group.length === 1 || !group.some((part) => typeof part !== 'string')) return group;
    const { content = [], ...node } = gather('', group, '');
    const isFigure = content.every(({ type }) => type === 'slot' || type === 'table');
    return [{ ...node, type: isFigure ? 'figure' : 'box', attrs: { ...node.attrs, lead: '', kind: null }, content }];
  });
}

function foldElement(part: Markup & { readonly type: 'element' }, reading: Reading): Part[] {
  const { tag, open, inner, close, source } = part;
  const whole = [source];
  const tableType = tableTypes[tag];
  if (tableType === 'tableCell') {
    const cell = readSlot(inner, { type: 'tableCell', attrs: { wrap: [open, close], tag, lead: '' } });
    return cell && reading.hasTexts ? [cell] : whole;
  }
  if (reading.hasTexts && isText(part, reading) && !/<(?:img|figure|video|audio|iframe)\b/i.test(inner)) {
    const isOptional = inner.trim() !== '' && (tag === 'figcaption' || tag === 'cite');
    const slot = readSlot(inner, { type: 'slot', attrs: { wrap: [open, close], tag, isOptional, lead: '' } });
    if (slot) return [slot];
  }
  if (close === '') return whole;
  const markup = readMarkup(inner);
  if (!markup) return whole;
  if (tableType) return foldTable(part, tableType, markup, reading);
  const parts = fold(markup, { ...reading, isTop: true });
  const addition = additions[tag];
  if (
    addition?.kinds.test(reading.kind ?? '') &&
    !new RegExp(`<${addition.tag}[\\s>]`, 'i').test(withoutBlocks(markup))
  )
    parts.push({
      type: 'slot',
      attrs: { wrap: [addition.open, `</${addition.tag}>`], tag: addition.tag, isOptional: true, lead: '' },
    });
  return parts.some((one) => typeof one !== 'string') ? [open, ...parts, close] : whole;
}

/** Code stands in an element of its own inside the text that keeps its lines. */
function isText({ tag, inner, close }: Markup & { readonly type: 'element' }, { kind }: Reading): boolean {
  if (close === '' || (tag === 'pre' && /^<code[\s>]/i.test(inner))) return false;
  return textElements.has(tag) || (tag === 'code' && kind === 'code');
}

const withoutBlocks = (markup: readonly Markup[]): string =>
  markup.map((part) => (part.type === 'block' ? '' : part.source)).join('');

/** A table, its sections and rows are nodes of their own; all of them, or none. */
function foldTable(
  { tag, open, close, source }: Markup & { readonly type: 'element' },
  type: string,
  markup: readonly Markup[],
  reading: Reading,
): Part[] {
  const parts = markup.flatMap((part): Part[] =>
    part.type === 'element' ? foldElement(part, { ...reading, isTop: false }) : [part.source],
  );
  const node = gather(open, parts, close);
  const expected =
    type === 'tableRow' ? /^tableCell$/ : type === 'tableSection' ? /^tableRow$/ : /^table(?:Section|Row)$/;
  const content = node.content ?? [];
  if (content.length === 0 || !content.every((child) => expected.test(child.type))) return [source];
  return [{ ...node, type, attrs: { ...node.attrs, tag, lead: '' } }];
}

/** Strings before the first node and after the last stand around it all, others before the node they precede. */
function gather(before: string, parts: readonly Part[], after: string): TextNode {
  let open = before;
  let rest = '';
  const content: TextNode[] = [];
  for (const part of parts) {
    if (typeof part === 'string') {
      rest += part;
      continue;
    }
    if (content.length === 0) {
      open += rest;
      rest = '';
    }
    content.push({ ...part, attrs: { ...part.attrs, lead: rest } });
    rest = '';
  }
  if (content.length === 0) {
    const at = emptyPlace(rest);
    return { type: 'box', attrs: { wrap: [open + rest.slice(0, at), rest.slice(at) + after] } };
  }
  return { type: 'box', attrs: { wrap: [open, rest + after] }, content };
}

/** Where blocks go in a container without any: before the elements that are closed at its end. */
function emptyPlace(html: string): number {
  return html.length - (/(?:\s*<\/[a-z][\w-]*>)*\s*$/i.exec(html)?.[0].length ?? 0);
}
