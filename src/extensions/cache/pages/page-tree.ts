import { selectAll, selectOne } from 'css-select';
import { html, parse, serialize } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';

export type Document = Htmlparser2TreeAdapterMap['document'];
export type Element = Htmlparser2TreeAdapterMap['element'];
export type Node = Htmlparser2TreeAdapterMap['node'];
export type Text = Htmlparser2TreeAdapterMap['textNode'];

export const parsePage = (text: string): Document => parse(text, { treeAdapter: adapter });
export const writePage = (document: Document): string => serialize(document, { treeAdapter: adapter });

/** Elements of a document, in document order. */
export const elementsOf = (document: Document, selector: string): Element[] =>
  selectAll<Node, Element>(selector, document);

export const firstElement = (document: Document, selector: string): Element | null =>
  selectOne<Node, Element>(selector, document);

export const isElement = (node: Node): node is Element => adapter.isElementNode(node);
export const isTextNode = (node: Node): node is Text => adapter.isTextNode(node);

export function textIn(element: Element): string {
  return element.childNodes.map((child) => (isTextNode(child) ? child.data : '')).join('');
}

/** Replaces the content of an element by a text. */
export function setText(element: Element, text: string): void {
  for (const child of [...element.childNodes]) adapter.detachNode(child);
  adapter.insertText(element, text);
}

export const removeElement = (element: Element): void => adapter.detachNode(element);

export function appendElement(parent: Element, name: string, attributes: Readonly<Record<string, string>>): void {
  const attrs = Object.entries(attributes).map(([key, value]) => ({ name: key, value }));
  adapter.appendChild(parent, adapter.createElement(name, html.NS.HTML, attrs));
}

/** The styles of a page: the style elements in its head that apply to every medium. */
export const styleElements = (document: Document): Element[] => elementsOf(document, 'head > style:not([media])');

/** The canonical URL of a page; null for one that is not to be indexed, such as an embed's card. */
export function canonicalUrl(document: Document): string | null {
  if (firstElement(document, 'head > meta[name="robots"][content*="noindex"]')) return null;
  return firstElement(document, 'head > link[rel="canonical"]')?.attribs['href'] ?? null;
}

/** The file name at the end of a picture's URL, decoded; empty where there is none. */
export function imageName(address: string): string {
  const path = address.trim().split(/[?#]/, 1)[0] ?? '';
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
