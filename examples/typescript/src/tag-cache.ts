import { requestTags } from 'platen/webhook';

interface Stored {
  readonly answer: Promise<Response>;
  readonly tags: readonly string[];
  readonly untilMs: number;
}

interface TaggedInit extends RequestInit {
  readonly next?: { readonly tags?: readonly string[] };
}

const mostAnswers = 2_000;

/** A `fetch` that keeps answers of the interface in memory, each under the tags of what it shows. */
export function createTagCache({ seconds }: { readonly seconds: number }) {
  const stored = new Map<string, Stored>();

  const read = (url: string, init: RequestInit, tags: readonly string[]): Promise<Response> => {
    const answer = fetch(url, init);
    const entry = { answer, tags, untilMs: Date.now() + seconds * 1000 };
    stored.set(url, entry);
    const forget = (): void => {
      if (stored.get(url) === entry) stored.delete(url);
    };
    answer.then(({ ok }) => ok || forget(), forget);
    const [oldest] = stored.keys();
    if (stored.size > mostAnswers && oldest !== undefined) stored.delete(oldest);
    return answer;
  };

  return {
    async fetch(url: string, { next, ...init }: TaggedInit): Promise<Response> {
      const tags = (init.method ?? 'GET') === 'GET' && init.cache !== 'no-store' ? requestTags(url) : null;
      if (tags === null) return fetch(url, init);
      const known = stored.get(url);
      const isFresh = known !== undefined && known.untilMs > Date.now();
      const answer = isFresh ? known.answer : read(url, init, [...tags, ...(next?.tags ?? [])]);
      // Each reader takes a copy of the body.
      return (await answer).clone();
    },

    /** Forgets every answer with one of the tags, those that are on their way included. */
    expire(tags: readonly string[]): void {
      const gone = new Set(tags);
      for (const [url, entry] of stored) if (entry.tags.some((tag) => gone.has(tag))) stored.delete(url);
    },
  };
}
