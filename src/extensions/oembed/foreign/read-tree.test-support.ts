import type { DefaultTreeAdapterTypes } from 'parse5';

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
