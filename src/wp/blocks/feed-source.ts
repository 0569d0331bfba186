import { hasPassed } from '../../lib/elapsed.ts';
import type { Fetcher } from '../../lib/fetcher.ts';
import { FetchRefused } from '../../lib/outbound-url.ts';
import type { ShownFeed } from '../../text/blocks/block-data.ts';

/** Loads feeds of other sites. */
export type FeedSource = (url: string, now: number) => Promise<ShownFeed>;

export interface FeedSourceOptions {
  readonly fetch: Fetcher;
  /** Most feeds that are remembered. */
  readonly most?: number;
}

const freshMilliseconds = 12 * 60 * 60 * 1000;
/** A feed that cannot be loaded is tried again after this time, so that it does not delay every response. */
const failedMilliseconds = 5 * 60 * 1000;
const limits = { timeoutMs: 3_000, maxBytes: 1_000_000 };

interface Remembered {
  readonly feed: Promise<ShownFeed>;
  readonly askedMs: number;
  freshMs: number;
}

/** A source that fetches each feed at most twice a day, and once for all who ask at the same time. */
export function createFeedSource({ fetch, most = 200 }: FeedSourceOptions): FeedSource {
  const known = new Map<string, Remembered>();
  return async (url, now) => {
    const found = known.get(url);
    if (found && !hasPassed(found.askedMs, found.freshMs, now)) return found.feed;
    const entry: Remembered = { feed: load(url, fetch), askedMs: now, freshMs: freshMilliseconds };
    known.delete(url);
    known.set(url, entry);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    const feed = await entry.feed;
    if ('failure' in feed) entry.freshMs = failedMilliseconds;
    return feed;
  };
}

async function load(url: string, fetch: Fetcher): Promise<ShownFeed> {
  try {
    const answer = await fetch(url, {
      accept: 'application/rss+xml, application/atom+xml, application/xml',
      ...limits,
    });
    if (answer.status !== 200) return { failure: `The feed answers with the status ${answer.status}.` };
    const { readFeed } = await import('./read-feed.ts');
    const items = readFeed(answer.body.toString('utf8'));
    return items ? { items } : { failure: 'There is no feed at this address.' };
  } catch (error) {
    if (error instanceof FetchRefused) return { failure: 'The feed cannot be loaded.' };
    throw error;
  }
}
