import type { Attributes, TextMark, TextNode } from './text-node.ts';

/** The marks of the editor by the elements that stand for them. */
const markOf: Readonly<Record<string, string>> = {
  STRONG: 'bold',
  B: 'bold',
  EM: 'italic',
  I: 'italic',
  CODE: 'code',
  S: 'strike',
  DEL: 'strike',
  U: 'underline',
  A: 'link',
};

/** Elements around words for which the editor has no button. */
const inlineElements = new Set(
  'ABBR ACRONYM BDO BIG CITE DFN FONT INS KBD LABEL MARK Q SAMP SMALL SPAN STRIKE SUB SUP TIME TT VAR'.split(' '),
);

/** Reads inline markup; null where the editor cannot represent something in it. */
export function readInline(nodes: readonly Node[], options: { readonly keepsLines: boolean }): TextNode[] | null {
  const found: TextNode[] = [];
  const visit = (node: Node, marks: readonly TextMark[]): boolean => {
    if (node.nodeType === Node.TEXT_NODE) {
      readText(node.textContent ?? '', marks, options.keepsLines, found);
      return true;
    }
    if (!(node instanceof Element)) return false;
    if (node.tagName === 'BR') {
      found.push(withMarks({ type: 'hardBreak', attrs: { html: attributesOf(node) } }, marks));
      return true;
    }
    if (node.tagName === 'IMG') {
      found.push(withMarks(imageNode(node), marks));
      return true;
    }
    const type = markOf[node.tagName] ?? (inlineElements.has(node.tagName) ? 'element' : undefined);
    const mark: TextMark = { type: type ?? '', attrs: markAttributes(node, marks.length) };
    const isRepeated = (other: TextMark) =>
      other.type === type && (type !== 'element' || other.attrs?.tag === mark.attrs?.tag);
    if (!type || marks.some(isRepeated)) return false;
    // An empty element would be lost as a mark.
    if (node.childNodes.length === 0) {
      found.push(withMarks({ type: 'inlineSource', attrs: { source: node.outerHTML } }, marks));
      return true;
    }
    return [...node.childNodes].every((child) => visit(child, [...marks, mark]));
  };
  return nodes.every((node) => visit(node, [])) ? found : null;
}

/** In text without paragraph elements, the end of a line is a line break. */
function readText(text: string, marks: readonly TextMark[], keepsLines: boolean, found: TextNode[]): void {
  const lines = keepsLines ? text.split('\n') : [text];
  for (const [index, line] of lines.entries()) {
    if (index > 0) found.push(withMarks({ type: 'hardBreak', attrs: { html: [] } }, marks));
    if (line !== '') found.push(withMarks({ type: 'text', text: line }, marks));
  }
}

function markAttributes(element: Element, depth: number): NonNullable<TextMark['attrs']> {
  const html = attributesOf(element);
  const own = { tag: element.tagName.toLowerCase(), html, depth };
  return element.tagName === 'A' ? { ...own, href: element.getAttribute('href') } : own;
}

export function imageNode(element: Element): TextNode {
  return {
    type: 'image',
    attrs: {
      html: attributesOf(element),
      src: element.getAttribute('src') ?? '',
      alt: element.getAttribute('alt') ?? '',
    },
  };
}

export const attributesOf = (element: Element): Attributes =>
  [...element.attributes].map(({ name, value }) => [name, value] as const);

const withMarks = (node: TextNode, marks: readonly TextMark[]): TextNode =>
  marks.length > 0 ? { ...node, marks } : node;

/** Reads one block element; null where the editor cannot represent it. */
export function readBlock(element: Element): TextNode | null {
  const html = attributesOf(element);
  switch (element.tagName) {
    case 'P':
      return withInline({ type: 'paragraph', attrs: { html } }, element);
    case 'H1':
    case 'H2':
    case 'H3':
    case 'H4':
    case 'H5':
    case 'H6':
      return withInline({ type: 'heading', attrs: { level: Number(element.tagName[1]), html } }, element);
    case 'UL':
      return readList(element, { type: 'bulletList', attrs: { html } });
    case 'OL':
      return readList(element, {
        type: 'orderedList',
        attrs: { html, start: Number(element.getAttribute('start') ?? 1) },
      });
    case 'BLOCKQUOTE':
      return readQuote(element, { type: 'blockquote', attrs: { html } });
    case 'PRE':
      return readCode(element, html);
    case 'HR':
      return { type: 'horizontalRule', attrs: { html } };
    default:
      return null;
  }
}

