import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { siteFrom } from '../rules/site.ts';
import { everything } from '../rules/visibility.ts';
import { type BulkWriter, openBulkWriter } from '../storage/bulk/bulk-writer.ts';
import { openStore } from '../storage/open/open-store.ts';
import type { OpenStore } from '../storage/store.ts';
import { generateComments, generatePages, generatePosts } from './generate-content.ts';
import { inventedAuthors } from './invented-posts.ts';

const nowMs = Date.UTC(2026, 0, 1);
const site = siteFrom(() => null, { url: 'http://site.test', fallbackUrl: '', permalinks: null, now: () => nowMs });
const posts = { types: ['post'], visibility: everything };

let folder: string;
let store: OpenStore;
let bulk: BulkWriter;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generate-'));
  const url = `sqlite:${join(folder, 'content.db')}`;
  store = await openStore({ url });
  bulk = await openBulkWriter({ url, prefix: 'wp_' });
});
afterEach(async () => {
  await bulk.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const generate = (count: number, progress?: (done: number) => void) =>
  generatePosts(count, { store, bulk, site, nowMs, ...(progress ? { progress } : {}) });
const newest = (limit: number) => store.posts.find(posts, { by: 'date', direction: 'desc' }, { limit, offset: 0 });

describe('generating posts', () => {
  it('makes as many as asked, published in the past, each with its terms', async () => {
    const steps: number[] = [];
    await generate(1200, (done) => steps.push(done));
    expect(steps).toEqual([1000, 1200]);
    expect(await store.posts.count({ ...posts, statuses: ['publish'] })).toBe(1200);
    const found = await newest(1200);
    expect(new Set(found.map((post) => post.slug)).size).toBe(1200);
    expect((found[0]?.dateGmt ?? '') < '2026-01-01 00:00:00').toBe(true);
    const terms = await store.terms.ofPosts(found.map((post) => post.id));
    for (const { id } of found)
      expect((terms.get(id) ?? []).map((term) => term.taxonomy).toSorted()).toEqual([
        ...['category', 'category', 'post_tag', 'post_tag'],
      ]);
  });

  it('counts what each term holds', async () => {
    await generate(60);
    const order = { by: 'id', direction: 'asc' } as const;
    for (const taxonomy of ['category', 'post_tag']) {
      const terms = await store.terms.find({ taxonomy }, order, { limit: 200, offset: 0 });
      expect(terms.reduce((sum, term) => sum + term.count, 0)).toBe(120);
    }
  });

  it('adds to what is there, with the same authors and terms, also where some posts are gone', async () => {
    await generate(30);
    const [last] = await store.posts.find(posts, { by: 'id', direction: 'asc' }, { limit: 1, offset: 0 });
    await store.posts.remove(last?.id ?? 0);
    await generate(30);
    expect(await store.posts.count(posts)).toBe(59);
    expect(new Set((await newest(59)).map((post) => post.slug)).size).toBe(59);
    expect(await store.users.count({})).toBe(inventedAuthors.length);
  });
});

describe('generating pages', () => {
  it('makes as many as asked, in a tree, without terms', async () => {
    await generatePages(25, { store, bulk, site, nowMs });
    const pages = { types: ['page'], visibility: everything };
    const found = await store.posts.find(pages, { by: 'id', direction: 'asc' }, { limit: 30, offset: 0 });
    const ids = found.map(({ id }) => id);
    const above = (at: number) => (at % 10 === 0 ? 0 : ids[at - (at % 10)]);
    expect(found.map(({ parentId }) => parentId)).toEqual(Array.from({ length: 25 }, (_, at) => above(at)));
    expect(found.map(({ menuOrder }) => menuOrder)).toEqual(Array.from({ length: 25 }, (_, at) => at % 10));
    expect([...(await store.terms.ofPosts(ids)).values()].flat()).toEqual([]);
    expect(await store.terms.count({ taxonomy: 'category' })).toBe(0);
  });
});

describe('generating comments', () => {
  const all = { visibility: { anyOf: [{ approved: 'any' as const }] } };
  it('gives each post one from the newest on, then another, counted, none in the future', async () => {
    await generate(20);
    expect(await generateComments(50, { store, bulk, site, nowMs })).toBe(50);
    expect(await store.comments.count(all)).toBe(50);
    const found = await newest(20);
    expect(found.map(({ commentCount }) => commentCount)).toEqual([...Array(10).fill(3), ...Array(10).fill(2)]);
    const order = { by: 'dateGmt', direction: 'desc' } as const;
    const [last] = await store.comments.find(all, order, { limit: 1, offset: 0 });
    expect((last?.dateGmt ?? '9') <= '2026-01-01 00:00:00').toBe(true);
    const byPost = new Map(found.map(({ id, dateGmt }) => [id, dateGmt]));
    for (const { postId, dateGmt } of await store.comments.find(all, order, { limit: 50, offset: 0 }))
      expect(dateGmt >= (byPost.get(postId) ?? '9')).toBe(true);
  });

  it('adds none where there is no published post', async () => {
    expect(await generateComments(5, { store, bulk, site, nowMs })).toBe(0);
    expect(await store.comments.count(all)).toBe(0);
  });
});
