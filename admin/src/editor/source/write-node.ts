import { blockAttributes, blockComments } from './block-comments.ts';
import { type Dialect, usualDialect } from './dialect.ts';
import type { Attributes, TextMark, TextNode } from './text-node.ts';

/** Writes a node of the top level, without what stands around it. */
export function writeNode(node: TextNode, dialect: Dialect = usualDialect): string {
  const html = node.attrs?.html ?? [];
  switch (node.type) {
    case 'island':
    case 'embed':
      return node.attrs?.source ?? '';
    case 'paragraph':
      return node.attrs?.isBare ? writeInline(node, dialect) : element('p', html, writeInline(node, dialect));
    case 'heading':
      return element(`h${node.attrs?.['level'] ?? 2}`, html, writeInline(node, dialect));
    case 'bulletList':
      return writeList('ul', node, dialect);
    case 'orderedList':
      return writeList('ol', node, dialect);
    case 'blockquote':
      return element('blockquote', html, gapped(quoteParts(node.content ?? [], dialect), dialect));
    case 'codeBlock':
      return writeCode(node);
    case 'horizontalRule':
      return `<hr${writeAttributes(html)}${dialect.voidEnd}`;
    case 'image':
      return writeImage(node, dialect);
    default:
      return writeInline(node, dialect);
  }
}

function writeList(tag: string, node: TextNode, dialect: Dialect): string {
  // Lists in a list of today have the class that it has.
  const isClassed = (node.attrs?.html ?? []).some(
    ([name, value]) => name === 'class' && /\bwp-block-list\b/.test(value),
  );
  const items = (node.content ?? []).map((item) => {
    const written = element('li', item.attrs?.html ?? [], writeItem(item.content ?? [], dialect, isClassed));
    return dialect.hasItemComments ? `<!-- wp:list-item -->\n${written}\n<!-- /wp:list-item -->` : written;
  });
  const html = listAttributes(node);
  return element(tag, html, dialect.hasItemComments ? items.join('\n\n') : gapped(items, dialect));
}

/** The text of an item has no element of its own; what follows has, unless it is text after an element. */
function writeItem(children: readonly TextNode[], dialect: Dialect, isClassed: boolean): string {
  let written = '';
  let isAfterText = false;
  for (const [index, child] of children.entries()) {
    const isText: boolean = index === 0 ? isFirstText(child, children[1]) : isBareText(child) && !isAfterText;
    const isOwnBlock = dialect.hasItemComments && /List$/.test(child.type);
    const [before, after] = isOwnBlock ? blockComments(child) : ['', ''];
    const gap = index === 0 || isOwnBlock ? '' : dialect.innerGap;
    const end = index === children.length - 1 && !isText && !isOwnBlock ? dialect.innerEnd : '';
    written +=
      gap +
      before +
      (isText
        ? writeInline(child, dialect)
        : writeElement(isOwnBlock && isClassed ? { ...child, attrs: blockAttributes(child) } : child, dialect)) +
      after +
      end;
    isAfterText = isText;
  }
  return written;
}

const isBareText = ({ type, attrs }: TextNode): boolean => type === 'paragraph' && attrs?.isBare === true;

/** Nothing at all before a paragraph would not be read as a paragraph. */
function isFirstText({ attrs, content = [] }: TextNode, next: TextNode | undefined): boolean {
  const { isBare = null, html = [] } = attrs ?? {};
  return isBare !== false && html.length === 0 && (content.length > 0 || next?.type !== 'paragraph');
}

/** A quotation of one text may do without an element for it. */
function quoteParts(children: readonly TextNode[], dialect: Dialect): string[] {
  const [only, ...others] = children;
  if (only?.attrs?.isBare && others.length === 0) return [writeNode(only, dialect)];
  return children.map((child) => writeElement(child, dialect));
}

/** A node that stands where only an element tells it from what is around it. */
const writeElement = (node: TextNode, dialect: Dialect): string =>
  writeNode({ ...node, attrs: { ...node.attrs, isBare: false } }, dialect);

