import { parse } from 'parse5';
import { attributesOf, elements } from './html-tree.ts';

/** The oEmbed endpoint in a page's head, JSON before XML; null when there is none. */
export function discoverEndpoint(
  html: string,
  pageUrl: string,
): { readonly url: string; readonly format: 'json' | 'xml' } | null {
  const links = elements(parse(html), 'link').map(attributesOf);
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
