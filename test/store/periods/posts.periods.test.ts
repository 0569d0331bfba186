import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Visibility } from '../../../src/rules/visibility.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import { SqliteFile } from '../../../src/storage/sqlite/sqlite-file.ts';
import type { OpenStore, PostFilter, Store } from '../../../src/storage/store.ts';
import { storeKind } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';
import { withStore } from '../../support/test-store.ts';

const visitor: Visibility = { anyOf: [{ types: ['post', 'page'], statuses: ['publish'] }] };
const author: Visibility = { anyOf: [...visitor.anyOf, { statuses: 'any', authorId: 7 }] };
const published: PostFilter = { types: ['post'], visibility: visitor, statuses: ['publish'] };
const all = { limit: 1000, offset: 0 };

const dates = ['2023-12-31 23:59:59', '2024-01-01 00:00:00', '2024-01-31 12:00:00', '2024-02-29 08:00:00'];
const id = fc.constantFrom(1, 2, 3, 4, 5);
const facts = {
  date: fc.constantFrom(...dates),
  status: fc.constantFrom('publish', 'draft', 'private'),
  type: fc.constantFrom('post', 'page', 'revision'),
};
const step = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), id, row: fc.record(facts) }),
  fc.record({ do: fc.constant('update' as const), id, row: fc.record(facts, { requiredKeys: [] }) }),
  fc.record({ do: fc.constant('remove' as const), id }),
  fc.record({
    do: fc.constant('both' as const),
    id,
    row: fc.record(facts),
    after: fc.record(facts, { requiredKeys: [] }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(store: Store, taken: Step): Promise<void> {
  const exists = (await store.posts.byId(taken.id)) !== null;
  if (taken.do === 'remove') return store.posts.remove(taken.id);
  if (taken.do === 'update') return exists ? store.posts.update(taken.id, taken.row) : undefined;
  if (exists) return undefined;
  if (taken.do === 'insert') return void (await store.posts.insert(postRow({ ...taken.row, id: taken.id })));
  return store.transaction(async (inside) => {
    await inside.posts.insert(postRow({ ...taken.row, id: taken.id }));
    await inside.posts.update(taken.id, taken.after);
  });
}

/** The periods by the rows themselves. */
async function counted(store: Store, filter: PostFilter, length: number): Promise<[string, number][]> {
  const rows = await store.posts.find(filter, { by: 'date', direction: 'desc' }, all, ['date']);
  const found = Map.groupBy(rows, ({ date }) => date.slice(0, length));
  return [...found].map(([period, own]) => [period, own.length]);
}

const periods = async (store: Store, filter: PostFilter, unit: 'year' | 'month' | 'day') =>
  (await store.posts.byPeriod(filter, unit, all)).map(({ period, count }) => [period, count]);

describe('the periods of posts', () => {
  it('are those of the rows, whichever process wrote them', async () => {
    await withStore(async (first, url) => {
      const second = await openStore({ url });
      const run = async (steps: readonly Step[]): Promise<void> => {
        for (const old of [1, 2, 3, 4, 5]) await first.posts.remove(old);
        for (const [i, taken] of steps.entries()) {
          await take(i % 2 === 0 ? first : second, taken);
          for (const store of [first, second]) {
            expect(await periods(store, published, 'day')).toEqual(await counted(store, published, 10));
            expect(await periods(store, published, 'year')).toEqual(await counted(store, published, 4));
          }
        }
      };
      try {
        await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 8 }), run), { numRuns: 25 });
      } finally {
        await second.close();
      }
    });
  });

  it('are as many as asked for, newest first', async () => {
    await withStore(async (store) => {
      for (const date of dates) await store.posts.insert(postRow({ date }));
      expect(await store.posts.byPeriod(published, 'month', { limit: 2, offset: 1 })).toEqual([
        { period: '2024-01', count: 2 },
        { period: '2023-12', count: 1 },
      ]);
    });
  });

  it('leave out what a reader may not see, and hold what only some may', async () => {
    await withStore(async (store) => {
      await store.posts.insert(postRow({ date: dates[0]!, authorId: 7, status: 'private' }));
      await store.posts.insert(postRow({ date: dates[1]!, authorId: 8, status: 'private' }));
      await store.posts.insert(postRow({ date: dates[2]! }));
      const both = { ...published, statuses: ['publish', 'private'] };
      expect(await periods(store, { ...both, visibility: author }, 'month')).toEqual([
        ['2024-01', 1],
        ['2023-12', 1],
      ]);
      expect(await periods(store, both, 'month')).toEqual([['2024-01', 1]]);
      expect(await periods(store, { ...published, visibility: author }, 'month')).toEqual([['2024-01', 1]]);
    });
  });

  it('are those of the transaction inside of one', async () => {
    await withStore(async (store) => {
      expect(await periods(store, published, 'year')).toEqual([]);
      await store.transaction(async (inside) => {
        await inside.posts.insert(postRow({ date: dates[0]! }));
        expect(await periods(inside, published, 'year')).toEqual([['2023', 1]]);
      });
      expect(await periods(store, published, 'year')).toEqual([['2023', 1]]);
    });
  });
});

const months = 40;
const perMonth = 50;

/** Fills a site with as many posts in each of many months. */
async function fill(store: OpenStore): Promise<void> {
  for (let month = 0; month < months; month++) {
    const name = `${2020 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
    await store.transaction(async (inside) => {
      for (let n = 0; n < perMonth; n++) await inside.posts.insert(postRow({ date: `${name}-11 10:00:00` }));
    });
  }
}

describe('asking for periods again', () => {
  it.runIf(storeKind() === 'sqlite')('reads no posts, and after a write an index without their texts', async () => {
    await withStore(async (store, url) => {
      // What looks for texts to index reads posts too.
      store.holdIndexing();
      await fill(store);
      await periods(store, published, 'month');
      const run = vi.spyOn(SqliteFile.prototype, 'run');
      await periods(store, published, 'month');
      const before = run.mock.calls.filter(([sql]) => sql.includes('wp_posts'));
      await store.posts.insert(postRow({ date: '2021-05-01 00:00:00' }));
      run.mockClear();
      expect(await periods(store, published, 'month')).toContainEqual(['2021-05', perMonth + 1]);
      const after = run.mock.calls.filter(([sql]) => sql.includes('wp_posts'));
      run.mockRestore();
      expect(before).toEqual([]);
      expect(after).toHaveLength(1);
      const file = new SqliteFile(url.slice('sqlite:'.length), { readOnly: true, waitMs: 1000 });
      const [plan] = file.run<{ detail: string }>(`explain query plan ${after[0]![0]}`, after[0]![1]).rows;
      file.close();
      expect(plan?.detail).toMatch(/^SEARCH p USING COVERING INDEX .*post_type=\? AND post_status=\?/);
    });
  });

  it.runIf(storeKind() === 'mariadb')('asks the server for nothing but what has changed', async () => {
    await withStore(async (store) => {
      await fill(store);
      await periods(store, published, 'month');
      const before = store.statements();
      expect(await periods(store, published, 'month')).toHaveLength(months);
      expect(store.statements() - before).toBe(0);
      await store.posts.insert(postRow({ date: '2021-05-01 00:00:00' }));
      expect(await periods(store, published, 'month')).toContainEqual(['2021-05', perMonth + 1]);
    });
  });
});
