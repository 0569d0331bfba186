import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { contentBulkTables } from '../../../src/storage/bulk/bulk-table.ts';
import { openBulkWriter } from '../../../src/storage/bulk/bulk-writer.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import { ReaderPool } from '../../../src/storage/sqlite/reader-threads.ts';
import { fillSearch } from '../../../src/storage/sqlite/search/fill-search.ts';
import { SqliteFile } from '../../../src/storage/sqlite/sqlite-file.ts';
import type { OpenStore, PostFilter, PostOrder } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';

/** More posts than a word may have whose posts are listed, in each database. */
const size = storeKind() === 'sqlite' ? 21_000 : 4_000;

interface Row {
  id: number;
  title: string;
  excerpt: string;
  content: string;
  status: string;
  password: string;
  date: string;
}

const date = (n: number): string =>
  `20${String(10 + (n % 10))}-${String(1 + (n % 12)).padStart(2, '0')}-01 00:00:${String(n % 60).padStart(2, '0')}`;

function rowOf(n: number): Row {
  const title = [
    n % 3 === 0 ? 'Third' : '',
    n % 600 === 7 ? `${'long '.repeat(50)}apfel` : '',
    n % 40 === 0 ? 'Garden Äpfel' : '',
    n % 50 === 0 ? 'common' : '',
  ]
    .filter((word) => word !== '')
    .join(' ');
  return {
    id: n,
    title,
    excerpt: n % 900 === 1 ? 'garden äpfel 50%' : n % 13 === 2 ? 'the garden of apfel' : '',
    content: `common ${n % 700 === 0 ? 'seldom' : ''} ${n % 2 === 0 ? 'apfel of the garden' : 'the, garden'} ${n % 1100 === 5 ? 'a_b 50%' : ''}`,
    status: n % 7 === 0 ? 'draft' : 'publish',
    password: n % 11 === 0 ? 'secret' : '',
    date: date(n),
  };
}

/** The rule, and the order, without an index; the words are folded already. */
const plain = (text: string): string => text.toLowerCase().replaceAll('ä', 'a');
const textsOf = ({ title, excerpt, content }: Row): string[] => [title, excerpt, content].map(plain);
const holds = (row: Row, words: readonly string[]): boolean =>
  words.every((word) => textsOf(row).some((text) => text.includes(word)));
function rankOf(row: Row, words: readonly string[]): number {
  const [title = '', excerpt = '', content = ''] = textsOf(row);
  const phrase = words.join(' ');
  const ranks = [
    title.includes(phrase),
    words.every((word) => title.includes(word)),
    words.some((word) => title.includes(word)),
    excerpt.includes(phrase),
    content.includes(phrase),
  ];
  const first = ranks.indexOf(true);
  return first < 0 ? ranks.length : first;
}

/** Fills a site's tables as its database does it fastest, and indexes the texts. */
async function fill(url: string, rows: readonly Row[]): Promise<void> {
  const columns = 'ID, post_title, post_excerpt, post_content, post_status, post_password, post_date, post_type';
  const values = rows.map(({ id, title, excerpt, content, status, password, date }) => [
    ...[id, title, excerpt, content, status, password, date, 'post'],
  ]);
  await (await openStore({ url })).close();
  if (storeKind() === 'sqlite') {
    const file = new SqliteFile(url.replace('sqlite:', ''), { readOnly: false, waitMs: 5_000 });
    file.database.exec('begin');
    const insert = file.database.prepare(`insert into wp_posts (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?)`);
    for (const row of values) insert.run(...row);
    while (!fillSearch(file, 'wp_', 60_000));
    file.database.exec('commit');
    file.close();
    return;
  }
  const bulk = await openBulkWriter({ url, prefix: 'wp_' });
  const names = columns.split(', ');
  const others = { to_ping: '', pinged: '', post_content_filtered: '' };
  await bulk.transaction((tables) =>
    tables.insert(
      contentBulkTables.posts,
      values.map((row) => ({ ...others, ...Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])) })),
    ),
  );
  await bulk.close();
}

