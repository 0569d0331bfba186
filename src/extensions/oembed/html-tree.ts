import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, serializeOuter } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The elements of one name, in document order. */
export function elements(node: Node, name: string): Element[] {
  if (!('childNodes' in node)) return [];
  return node.childNodes.flatMap((child) => {
    const inside = elements(child, name);
    return 'tagName' in child && child.tagName === name ? [child, ...inside] : inside;
  });
}

/** All text below a node. */
export function textContent(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textContent).join('') : '';
}

/** The attributes of an element, by name. */
export function attributesOf({ attrs }: Element): ReadonlyMap<string, string> {
  return new Map(attrs.map(({ name, value }) => [name, value]));
}

/** An element with child elements and plain text. */
export function createElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Element | string)[]
): Element {
  const attrs = Object.entries(attributes).map(([key, value]) => ({ name: key, value }));
  const element = defaultTreeAdapter.createElement(name, html.NS.HTML, attrs);
  for (const child of children) {
    if (typeof child === 'string') defaultTreeAdapter.insertText(element, child);
    else defaultTreeAdapter.appendChild(element, child);
  }
  return element;
}

/** An element as HTML, everything in it escaped. */
export const writeElement = (element: Element): string => serializeOuter(element);
