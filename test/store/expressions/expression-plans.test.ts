import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Visibility } from '../../../src/rules/visibility.ts';
import { openMariadb } from '../../../src/storage/mariadb/open-mariadb.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { OpenDialect } from '../../../src/storage/query/open-dialect.ts';
import { Session } from '../../../src/storage/query/session.ts';
import { StatementCache } from '../../../src/storage/query/statement.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import type { MetaKey, OpenStore, PostExpression, PostFilter, PostOrder } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';

const many = 5_200;
const price: MetaKey = { name: 'price', type: 'number', isIndexed: true };
const brand: MetaKey = { name: 'brand', type: 'text', isIndexed: true };
const stock: MetaKey = { name: 'stock', type: 'number', isIndexed: false };
const rare: MetaKey = { name: 'rare', type: 'number', isIndexed: false };
const visibility: Visibility = { anyOf: [{ types: ['product', 'page'], statuses: ['publish'] }] };
const products: PostFilter = { types: ['product'], statuses: ['publish'], visibility };
const newest: PostOrder = { by: 'date', direction: 'desc' };

const below = (key: MetaKey, value: number): PostExpression => ({ kind: 'meta', key, compared: { is: '<', value } });
const equal = (key: MetaKey, value: string): PostExpression => ({
  kind: 'meta',
  key,
  compared: { is: 'in', values: [value] },
});
const not = (of: PostExpression): PostExpression => ({ kind: 'not', of });
const or = (...of: PostExpression[]): PostExpression => ({ kind: 'or', of });
const and = (...of: PostExpression[]): PostExpression => ({ kind: 'and', of });
const byAuthor = (...values: number[]): PostExpression => ({
  kind: 'column',
  column: 'author',
  compared: { is: 'in', values },
});
const since = (value: string): PostExpression => ({ kind: 'column', column: 'date', compared: { is: '>', value } });
const inTerm = (id: number): PostExpression => ({ kind: 'terms', group: { taxonomy: 'category', termIds: [id] } });
const words = (word: string): PostExpression => ({ kind: 'text', words: [word], open: { anyOf: [] } });

let database: FreshDatabase;
let store: OpenStore;
let raw: OpenDialect;
let category: number;

const dateOf = (n: number): string =>
  new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore({ url: database.url });
  const options = { prefix: 'wp_', readOnly: false };
  raw =
    database.kind === 'sqlite'
      ? await openSqlite({ ...options, path: database.url.slice('sqlite:'.length) })
      : await openMariadb({ ...options, url: database.url });
  await store.declareMetaIndexes([price, brand]);
  category = await store.terms.insert({ name: 'Few', slug: 'few', taxonomy: 'category', description: '', parentId: 0 });
  await store.transaction(async (inside) => {
    for (let n = 0; n < many; n += 1) {
      const date = dateOf(n);
      const id = await inside.posts.insert(
        postRow({
          type: 'product',
          status: 'publish',
          title: `Item ${n}`,
          slug: `item-${n}`,
          date,
          dateGmt: date,
          modified: date,
          modifiedGmt: date,
          authorId: n % 100,
        }),
      );
      await inside.meta.set('post', id, 'price', [String(n / 10)]);
      await inside.meta.set('post', id, 'stock', [String(n % 50)]);
      if (n % 100 === 0) await inside.meta.set('post', id, 'brand', [n % 200 === 0 ? 'Acme' : 'Zeta']);
      if (n % 1000 === 0) await inside.meta.set('post', id, 'rare', ['1']);
      if (n % 500 === 0) await inside.terms.assign(id, 'category', [category]);
    }
  });
  // Indexing so many texts beside the tests would keep their writes waiting.
  await vi.waitFor(async () => expect(await store.searchIndex()).toEqual({ waiting: 0 }), {
    timeout: 300_000,
    interval: 200,
  });
});
afterAll(async () => {
  await raw.close();
  await store.close();
  await database.drop();
});

