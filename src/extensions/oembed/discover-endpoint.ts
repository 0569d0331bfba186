import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** The oEmbed address a page names in its head, JSON before XML; null when it names none. */
export function discoverEndpoint(
  html: string,
  pageUrl: string,
): { readonly url: string; readonly format: 'json' | 'xml' } | null {
  const links = elements(parse(html), 'link').map(
    (link) => new Map(link.attrs.map(({ name, value }) => [name, value])),
  );
  for (const [format, type] of formats) {
    const link = links.find(
      (candidate) => isAlternate(candidate.get('rel')) && candidate.get('type')?.trim().toLowerCase() === type,
    );
    const url = URL.parse(link?.get('href') ?? '', pageUrl);
    if (link?.get('href') && url) return { url: url.href, format };
  }
  return null;
}

const formats = [
  ['json', 'application/json+oembed'],
  ['xml', 'text/xml+oembed'],
] as const;

const isAlternate = (rel: string | undefined) => (rel ?? '').toLowerCase().split(/\s+/).includes('alternate');

/** The elements of one name, in document order. */
export function elements(node: Node, name: string): DefaultTreeAdapterTypes.Element[] {
  if (!('childNodes' in node)) return [];
  return node.childNodes.flatMap((child) => {
    const inside = elements(child, name);
    return 'tagName' in child && child.tagName === name ? [child, ...inside] : inside;
  });
}

/** All text below a node. */
export function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
