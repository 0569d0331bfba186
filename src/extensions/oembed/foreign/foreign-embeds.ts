import { createBoundedMap, type Fetcher, hasPassed } from '../../../extension.ts';
import { type ForeignAnswer, readForeignAnswer } from './foreign-answer.ts';
import { providerOf } from './providers.ts';
import { type MarkupTag, scanMarkup } from './scan-markup.ts';

/** A request for an embed of another site. */
export interface ForeignQuestion {
  readonly url: string;
  readonly maxWidth: number;
  readonly maxHeight: number | null;
  /** Whether an unknown page may be fetched to discover its provider. */
  readonly discover: boolean;
}

/** Requests embeds from other sites and caches the responses. */
export type ForeignEmbeds = (question: ForeignQuestion) => Promise<ForeignAnswer | null>;

const maxCached = 500;
const foundForMs = 86_400_000;
const missedForMs = 300_000;

/** Responses are cached for a day, failures for five minutes; concurrent requests for one URL share one fetch. */
export function createForeignEmbeds(fetch: Fetcher, clock: () => number): ForeignEmbeds {
  const cached = createBoundedMap<
    string,
    { readonly answer: Promise<ForeignAnswer | null>; readonly askedMs: number; forMs: number }
  >(maxCached);
  return async (question) => {
    const key = JSON.stringify(question);
    const known = cached.get(key);
    if (known && !hasPassed(known.askedMs, known.forMs, clock())) return known.answer;
    const entry = { answer: askOutside(fetch, question), askedMs: clock(), forMs: missedForMs };
    cached.set(key, entry);
    const answer = await entry.answer;
    if (answer) entry.forMs = foundForMs;
    return answer;
  };
}

/**
 * Asks a provider, without any cache. Every failure has the same result: there is no embed. All that can fail here
 * depends on what somebody outside sent, so that nothing of it may become a fault of the request or stay in a cache.
 */
export async function askOutside(fetch: Fetcher, question: ForeignQuestion): Promise<ForeignAnswer | null> {
  try {
    const endpoint = await endpointFor(fetch, question);
    if (!endpoint) return null;
    const accept = endpoint.format === 'json' ? 'application/json' : 'text/xml';
    const { status, body } = await fetch(sized(endpoint.url, question), { accept, maxBytes: 153_600 });
    return status === 200 ? readForeignAnswer(body.toString('utf8'), endpoint.format) : null;
  } catch {
    return null;
  }
}

/** A known provider needs the URL of the post; a discovered endpoint already contains it. */
async function endpointFor(fetch: Fetcher, { url, discover }: ForeignQuestion) {
  const provider = providerOf(url);
  if (provider) {
    const endpoint = new URL(provider.endpoint);
    endpoint.searchParams.set('url', url);
    endpoint.searchParams.set('format', 'json');
    return { url: endpoint.href, format: 'json' as const };
  }
  if (!discover) return null;
  const page = await fetch(url, { accept: 'text/html', maxBytes: 524_288 });
  if (page.status !== 200 || !/^(?:text\/html|application\/xhtml\+xml)$/.test(page.contentType)) return null;
  return discoverEndpoint(page.body.toString('utf8'), page.url);
}

function sized(endpoint: string, { maxWidth, maxHeight }: ForeignQuestion): string {
  const url = new URL(endpoint);
  url.searchParams.set('maxwidth', String(maxWidth));
  if (maxHeight !== null) url.searchParams.set('maxheight', String(maxHeight));
  return url.href;
}

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