const titles = async (where: PostExpression | undefined, order: PostOrder = newest, limit = 10): Promise<string[]> => {
  const planned = await store.posts.plan({ ...products, ...(where ? { where } : {}) }, order);
  if ('missing' in planned) throw new Error(`too broad: ${planned.missing.join()}`);
  const rows = await store.posts.find(planned, order, { limit, offset: 0 });
  return rows.map((row) => row.title.slice('Item '.length));
};
const refusal = (where: PostExpression, order: PostOrder = newest) => store.posts.plan({ ...products, where }, order);

describe('a large site', () => {
  it.each([
    ['an indexed number', () => below(price, 0.35), ['3', '2', '1', '0']],
    ['an indexed text', () => and(equal(brand, 'Acme'), below(stock, 1), below(price, 45)), ['400', '200', '0']],
    ['either of two', () => or(below(price, 0.15), and(equal(brand, 'Zeta'), below(price, 15))), ['100', '1', '0']],
    [
      'a term and something without an index',
      () => and(inTerm(category), below(stock, 1), below(price, 120)),
      ['1000', '500', '0'],
    ],
    ['an author', () => and(byAuthor(7), not(below(price, 500))), ['5107', '5007']],
    ['a date', () => and(since(dateOf(5_195)), below(stock, 48)), ['5197', '5196']],
    ['a key that few posts have', () => below(rare, 2), ['5000', '4000', '3000', '2000', '1000', '0']],
  ])('is narrowed by %s', async (_name, where, expected) => {
    expect(await titles(where())).toEqual(expected);
  });

  it('counts what it narrows', async () => {
    const planned = await store.posts.plan({ ...products, where: below(price, 1) }, newest);
    if ('missing' in planned) throw new Error('too broad');
    expect(planned.among).toBeDefined();
    expect(await store.posts.count(planned)).toBe(10);
    expect(await store.posts.countBy({ ...planned, statuses: ['publish'] }, 'status')).toEqual(
      new Map([['publish', 10]]),
    );
    expect(await store.posts.countByTerm({ ...planned, statuses: ['publish'] }, 'category')).toEqual(
      new Map([[category, 1]]),
    );
  });

  it('reads ordinary conditions as ordinary lists', async () => {
    const planned = await store.posts.plan({ ...products, where: and(inTerm(category), not(byAuthor(1))) }, newest);
    expect(planned).toEqual({
      ...products,
      withTerms: [{ taxonomy: 'category', termIds: [category] }],
      notAuthorIds: [1],
    });
  });

  it('names the index that is missing', async () => {
    expect(await refusal(below(stock, 3))).toEqual({ missing: ['stock'], most: 5_000 });
    expect(await refusal(and(below(stock, 3), not(byAuthor(3))))).toEqual({ missing: ['stock'], most: 5_000 });
    expect(await refusal(or(below(price, 1), below(stock, 3)))).toEqual({ missing: ['stock'], most: 5_000 });
    expect(await refusal(below(price, 1), { by: 'meta', key: stock, direction: 'asc' })).toHaveProperty('among');
    expect(await store.posts.plan(products, { by: 'meta', key: stock, direction: 'asc' })).toEqual({
      missing: ['stock'],
      most: 5_000,
    });
  });

  it('refuses what no index narrows', async () => {
    expect(await refusal(not(below(price, 1)))).toEqual({ missing: [], most: 5_000 });
    expect(await refusal(not(words('item')))).toEqual({ missing: [], most: 5_000 });
    expect(await refusal(below(price, 510))).toEqual({ missing: [], most: 5_000 });
  });

  it('reads a small type whole', async () => {
    const planned = await store.posts.plan({ ...products, types: ['page'], where: not(below(stock, 3)) }, newest);
    expect(planned).not.toHaveProperty('missing');
  });

  it('is walked in the order of an index', async () => {
    const order = (direction: 'asc' | 'desc'): PostOrder => ({ by: 'meta', key: price, direction });
    expect(await titles(undefined, order('asc'), 3)).toEqual(['0', '1', '2']);
    expect(await titles(undefined, order('desc'), 3)).toEqual(['5199', '5198', '5197']);
    const planned = await store.posts.plan(products, order('asc'));
    if ('missing' in planned) throw new Error('too broad');
    const [first] = await store.posts.find(planned, order('asc'), { limit: 1, offset: 100 });
    const beyond = { by: 'meta', key: price, id: first?.id ?? 0, direction: 'asc', value: '10' } as const;
    const rest = await store.posts.find({ ...planned, beyond }, order('asc'), { limit: 2, offset: 0 });
    expect(rest.map((row) => row.title)).toEqual(['Item 101', 'Item 102']);
  });

  it('has what other programs write', async () => {
    const [post] = await store.posts.find({ ...products, slugs: ['item-9'] }, newest, { limit: 1, offset: 0 });
    const id = post?.id ?? 0;
    const write = (value: string) =>
      raw.db
        .updateTable('postmeta')
        .set({ meta_value: value })
        .where('post_id', '=', id)
        .where('meta_key', '=', 'price')
        .execute();
    // What no longer matches is gone at once; what matches now is found as soon as the index is compared.
    await write('700');
    expect(await titles(below(price, 1))).toEqual(['8', '7', '6', '5', '4', '3', '2', '1', '0']);
    await write('-5');
    await vi.waitFor(async () => expect(await titles(below(price, 0))).toEqual(['9']), {
      timeout: 300_000,
      interval: 500,
    });
    await raw.db.deleteFrom('postmeta').where('post_id', '=', id).where('meta_key', '=', 'price').execute();
    expect(await titles(below(price, 0))).toEqual([]);
    expect(await titles(undefined, { by: 'meta', key: price, direction: 'asc' }, 1)).toEqual(['0']);
    await store.meta.set('post', id, 'price', ['0.9']);
    expect(await titles(below(price, 0.95))).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);
    await store.meta.set('post', id, 'price', ['no number']);
    expect(await titles(below(price, 0.05))).toEqual(['9', '0']);
    await store.meta.set('post', id, 'price', []);
    expect(await titles(below(price, 0.05))).toEqual(['0']);
  });
});

