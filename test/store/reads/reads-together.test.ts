import { describe, expect, it } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import type { ExtensionTable } from '../../../src/storage/store.ts';
import { postRow } from '../../support/rows.ts';
import { testStore } from '../../support/test-store.ts';

const probe: ExtensionTable<{ id: number; name: string }> = {
  name: 'probe_together',
  columns: { id: 'id', name: 'short' },
  key: 'id',
};
/** A table that has a column less than this says. */
const wrong: ExtensionTable<{ id: number; name: string; absent: string }> = {
  ...probe,
  columns: { id: 'id', name: 'short', absent: 'short' },
};

describe('reads that are asked for at the same time', () => {
  const store = testStore();
  const filter = { types: ['post'], visibility: everything };
  const byDate = { by: 'date', direction: 'desc' } as const;

  it('each get their own rows', async () => {
    const ids = [];
    for (let n = 0; n < 20; n++) ids.push(await store().posts.insert(postRow({ title: `It's "${n}"; end? --` })));
    for (const id of ids) await store().meta.set('post', id, 'colour', [`of ${id};`]);
    const own = store().observe(new Set());
    const many = await Promise.all([
      own.posts.find(filter, byDate, { limit: 5, offset: 0 }),
      own.posts.count(filter),
      own.meta.of('post', ids, ['colour']),
      own.terms.ofPosts(ids),
      own.posts.revisionFacts(ids),
      ...ids.map((id) => own.posts.byId(id)),
    ]);
    const [page, total, meta, terms, revisions, ...posts] = many;
    expect(page).toHaveLength(5);
    expect(total).toBe(20);
    expect([...meta].map(([id, rows]) => [id, rows[0]?.value])).toEqual(ids.map((id) => [id, `of ${id};`]));
    expect([...terms.values()].flat()).toEqual([]);
    expect(revisions.size).toBe(0);
    expect(posts.map((post) => post?.title)).toEqual(ids.map((_id, n) => `It's "${n}"; end? --`));
  });

  it('do not suffer from one that fails', async () => {
    const id = await store().posts.insert(postRow({ title: 'One' }));
    await store().table(probe).insert({ name: 'kept' });
    // The table is known from here on, so that nobody adds a column to it.
    expect(await store().table(probe).count({})).toBe(1);
    const own = store().observe(new Set());
    const [post, failed, rows, total] = await Promise.allSettled([
      own.posts.byId(id),
      own.table(wrong).find({ absent: 'x' }),
      own.table(probe).find({}),
      own.posts.count(filter),
    ]);
    expect(failed.status).toBe('rejected');
    expect(post).toMatchObject({ status: 'fulfilled', value: { title: 'One' } });
    expect(rows).toMatchObject({ status: 'fulfilled', value: [{ name: 'kept' }] });
    expect(total).toEqual({ status: 'fulfilled', value: 1 });
  });

  it('see what was written before them', async () => {
    const id = await store().posts.insert(postRow({ title: 'One' }));
    for (let n = 0; n < 5; n++) {
      await store().posts.update(id, { title: `Now ${n}` });
      const own = store().observe(new Set());
      const [post, [listed]] = await Promise.all([
        own.posts.byId(id),
        own.posts.find(filter, byDate, { limit: 1, offset: 0 }),
      ]);
      expect([post?.title, listed?.title]).toEqual([`Now ${n}`, `Now ${n}`]);
    }
  });
});
