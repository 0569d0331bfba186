import { type MarkupTag, scanMarkup } from './scan-markup.ts';

/** The oEmbed endpoint in a page's head, JSON before XML; null when there is none. */
export function discoverEndpoint(
  html: string,
  pageUrl: string,
): { readonly url: string; readonly format: 'json' | 'xml' } | null {
  const addresses = alternates(html);
  for (const [format, type] of formats) {
    const address = addresses.get(type);
    const url = address ? URL.parse(address, pageUrl) : null;
    if (url) return { url: url.href, format };
  }
  return null;
}

/** Tags of a page that are looked at. */
const mostTags = 20_000;

/** The address of the first alternate link of each type that a format has. */
function alternates(html: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let tags = 0;
  const open = ({ name, attributes }: MarkupTag) => {
    tags++;
    if (name !== 'link' || !isAlternate(attributes.get('rel'))) return;
    const type = attributes.get('type')?.trim().toLowerCase() ?? '';
    if (formats.some(([, wanted]) => wanted === type) && !found.has(type))
      found.set(type, attributes.get('href') ?? '');
  };
  scanMarkup(html, { open }, { language: 'html', isDone: () => tags >= mostTags || found.size === formats.length });
  return found;
}

const formats = [
  ['json', 'application/json+oembed'],
  ['xml', 'text/xml+oembed'],
] as const;

const isAlternate = (rel: string | undefined) => (rel ?? '').toLowerCase().split(/\s+/).includes('alternate');
