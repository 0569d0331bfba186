import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everything, type Visibility } from '../../../src/rules/visibility.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { ColumnOrder, OpenStore, PostFilter, PostOrder } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';
import { fillLongSite, size } from './long-site.ts';
import { skippedBy } from './skipped-rows.ts';

const everyone: Visibility = { anyOf: [{ types: ['post'], statuses: ['publish'] }] };
const editor: Visibility = { anyOf: [{ types: ['post'], statuses: ['publish', 'draft'] }] };
const published: PostFilter = { types: ['post'], visibility: everyone, statuses: ['publish'] };
const inOrder = (by: ColumnOrder['by'], direction: 'asc' | 'desc' = 'desc'): PostOrder => ({ by, direction });
const middle = '2020-02-15 00:00:00';

/** Lists with their orders, each of them longer than a page that is looked for by walking. */
const lists: Record<string, readonly [PostFilter, PostOrder]> = {
  'all, newest first': [published, inOrder('date')],
  'by title': [published, inOrder('title', 'asc')],
  'by slug': [published, inOrder('slug')],
  'by change': [published, inOrder('modified')],
  'of a term': [{ ...published, withTerms: [{ taxonomy: 'category', termIds: [1] }] }, inOrder('date')],
  'of two terms': [{ ...published, withTerms: [{ taxonomy: 'category', termIds: [1, 2] }] }, inOrder('date')],
  'of a term by title': [{ ...published, withTerms: [{ taxonomy: 'category', termIds: [1] }] }, inOrder('title')],
  'without a term': [{ ...published, withoutTerms: [{ taxonomy: 'category', termIds: [2] }] }, inOrder('date')],
  'without an author': [{ ...published, notAuthorIds: [2] }, inOrder('title')],
  'before a date': [{ ...published, before: middle }, inOrder('date')],
  'changed after a date': [{ ...published, modifiedAfter: middle }, inOrder('modified')],
  'in two states': [{ types: ['post'], visibility: editor, statuses: ['publish', 'draft'] }, inOrder('date')],
};