function withInline(node: TextNode, element: Element): TextNode | null {
  const content = readInline([...element.childNodes], { keepsLines: false });
  return content && { ...node, ...(content.length > 0 ? { content } : {}) };
}

function readList(element: Element, node: TextNode): TextNode | null {
  const items: TextNode[] = [];
  for (const child of element.childNodes) {
    if (isGap(child)) continue;
    const item = child instanceof Element && child.tagName === 'LI' ? readItem(child) : null;
    if (!item) return null;
    items.push(item);
  }
  return items.length > 0 ? { ...node, content: items } : null;
}

/** An item begins with a paragraph, which may be empty. */
function readItem(element: Element): TextNode | null {
  const content = readParts(element);
  if (!content) return null;
  const begins = content[0]?.type === 'paragraph';
  const whole = begins ? content : [{ type: 'paragraph', attrs: { isBare: true } }, ...content];
  return { type: 'listItem', attrs: { html: attributesOf(element) }, content: whole };
}

function readQuote(element: Element, node: TextNode): TextNode | null {
  const content = readParts(element, true);
  return content && content.length > 0 ? { ...node, content } : null;
}

/** Elements, and text between them, which is a paragraph without an element of its own. */
function readParts(element: Element, trimsEnds = false): TextNode[] | null {
  const found: TextNode[] = [];
  const children = [...element.childNodes].filter((child) => child.nodeType !== Node.COMMENT_NODE);
  const isPart = (child: Node | undefined): child is Element => child instanceof Element && isBlock(child);
  for (let at = 0; at < children.length; ) {
    const child = children[at];
    if (isPart(child)) {
      const part = readBlock(child);
      if (!part) return null;
      found.push(child.tagName === 'P' ? { ...part, attrs: { ...part.attrs, isBare: false } } : part);
      at += 1;
      continue;
    }
    const next = children.findIndex((other, index) => index > at && isPart(other));
    const end = next < 0 ? children.length : next;
    const trims = { start: trimsEnds || at > 0, end: trimsEnds || next >= 0 };
    const content = readInline(children.slice(at, end), { keepsLines: false });
    if (!content) return null;
    const text = trimmed(content, trims);
    if (text.length > 0) found.push({ type: 'paragraph', attrs: { isBare: true }, content: text });
    at = end;
  }
  return found;
}

const isBlock = ({ tagName }: Element): boolean => /^(?:P|H[1-6]|UL|OL|BLOCKQUOTE|PRE|HR|DIV|TABLE)$/.test(tagName);

/** Without the white space that stands between a text and an element, or the end. */
function trimmed(content: readonly TextNode[], ends: { readonly start: boolean; readonly end: boolean }): TextNode[] {
  const cut = (node: TextNode | undefined, edge: RegExp): TextNode[] => {
    if (node === undefined) return [];
    if (node.text === undefined) return [node];
    const text = node.text.replace(edge, '');
    return text === '' ? [] : [{ ...node, text }];
  };
  let kept = [...content];
  if (ends.start) kept = [...cut(kept[0], /^[\t\n\r ]+/), ...kept.slice(1)];
  if (ends.end) kept = [...kept.slice(0, -1), ...cut(kept.at(-1), /[\t\n\r ]+$/)];
  return kept;
}

function readCode(element: Element, html: Attributes): TextNode | null {
  const [inner] = element.children;
  const isCode = inner?.tagName === 'CODE' && element.childNodes.length === 1;
  const holder = isCode ? inner : element;
  if (holder.children.length > 0) return null;
  const text = holder.textContent ?? '';
  return {
    type: 'codeBlock',
    attrs: { html, inner: isCode ? attributesOf(inner) : null },
    ...(text ? { content: [{ type: 'text', text }] } : {}),
  };
}

/** White space between elements, and the comments around the items of a list. */
const isGap = (node: Node): boolean =>
  node.nodeType === Node.COMMENT_NODE || (node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() === '');