describe('searching a site with many posts', () => {
  let database: FreshDatabase;
  let store: OpenStore;
  const model = new Map<number, Row>();
  beforeAll(async () => {
    database = await freshDatabase();
    for (let n = 1; n <= size; n += 1) model.set(n, rowOf(n));
    await fill(database.url, [...model.values()]);
    store = await openStore({ url: database.url });
    await vi.waitFor(async () => expect(await store.searchIndex()).toEqual({ waiting: 0 }), {
      timeout: 300_000,
      interval: 200,
    });
  }, 600_000);
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  const orders: PostOrder[] = [
    { by: 'date', direction: 'desc' },
    { by: 'date', direction: 'asc' },
    { by: 'relevance', direction: 'desc' },
    { by: 'title', direction: 'asc' },
  ];
  const searches = [
    ...[
      ['common'],
      ['seldom'],
      ['garden'],
      ['of'],
      ['a_'],
      ['50%'],
      ['missing'],
      ['apfel', 'garden'],
      ['garden apfel'],
    ],
    ...[['seldom', 'of'], ['of', 'common'], ['the garden'], ['third', 'common', 'apfel'], ['x'], ['common', 'seldom']],
    // In every post, and in some titles.
    ...[['o'], ['o', 'd'], ['mo', 'third']],
  ];

  function expected(words: readonly string[], order: PostOrder, open: boolean): number[] {
    const sign = order.direction === 'asc' ? 1 : -1;
    const key = (row: Row): string => (order.by === 'title' ? plain(row.title) : row.date);
    const compare = (one: Row, other: Row): number =>
      sign * (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : one.id - other.id);
    const found = [...model.values()].filter((row) => holds(row, words));
    const shown = open ? found.filter((row) => row.status === 'publish' && row.password === '') : found;
    const ranks = new Map(shown.map((row) => [row, order.by === 'relevance' ? rankOf(row, words) : 0]));
    return shown
      .sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0) || compare(one, other))
      .map(({ id }) => id);
  }

  async function check(words: readonly string[], order: PostOrder, open: boolean): Promise<void> {
    const ids = expected(words, order, open);
    const named = JSON.stringify({ words, order, open });
    const filter: PostFilter = {
      types: ['post'],
      visibility: everything,
      search: words,
      ...(open ? { statuses: ['publish'], withoutPassword: true } : {}),
    };
    for (const offset of [0, 30, Math.max(0, ids.length - 5)]) {
      const rows = await store.posts.find(filter, order, { limit: 10, offset }, ['id']);
      expect(
        rows.map(({ id }) => id),
        named,
      ).toEqual(ids.slice(offset, offset + 10));
    }
    expect(await store.posts.count(filter), named).toBe(ids.length);
  }

  it('finds, orders and counts what the rule says, for words in few posts and in nearly all', async () => {
    for (const order of orders) for (const words of searches) await check(words, order, order.by !== 'title');
    await check(['common'], orders[0]!, false);
    await check(['seldom', 'common'], orders[2]!, false);
  }, 600_000);

  it.runIf(storeKind() === 'sqlite')('counts a common word without a row of each post that has it', async () => {
    const aside = vi.spyOn(ReaderPool.prototype, 'run');
    const search = ['common', 'the'];
    const filter = { types: ['post'], visibility: everything, statuses: ['publish'], search, withoutPassword: true };
    expect(await store.posts.count(filter)).toBe(expected(search, orders[0]!, true).length);
    const [sql] = aside.mock.calls.at(-1) ?? [''];
    aside.mockRestore();
    const file = new SqliteFile(database.url.replace('sqlite:', ''), { readOnly: true, waitMs: 5_000 });
    const plan = file.run<{ detail: string }>(`explain query plan ${sql}`, []).rows.map(({ detail }) => detail);
    file.close();
    expect(plan.filter((step) => /search_protected|by_post_type/.test(step))).toHaveLength(2);
    // The rows of posts are those that wait.
    expect(plan.filter((step) => step.startsWith('SEARCH p '))).toHaveLength(1);
  });

  it('shows a change at once in what it has kept', async () => {
    await store.posts.update(700, { content: 'nothing any more', title: 'nothing' });
    model.set(700, { ...rowOf(700), content: 'nothing any more', title: 'nothing' });
    const id = await store.posts.insert(postRow({ slug: 'late', title: 'Seldom', date: '2023-01-01 00:00:00' }));
    model.set(id, { ...rowOf(1), id, title: 'Seldom', excerpt: '', content: '', date: '2023-01-01 00:00:00' });
    for (const order of orders) for (const words of [['seldom'], ['common'], ['of']]) await check(words, order, false);
    // What a search does not show, and what is gone.
    await store.posts.update(10, { status: 'trash' });
    await store.posts.update(20, { status: 'private' });
    await store.posts.update(30, { password: 'secret' });
    await store.posts.update(33, { password: '' });
    await store.posts.update(40, { type: 'page' });
    await store.posts.remove(50);
    model.set(10, { ...rowOf(10), status: 'trash' });
    model.set(20, { ...rowOf(20), status: 'private' });
    model.set(30, { ...rowOf(30), password: 'secret' });
    model.set(33, { ...rowOf(33), password: '' });
    for (const gone of [40, 50]) model.delete(gone);
    for (const words of [['common'], ['of', 'common']]) await check(words, orders[0]!, true);
    await store.transaction(async (inside) => {
      await inside.posts.update(1400, { content: 'gone', title: 'gone' });
      const filter = { types: ['post'], visibility: everything, search: ['seldom'] };
      const rest = expected(['seldom'], orders[0]!, false).filter((one) => one !== 1400);
      const rows = await inside.posts.find(filter, orders[0]!, { limit: 100, offset: 0 }, ['id']);
      expect(rows.map((row) => row.id)).toEqual(rest);
      expect(await inside.posts.count(filter)).toBe(rest.length);
    });
    model.set(1400, { ...rowOf(1400), content: 'gone', title: 'gone' });
    await check(['seldom'], orders[0]!, false);
  }, 600_000);
});
