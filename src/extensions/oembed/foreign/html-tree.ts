import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, serializeOuter } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

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
