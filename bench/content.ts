// What whole requests for posts cost as a site grows, without the response cache.
//   node bench/content.ts [--small 1000] [--large 100000] [--runs 100]
// Each request is measured on a small and on a large site (SQLite, made for the run and removed after it); the ratio of
// the two shows whether the cost depends on the request or on the size of the site.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { parseParams } from '../src/api/params.ts';
import type { ApiRequest } from '../src/api/request.ts';
import { createPlaten, type Platen } from '../src/index.ts';
import { gmtAt } from '../src/rules/zone.ts';
import { type BulkRow, contentBulkTables } from '../src/storage/bulk/bulk-table.ts';
import { openBulkWriter } from '../src/storage/bulk/bulk-writer.ts';

const { values: flags } = parseArgs({
  options: {
    small: { type: 'string', default: '1000' },
    large: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '100' },
  },
});
const runs = Number(flags.runs);

/** Requests whose cost must not depend on the size of the site. */
const steady = (posts: number): Record<string, string> => ({
  'first page': '/wp/v2/posts',
  'first page of 100': '/wp/v2/posts?per_page=100',
  'page 50': '/wp/v2/posts?page=50',
  'by category': '/wp/v2/posts?categories=11',
  'by tag': '/wp/v2/posts?tags=41',
  'by author': '/wp/v2/posts?author=3',
  item: `/wp/v2/posts/${Math.floor(posts / 2)}`,
  slug: `/wp/v2/posts?slug=post-${Math.floor(posts / 2)}`,
  'few fields': '/wp/v2/posts?_fields=id,slug,title',
  'with embeds': '/wp/v2/posts?_embed',
});

/** Requests whose cost depends on the size of the site by nature; reported, but without a goal. */
const growing = (posts: number): Record<string, string> => ({
  'deepest page': `/wp/v2/posts?page=${Math.floor(posts / 10)}`,
  'search, rare word': `/wp/v2/posts?search=rare${Math.floor(posts / 2)}`,
  'search, common word': '/wp/v2/posts?search=ordinary',
});

const sites = [await measure(Number(flags.small)), await measure(Number(flags.large))] as const;
report(sites[0], sites[1]);

interface Measured {
  readonly posts: number;
  readonly steady: Readonly<Record<string, number>>;
  readonly growing: Readonly<Record<string, number>>;
}

async function measure(posts: number): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-content-'));
  const databaseUrl = `sqlite:${join(folder, 'content.db')}`;
  const options = { databaseUrl, dataDir: folder, siteUrl: 'http://site.test', sampleContent: false, leads: false };
  const open = () => createPlaten({ ...options, adminPassword: 'bench', log: pino({ level: 'silent' }) });
  try {
    await (await open()).close();
    await fill(databaseUrl, posts);
    const platen = await open();
    const all = async (paths: Record<string, string>, times: number) => {
      const found: Record<string, number> = {};
      for (const [name, path] of Object.entries(paths)) found[name] = await cost(platen, path, times);
      return found;
    };
    const measured = { posts, steady: await all(steady(posts), runs), growing: await all(growing(posts), 3) };
    await platen.close();
    return measured;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Processor time of one request in microseconds: the median of several batches, after a warm-up batch for the compiler
 * and the page cache. Wall-clock time would also include other load on the machine.
 */
async function cost(platen: Platen, path: string, times: number): Promise<number> {
  const batch = async (): Promise<number> => {
    const before = process.cpuUsage();
    for (let run = 0; run < times; run++) {
      const { status } = await platen.answer(request(path));
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / times;
  };
  await batch();
  const batches: number[] = [];
  for (let n = 0; n < 5; n++) batches.push(await batch());
  return batches.sort((one, other) => one - other)[2] as number;
}

function request(url: string): ApiRequest {
  const [path = '/', search = ''] = url.split('?');
  return {
    id: randomUUID(),
    method: 'GET',
    path,
    query: parseParams(search),
    headers: {},
    remoteAddress: '127.0.0.1',
    secure: false,
    body: async () => ({ kind: 'none' }),
  };
}

/** A typical site: ten authors, thirty categories, fifty tags, half a page of text in each post. */
async function fill(url: string, posts: number): Promise<void> {
  const bulk = await openBulkWriter({ url, prefix: 'wp_' });
  const terms = Array.from({ length: 80 }, (_, n) => n + 10);
  const taxonomyOf = (id: number) => (id < 40 ? 'category' : 'post_tag');
  await bulk.transaction(async (tables) => {
    await tables.insert(
      contentBulkTables.terms,
      terms.map((id) => ({ term_id: id, name: `Term ${id}`, slug: `term-${id}`, term_group: 0 })),
    );
    await tables.insert(
      contentBulkTables.term_taxonomy,
      terms.map((id) => ({
        term_taxonomy_id: id,
        term_id: id,
        taxonomy: taxonomyOf(id),
        description: '',
        parent: 0,
        count: Math.floor(posts / 30),
      })),
    );
    for (let from = 1; from <= posts; from += 5000) {
      const ids = Array.from({ length: Math.min(5000, posts - from + 1) }, (_, n) => from + n);
      await tables.insert(contentBulkTables.posts, ids.map(postRow));
      await tables.insert(contentBulkTables.term_relationships, ids.flatMap(filedUnder));
    }
  });
  await bulk.close();
}

function filedUnder(id: number): BulkRow[] {
  return [
    { object_id: id, term_taxonomy_id: 10 + (id % 30), term_order: 0 },
    { object_id: id, term_taxonomy_id: 40 + (id % 50), term_order: 0 },
  ];
}

function postRow(id: number): BulkRow {
  const date = gmtAt(Date.UTC(2015, 0, 1) + id * 3_600_000);
  return {
    ID: id,
    post_author: 1 + (id % 10),
    post_date: date,
    post_date_gmt: date,
    post_content: `Words of an ordinary post, rare${id}. ${'It goes on for a while, "quoted" here and there.\n\n'.repeat(20)}`,
    post_title: `Post number ${id}`,
    post_excerpt: '',
    post_status: 'publish',
    comment_status: 'open',
    ping_status: 'open',
    post_password: '',
    post_name: `post-${id}`,
    to_ping: '',
    pinged: '',
    post_modified: date,
    post_modified_gmt: date,
    post_content_filtered: '',
    post_parent: 0,
    guid: `http://site.test/?p=${id}`,
    menu_order: 0,
    post_type: 'post',
    post_mime_type: '',
    comment_count: 0,
  };
}

function report(small: Measured, large: Measured): void {
  const row = (name: string, a: string, b: string, ratio: string) =>
    console.log(`${name.padEnd(22)}${a.padStart(14)}${b.padStart(14)}${ratio.padStart(10)}`);
  row('microseconds of CPU', `${small.posts} posts`, `${large.posts} posts`, 'ratio');
  const rows = (kind: 'steady' | 'growing', note: (ratio: number) => string) => {
    for (const [name, before] of Object.entries(small[kind])) {
      const after = large[kind][name] as number;
      row(name, before.toFixed(0), after.toFixed(0), note(after / before));
    }
  };
  rows('steady', (ratio) => `${ratio.toFixed(2)}${ratio > 2 ? ' !' : ''}`);
  rows('growing', (ratio) => ratio.toFixed(1));
}
