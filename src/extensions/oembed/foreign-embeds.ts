import { type Fetcher, FetchRefused } from '../../extension.ts';
import { discoverEndpoint } from './discover-endpoint.ts';
import { type ForeignAnswer, readForeignAnswer } from './foreign-answer.ts';
import { providerOf } from './providers.ts';

/** What is asked of other sites. */
export interface ForeignQuestion {
  readonly url: string;
  readonly maxWidth: number;
  readonly maxHeight: number | null;
  /** Whether a page nobody knows may be read for its own provider. */
  readonly discover: boolean;
}

/** Asks other sites for embeds, remembering what they said. */
export type ForeignEmbeds = (question: ForeignQuestion) => Promise<ForeignAnswer | null>;

const MAX_REMEMBERED = 500;
const FOUND_FOR_MS = 86_400_000;
const MISSED_FOR_MS = 300_000;

/** Answers are kept for a day, failures for five minutes, and a question that is being asked is not asked again. */
export function createForeignEmbeds(fetch: Fetcher, clock: () => number): ForeignEmbeds {
  const remembered = new Map<string, { readonly answer: Promise<ForeignAnswer | null>; untilMs: number }>();
  return async (question) => {
    const key = JSON.stringify(question);
    const known = remembered.get(key);
    if (known && known.untilMs > clock()) return known.answer;
    const entry = { answer: askOutside(fetch, question), untilMs: clock() + MISSED_FOR_MS };
    remembered.delete(key);
    remembered.set(key, entry);
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    const answer = await entry.answer;
    if (answer) entry.untilMs = clock() + FOUND_FOR_MS;
    return answer;
  };
}

/** Whatever goes wrong outside looks the same from here: there is no embed. */
async function askOutside(fetch: Fetcher, question: ForeignQuestion): Promise<ForeignAnswer | null> {
  try {
    const endpoint = await endpointFor(fetch, question);
    if (!endpoint) return null;
    const accept = endpoint.format === 'json' ? 'application/json' : 'text/xml';
    const { status, body } = await fetch(sized(endpoint.url, question), { accept, maxBytes: 153_600 });
    return status === 200 ? readForeignAnswer(body.toString('utf8'), endpoint.format) : null;
  } catch (error) {
    if (error instanceof FetchRefused) return null;
    throw error;
  }
}

/** A known provider is told which post is meant; a discovered endpoint names it already. */
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
