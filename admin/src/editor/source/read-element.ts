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

/** Reads inline markup; null where the editor cannot represent something in it. */
export function readInline(parent: Node, options: { readonly keepsLines: boolean }): TextNode[] | null {
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
    const type = markOf[node.tagName];
    // An empty element, or one inside another of its kind, would be lost.
    if (!type || node.childNodes.length === 0 || marks.some((mark) => mark.type === type)) return false;
    const mark: TextMark = { type, attrs: markAttributes(node, marks.length) };
    return [...node.childNodes].every((child) => visit(child, [...marks, mark]));
  };
  return [...parent.childNodes].every((child) => visit(child, [])) ? found : null;
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
  const content = readInline(element, { keepsLines: false });
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

function readItem(element: Element): TextNode | null {
  const content = readInline(element, { keepsLines: false });
  if (!content) return null;
  const paragraph: TextNode = {
    type: 'paragraph',
    attrs: { isBare: true },
    ...(content.length > 0 ? { content } : {}),
  };
  return { type: 'listItem', attrs: { html: attributesOf(element) }, content: [paragraph] };
}

function readQuote(element: Element, node: TextNode): TextNode | null {
  const paragraphs: TextNode[] = [];
  for (const child of element.childNodes) {
    if (isGap(child)) continue;
    const paragraph = child instanceof Element && child.tagName === 'P' ? readBlock(child) : null;
    if (!paragraph) return null;
    paragraphs.push(paragraph);
  }
  return paragraphs.length > 0 ? { ...node, content: paragraphs } : null;
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