/** A list that was pasted may begin at another number than one. */
function listAttributes({ attrs = {} }: TextNode): Attributes {
  const { html = [], start } = attrs;
  const isNumbered = typeof start === 'number' && start !== 1 && !html.some(([name]) => name === 'start');
  return isNumbered ? [...html, ['start', String(start)]] : html;
}

/** White space before each, and before the end. */
function gapped(items: readonly string[], { listGap }: Dialect): string {
  const end = listGap.startsWith('\n') ? '\n' : listGap;
  return items.map((item) => `${listGap}${item}`).join('') + end;
}

function writeCode(node: TextNode): string {
  const text = escapeText((node.content ?? []).map((child) => child.text ?? '').join(''), 'all');
  const inner = node.attrs?.['inner'] as Attributes | null | undefined;
  if (inner) return element('pre', node.attrs?.html ?? [], element('code', inner, text));
  // The first end of a line belongs to the tag.
  return element('pre', node.attrs?.html ?? [], text.startsWith('\n') ? `\n${text}` : text);
}

function writeImage(node: TextNode, dialect: Dialect): string {
  const { html = [], src = '', alt = '' } = node.attrs ?? {};
  const known = html.length > 0 ? html : [['src', String(src)] as const, ['alt', String(alt)] as const];
  const current = known.map(([name, value]): readonly [string, string] => {
    if (name === 'src') return [name, String(src)];
    return name === 'alt' ? [name, String(alt)] : [name, value];
  });
  return `<img${writeAttributes(current)}${dialect.voidEnd}`;
}

/** Text with its marks; a mark that goes on over several pieces is written once. */
function writeInline(node: TextNode, dialect: Dialect): string {
  let text = '';
  let open: TextMark[] = [];
  for (const child of node.content ?? []) {
    const marks = (child.marks ?? []).toSorted((a, b) => depthOf(a) - depthOf(b));
    const shared = open.findIndex((mark, index) => !isSame(mark, marks[index]));
    const kept = shared < 0 ? open.length : shared;
    for (const mark of open.slice(kept).reverse()) text += `</${tagOf(mark)}>`;
    for (const mark of marks.slice(kept)) text += `<${tagOf(mark)}${writeAttributes(markAttributes(mark))}>`;
    open = marks;
    text += writePiece(child, dialect);
  }
  for (const mark of open.reverse()) text += `</${tagOf(mark)}>`;
  return text;
}

function writePiece(node: TextNode, dialect: Dialect): string {
  if (node.type === 'hardBreak') return dialect.lineBreak;
  if (node.type === 'image') return writeImage(node, dialect);
  if (node.type === 'inlineSource') return node.attrs?.source ?? '';
  return escapeText(node.text ?? '', dialect.escapes);
}

const usualTags: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  code: 'code',
  strike: 's',
  underline: 'u',
  link: 'a',
};

/** Marks that are new stand inside those that were there. */
const depthOf = (mark: TextMark): number => mark.attrs?.depth ?? Number.MAX_SAFE_INTEGER;
const tagOf = (mark: TextMark): string => mark.attrs?.tag ?? usualTags[mark.type] ?? 'span';
const isSame = (mark: TextMark, other: TextMark | undefined): boolean => JSON.stringify(mark) === JSON.stringify(other);

/** A link's address may have been changed in the editor. */
function markAttributes(mark: TextMark): Attributes {
  const html = mark.attrs?.html ?? [];
  if (mark.type !== 'link') return html;
  const href = mark.attrs?.['href'];
  if (typeof href !== 'string') return html;
  if (!html.some(([name]) => name === 'href')) return [['href', href], ...html];
  return html.map(([name, value]) => [name, name === 'href' ? href : value]);
}

const element = (tag: string, html: Attributes, inner: string): string =>
  `<${tag}${writeAttributes(html)}>${inner}</${tag}>`;

const writeAttributes = (html: Attributes): string =>
  html.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');

const escapeAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('\u00a0', '&nbsp;');

function escapeText(text: string, escapes: Dialect['escapes']): string {
  if (escapes === 'all')
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
  return text
    .replace(/&(?=[#\w])/g, '&amp;')
    .replace(/<(?=[a-z/!?])/gi, '&lt;')
    .replaceAll('\u00a0', '&nbsp;');
}