describe('the cost of a plan', () => {
  /** For each select that the work runs, whether it may be long. */
  async function selectsOf(work: () => Promise<unknown>): Promise<boolean[]> {
    const select = vi.spyOn(Session.prototype, 'select');
    try {
      await work();
      return select.mock.calls.map(([, , isLong]) => isLong ?? false);
    } finally {
      select.mockRestore();
    }
  }
  const planned = (where: PostExpression) => selectsOf(() => refusal(where));
  const groupOf = (id: number) => ({ taxonomy: 'category', termIds: [id] });

  it('is read beside other requests', async () => {
    for (const where of [below(stock, 3), below(price, 510), and(byAuthor(7), not(below(price, 500))), words('item')]) {
      const selects = await planned(where);
      expect(selects.length).toBeGreaterThan(0);
      expect(selects).not.toContain(false);
    }
  });

  it('has at most four parts that are tried', async () => {
    const broad = Array.from({ length: 60 }, (_, n) => below(price, 505 + n));
    expect(await planned(and(...broad))).toHaveLength(5);
    const texts = Array.from({ length: 60 }, (_, n) => words(n % 2 === 0 ? 'item' : 'ite'));
    expect(await planned(and(...texts))).toHaveLength(5);
  });

  it('tries the likely ones first, and no more when few are left', async () => {
    const broad = Array.from({ length: 10 }, (_, n) => below(price, 505 + n));
    expect(await titles(and(...broad, inTerm(category), below(stock, 1)), newest, 2)).toEqual(['5000', '4500']);
    expect(await planned(and(words('item'), ...broad, equal(brand, 'Acme')))).toHaveLength(2);
    const either = or(equal(brand, 'Acme'), equal(brand, 'Zeta'));
    expect(await titles(and(words('item'), either, since(dateOf(0)), ...broad), newest, 2)).toEqual(['5000', '4900']);
  });

  it('finds words of one or two letters in the index', async () => {
    expect(await refusal(words('it'))).toEqual({ missing: [], most: 5_000 });
    expect(await titles(and(words('it'), words('m'), below(price, 0.15)))).toEqual(['1', '0']);
    const long: PostExpression = { kind: 'text', words: ['i', '5199'], open: { anyOf: [] } };
    expect(await titles(long)).toEqual(['5199']);
  });

  it('is that of a long list with more than two groups of terms', async () => {
    const others = (n: number) => Array.from({ length: n }, (_, i) => not(inTerm(category + 1 + i)));
    const page = { limit: 2, offset: 0 };
    const title: PostOrder = { by: 'title', direction: 'asc' };
    for (const [n, isLong] of [
      [1, false],
      [2, true],
    ] as const) {
      const filter = await store.posts.plan({ ...products, where: and(inTerm(category), ...others(n)) }, title);
      if ('missing' in filter) throw new Error('too broad');
      expect(filter).not.toHaveProperty('where');
      expect((await selectsOf(() => store.posts.find(filter, title, page))).at(-1)).toBe(isLong);
      expect((await selectsOf(() => store.posts.count(filter))).at(-1)).toBe(isLong);
    }
    const small = { ...products, types: ['page'], statuses: ['publish'], withTerms: [1, 2, 3].map(groupOf) };
    // On a large site; only the statements of a file block this process.
    const blocks = storeKind() === 'sqlite';
    expect((await selectsOf(() => store.posts.countBy(small, 'status'))).at(-1)).toBe(blocks);
    expect((await selectsOf(() => store.posts.countByTerm(small, 'category'))).at(-1)).toBe(blocks);
  });
});

