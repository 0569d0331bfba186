import { hash } from 'node:crypto';
import {
  type ExtensionHost,
  type ExtensionTable,
  isRecord,
  type RunningSite,
  type Store,
  StoreError,
} from '../../extension.ts';

/** The results of the crawlers for one URL: a letter and a status for each crawler. */
export interface CrawledUrl {
  id: number;
  path: string;
  pathDigest: string;
  letters: string;
  codes: readonly number[];
  changedMs: number;
}

export const crawledTable: ExtensionTable<CrawledUrl> = {
  name: 'cache_crawled',
  columns: { id: 'id', path: 'text', pathDigest: 'short', letters: 'short', codes: 'json', changedMs: 'integer' },
  key: 'id',
  unique: [['pathDigest']],
};

/** Pending, cache hit, cache miss (cached now), not cacheable, no usable response. */
export type Letter = '-' | 'H' | 'M' | 'N' | 'B';

const mostUrls = 10_000;
const pageSize = 100;

/** URLs to warm, taken only from the site's own public content; links in texts are not followed. */
export async function listUrls(
  host: Pick<ExtensionHost, 'site' | 'types'> & Pick<RunningSite, 'ask'>,
): Promise<string[]> {
  const { url } = await host.site();
  const paths = ['/wp-json/', '/wp-json/wp/v2/categories', '/wp-json/wp/v2/tags', '/wp-json/wp/v2/users'];
  for (const { restBase, public: isPublic } of host.types) {
    if (!isPublic || restBase === null) continue;
    paths.push(`/wp-json/wp/v2/${restBase}`);
    for (let page = 1; paths.length < mostUrls; page++) {
      const query = { per_page: String(pageSize), page: String(page), _fields: 'id,link' };
      const { status, body } = await host.ask(`/wp/v2/${restBase}`, query);
      const items: readonly unknown[] = status === 200 && Array.isArray(body) ? body : [];
      for (const item of items.filter(isRecord)) {
        paths.push(`/wp-json/wp/v2/${restBase}/${item['id']}`);
        const link = String(item['link']);
        if (link.startsWith(`${url}/`)) paths.push(link.slice(new URL(url).origin.length));
      }
      if (items.length < pageSize) break;
    }
  }
  return [...new Set(paths)].slice(0, mostUrls);
}

const digestOf = (path: string): string => hash('sha1', path);

/** Begins a pass: every URL becomes pending again, except uncacheable ones, unless these are to be retried. */
export async function beginPass(
  store: Store,
  paths: readonly string[],
  crawlers: number,
  { retry, nowMs }: { retry: boolean; nowMs: number },
): Promise<void> {
  const rows = store.table(crawledTable);
  const wanted = new Set(paths);
  const known = new Set<string>();
  const blank = '-'.repeat(crawlers);
  for (const row of await rows.find({})) {
    if (!wanted.has(row.path)) await rows.remove({ id: row.id });
    else {
      known.add(row.path);
      const letters = row.letters.length === crawlers && !retry ? row.letters.replace(/[HM]/g, '-') : blank;
      if (letters !== row.letters) await rows.update({ id: row.id }, { letters, changedMs: nowMs });
    }
  }
  for (const path of paths) {
    if (known.has(path)) continue;
    const row = { path, pathDigest: digestOf(path), letters: blank, codes: [], changedMs: nowMs };
    try {
      await rows.insert(row);
    } catch (error) {
      if (!(error instanceof StoreError) || error.failure !== 'duplicate') throw error;
    }
  }
}

/** The next URL after a row that a crawler has not requested yet. */
export const nextUrl = (store: Store, crawler: number, afterId: number): Promise<CrawledUrl | null> =>
  nextWith(store, afterId, ({ letters }) => letters[crawler] === '-');

/** The next URL after a row whose response a crawler found in the cache or put there. */
export const nextWarmUrl = (store: Store, crawler: number, afterId: number): Promise<CrawledUrl | null> =>
  nextWith(store, afterId, ({ letters }) => letters[crawler] === 'H' || letters[crawler] === 'M');

async function nextWith(
  store: Store,
  afterId: number,
  isWanted: (url: CrawledUrl) => boolean,
): Promise<CrawledUrl | null> {
  for (let after = afterId; ; ) {
    const page = await store
      .table(crawledTable)
      .find({ id: { from: after + 1 } }, undefined, { limit: 100, offset: 0 });
    const next = page.find(isWanted);
    if (next) return next;
    if (page.length < 100) return null;
    after = page.at(-1)?.id ?? 0;
  }
}

export async function noteVisit(
  store: Store,
  { id, letters, codes }: CrawledUrl,
  crawler: number,
  found: { letter: Letter; status: number; nowMs: number },
): Promise<void> {
  const marked = letters.slice(0, crawler) + found.letter + letters.slice(crawler + 1);
  const statuses = Array.from({ length: letters.length }, (_, at) =>
    at === crawler ? found.status : (codes[at] ?? 0),
  );
  await store.table(crawledTable).update({ id }, { letters: marked, codes: statuses, changedMs: found.nowMs });
}