describe('pages deep in a list', () => {
  let database: FreshDatabase;
  let store: OpenStore;
  let another: OpenStore;

  beforeAll(async () => {
    database = await freshDatabase();
    await (await openStore({ url: database.url })).close();
    await fillLongSite(database);
    store = await openStore({ url: database.url });
    another = await openStore({ url: database.url });
  });
  afterAll(async () => {
    await another.close();
    await store.close();
    await database.drop();
  });

  const idsOf = (filter: PostFilter, order: PostOrder, limit: number, offset: number): Promise<number[]> =>
    store.posts.find(filter, order, { limit, offset }, ['id']).then((rows) => rows.map(({ id }) => id));

  /** A page that is asked for often is found in what is kept of its list, which is read meanwhile. */
  async function untilKept(filter: PostFilter, order: PostOrder): Promise<void> {
    await vi.waitFor(async () => expect(await skippedBy(() => idsOf(filter, order, 10, 520))).toBeLessThan(500), {
      timeout: 300_000,
      interval: 20,
    });
  }

  async function expectRight(filter: PostFilter, order: PostOrder): Promise<void> {
    // Pages at the beginning of a list are read from the database, and so is all of it.
    const all = await idsOf(filter, order, size * 2, 0);
    const offsets = [500, Math.floor(all.length / 2) + 250, all.length - 5, all.length + 20].filter((at) => at >= 500);
    const [total, ...pages] = await Promise.all([
      store.posts.count(filter),
      ...offsets.map((offset) => idsOf(filter, order, 10, offset)),
    ]);
    expect(pages).toEqual(offsets.map((offset) => all.slice(offset, offset + 10)));
    expect(total).toBe(all.length);
  }

  it.each(Object.entries(lists))(
    'are found without walking to them, and are right: %s',
    async (_name, [filter, order]) => {
      await untilKept(filter, order);
      await expectRight(filter, order);
    },
  );

  let last = size;
  /** What may happen to a site, by this process and by another one. */
  const writes: Record<string, (writer: OpenStore, id: number) => Promise<unknown>> = {
    'a new post': (writer) =>
      writer.transaction(async (inner) => {
        last += 1;
        const row = postRow({ title: `Title ${last % 800}`, slug: `new-${last}`, date: middle, modified: middle });
        await inner.terms.assign(await inner.posts.insert(row), 'category', [1]);
      }),
    'another title': (writer, id) => writer.posts.update(id, { title: `Title ${id % 333}` }),
    'another date': (writer, id) =>
      writer.posts.update(id, { date: '2020-01-20 12:00:00', modified: '2020-03-01 00:00:00' }),
    'a hidden post': (writer, id) => writer.posts.update(id, { status: 'draft' }),
    'a shown post': (writer, id) => writer.posts.update(id - (id % 12), { status: 'publish' }),
    'another author': (writer, id) => writer.posts.update(id, { authorId: 1 + (id % 2) }),
    'another term': (writer, id) => writer.terms.assign(id, 'category', [1 + (id % 2)]),
    'a removed post': (writer, id) => writer.posts.remove(id),
    'the post of a place': async (writer) => {
      const [id = 1] = await idsOf(published, inOrder('title', 'asc'), 1, 520);
      await writer.posts.update(id, { title: 'Title 1' });
    },
    'many posts': (writer, id) =>
      writer.transaction(async (inner) => {
        for (let at = 0; at < 70; at += 1)
          await inner.posts.update(((id + at) % size) + 1, { title: `Many ${at % 7}` });
      }),
    'several posts beside each other': (writer) =>
      writer.transaction(async (inner) => {
        for (const id of await idsOf(published, inOrder('title', 'asc'), 7, 700))
          await inner.posts.update(id, { title: 'Title 777' });
      }),
  };

  it.each(Object.entries(writes))('are right after a write: %s', async (_name, write) => {
    // Each writer is followed by other lists: every look reads a whole one.
    const turns = [
      [store, 'by title', 'in two states'],
      [another, 'before a date', 'of two terms'],
    ] as const;
    for (const [turn, [writer, ...names]] of turns.entries()) {
      await write(writer, 800 + turn * 31);
      for (const name of names) await expectRight(...(lists[name] as readonly [PostFilter, PostOrder]));
    }
  });

  it('are right after many writes', async () => {
    const kinds = Object.values(writes);
    for (let turn = 0; turn < 22; turn += 1) {
      const write = kinds[(turn * 7) % kinds.length];
      await write?.(turn % 2 === 0 ? store : another, 1 + ((turn * 397) % (size - 10)));
      const [filter, order] = Object.values(lists)[turn % Object.keys(lists).length] ?? [published, inOrder('date')];
      await expectRight(filter, order);
    }
    for (const [filter, order] of Object.values(lists)) await expectRight(filter, order);
  });

  it('do not show what a term has lost when it is removed', async () => {
    const [filter, order] = lists['of a term by title'] as readonly [PostFilter, PostOrder];
    await untilKept(filter, order);
    await another.terms.remove(1, 'category');
    await expectRight(filter, order);
    expect(await idsOf(filter, order, 10, 500)).toEqual([]);
  });

  it('show a transaction what it has written', async () => {
    await untilKept(published, inOrder('title', 'asc'));
    await store.transaction(async (inner) => {
      const [first] = await inner.posts.find(published, inOrder('title', 'asc'), { limit: 1, offset: 0 }, ['id']);
      await inner.posts.update(first?.id ?? 0, { title: 'zzz' });
      const all = await inner.posts.find(published, inOrder('title', 'asc'), { limit: size * 2, offset: 0 }, ['id']);
      const deep = await inner.posts.find(published, inOrder('title', 'asc'), { limit: 10, offset: 600 }, ['id']);
      expect(deep).toEqual(all.slice(600, 610));
    });
    expect(await store.posts.count({ types: ['post'], visibility: everything })).toBeGreaterThan(0);
  });
});
