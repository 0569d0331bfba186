import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database.ts';
import { postRow } from '../../../test/support/rows.ts';
import { everything } from '../../rules/visibility.ts';
import { openStore } from '../open/open-store.ts';
import type { PostFilter } from '../store/posts.ts';
import type { OpenStore } from '../store.ts';
import { ReaderPool } from './reader-threads.ts';
import { SqliteFile } from './sqlite-file.ts';

const lanterns: PostFilter = { types: ['post'], visibility: everything, search: ['lantern'] };
const byId = { by: 'id', direction: 'asc' } as const;
const firstTwo = { limit: 2, offset: 0 };

describe('searching a large site', () => {
  let database: FreshDatabase;
  let store: OpenStore;

  beforeAll(async () => {
    database = await freshDatabase('sqlite');
    store = await openStore({ url: database.url });
    await store.transaction(async (inside) => {
      for (let n = 1; n <= 5_000; n++)
        await inside.posts.insert(postRow({ title: n % 1_000 === 0 ? `Lantern ${n}` : `${n}`, slug: `p-${n}` }));
    });
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  it('finds and counts the same, and not on the connection everybody else reads from', async () => {
    const run = vi.spyOn(SqliteFile.prototype, 'run');
    const found = await store.posts.find(lanterns, byId, firstTwo, ['id', 'title']);
    const total = await store.posts.count(lanterns);
    const ofTerm: PostFilter = { ...lanterns, withTerms: [{ taxonomy: 'category', termIds: [1] }] };
    await store.posts.find(ofTerm, { by: 'date', direction: 'desc' }, firstTwo, ['id']);
    const searched = run.mock.calls.filter(([sql]) => sql.includes(' match '));
    run.mockRestore();
    expect(found.map((post) => post.title)).toEqual(['Lantern 1000', 'Lantern 2000']);
    expect(total).toBe(5);
    expect(searched).toEqual([]);
  });

  it('sees what was written a moment ago, and within a transaction what that has written', async () => {
    const id = await store.posts.insert(postRow({ title: 'A lantern more', slug: 'more' }));
    expect(await store.posts.count(lanterns)).toBe(6);
    await store.transaction(async (inside) => {
      await inside.posts.remove(id);
      expect(await inside.posts.count(lanterns)).toBe(5);
    });
    expect(await store.posts.count(lanterns)).toBe(5);
  });
});

describe('a thread that reads', () => {
  it('is replaced when it fails, and the new one is not taken for the old', async () => {
    const nowhere = new ReaderPool('/nowhere/at-all.db', { size: 1 });
    await expect(nowhere.run('select 1 as one', [])).rejects.toThrow();
    await expect(nowhere.run('select 1 as one', [])).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR' });
    await nowhere.close();
  });

  const slow =
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select max(i) as i from n';

  it('leaves the event loop to others', async () => {
    const database = await freshDatabase('sqlite');
    await (await openStore({ url: database.url })).close();
    const thread = new ReaderPool(database.url.slice('sqlite:'.length), { size: 1 });
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 1);
    const { rows } = await thread.run(slow, []);
    clearInterval(ticking);
    expect(rows).toEqual([{ i: 3_000_000 }]);
    expect(ticks).toBeGreaterThan(1);
    await expect(thread.run('select one from nowhere', [])).rejects.toThrow('nowhere');
    await thread.close();
    await database.drop();
  });

  it('tells whoever waits when it is closed, and takes no more than it can serve', async () => {
    const database = await freshDatabase('sqlite');
    await (await openStore({ url: database.url })).close();
    const thread = new ReaderPool(database.url.slice('sqlite:'.length), { size: 1 });
    const asked = Array.from({ length: 402 }, () => thread.run(slow, []));
    await expect(asked.at(-1)).rejects.toMatchObject({ failure: 'busy' });
    const rest = Promise.allSettled(asked.slice(0, -1));
    await thread.close();
    expect((await rest).at(-1)).toMatchObject({ status: 'rejected', reason: { failure: 'unreachable' } });
    await database.drop();
  });
});