describe('plans', () => {
  /** Every select that the work runs. */
  async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
    const query = vi.spyOn(StatementCache.prototype, 'query');
    await work();
    const compiled = query.mock.results.flatMap(({ type, value }) =>
      type === 'return' ? [value as CompiledQuery] : [],
    );
    query.mockRestore();
    expect(compiled.length).toBeGreaterThan(0);
    const steps: string[] = [];
    for (const { sql, parameters } of compiled) {
      const explained = database.kind === 'sqlite' ? `explain query plan ${sql}` : `explain ${sql}`;
      const { rows } = await raw.db.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(explained, [...parameters]),
      );
      steps.push(...rows.map((row) => String(row['detail'] ?? `${row['table']}: ${row['type']} ${row['key']}`)));
    }
    return steps;
  }
  /** Steps that read a whole table of the site; tables of a few ids that were found before do not count. */
  const scans = (steps: readonly string[]): string[] =>
    steps.filter((step) =>
      database.kind === 'sqlite'
        ? /^SCAN (?!a\b|b\b|c\b|s\d|CONSTANT|\()/.test(step) &&
          !/VIRTUAL TABLE INDEX 0:M|INDEX wp_platen_meta_/.test(step)
        : /^(?:p|m|v|r|x|t|wp_\w+): (?:ALL|index) /.test(step),
    );

  it.each<[string, () => PostExpression | undefined, PostOrder]>([
    ['an indexed number', () => below(price, 0.35), newest],
    ['an indexed text', () => and(equal(brand, 'Acme'), below(stock, 1)), newest],
    ['two indexes', () => or(below(price, 0.15), equal(brand, 'Zeta')), newest],
    ['a term', () => and(inTerm(category), below(stock, 1)), newest],
    ['an author', () => and(byAuthor(7), below(stock, 1)), newest],
    ['an order by an indexed number', () => undefined, { by: 'meta', key: price, direction: 'asc' }],
  ])('read no whole table for %s', async (_name, where, order) => {
    expect(scans(await plansOf(() => titles(where(), order)))).toEqual([]);
  });

  it('are not fooled: a condition that no index serves shows as a scan', async () => {
    const filter: PostFilter = {
      types: ['product'],
      visibility: { anyOf: [{ statuses: 'any' }] },
      where: below(stock, 1),
    };
    const plain = await plansOf(() => store.posts.updateWhere({}, {}));
    expect(scans(plain).length).toBeGreaterThan(0);
    expect(await refusal(filter.where ?? below(stock, 1))).toHaveProperty('missing');
  });
});
