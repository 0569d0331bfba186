import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visibility } from '../../../src/rules/visibility.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import { SqliteFile } from '../../../src/storage/sqlite/sqlite-file.ts';
import type { ColumnOrder, OpenStore, PostFilter, PostOrder, Store } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';

const size = 12_000;
const states = ['publish', 'draft'];
const everyone: Visibility = { anyOf: [{ types: ['post'], statuses: ['publish'] }] };
const editor: Visibility = { anyOf: [{ types: ['post', 'page'], statuses: states }] };
const published: PostFilter = { types: ['post'], visibility: everyone, statuses: ['publish'] };
const asEditor: PostFilter = { types: ['post', 'page'], visibility: editor, statuses: states };
const category = { ...published, withTerms: [{ taxonomy: 'category', termIds: [1] }] };

describe('pages deep in a long list of a file', () => {
  let database: FreshDatabase;
  let store: OpenStore;
  /** Another program. */
  let other: SqliteFile;

  beforeAll(async () => {
    database = await freshDatabase('sqlite');
    store = await openStore({ url: database.url });
    // Indexing twelve thousand texts would keep the other program waiting.
    store.holdIndexing();
    other = new SqliteFile(database.url.slice('sqlite:'.length), { readOnly: false, waitMs: 10_000 });
    const numbers = `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${size}) select n from s)`;
    other.database.exec('begin');
    for (const text of [
      "insert into wp_terms (term_id, name, slug) values (1, 'One', 'one')",
      "insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description) values (1, 1, 'category', '')",
      // Many share a date.
      `insert into wp_posts (ID, post_author, post_date, post_modified, post_title, post_name, post_status, post_type, post_content, post_excerpt, to_ping, pinged, post_content_filtered)
       select n, 1 + n % 2, case when n % 3 = 0 then datetime('2020-01-01', '+' || (n * 7919 % ${size}) || ' minutes') else '2020-01-10 00:00:00' end,
         datetime('2020-01-01', '+' || (n * 31 % ${size}) || ' minutes'), case n % 4 when 0 then 'Żółw ' when 1 then '日本 ' else 'title ' end || (n * 7919 % 9000), 'slug-' || (n * 17 % ${size}),
         case when n % 11 = 0 then 'draft' else 'publish' end, case when n % 13 = 0 then 'page' when n % 17 = 0 then 'revision' else 'post' end, '', '', '', '', ''
       from ${numbers}`,
      `insert into wp_term_relationships (object_id, term_taxonomy_id) select n, 1 from ${numbers} where n % 5 <> 0`,
    ])
      other.run(text, []);
    other.database.exec('commit');
  });
  afterAll(async () => {
    other.close();
    await store.close();
    await database.drop();
  });

  const lists: Record<string, readonly [PostFilter, ColumnOrder['by'], order: string, where: string]> = {
    'by date': [published, 'date', 'post_date', "post_type = 'post' and post_status = 'publish'"],
    'by change': [published, 'modified', 'post_modified', "post_type = 'post' and post_status = 'publish'"],
    'by title': [published, 'title', 'fold(post_title)', "post_type = 'post' and post_status = 'publish'"],
    'by slug': [published, 'slug', 'fold(post_name)', "post_type = 'post' and post_status = 'publish'"],
    'by id': [published, 'id', 'ID', "post_type = 'post' and post_status = 'publish'"],
    'of an author': [
      { ...published, authorIds: [2] },
      'date',
      'post_date',
      "post_type = 'post' and post_status = 'publish' and post_author = 2",
    ],
    'of a category': [
      category,
      'date',
      'post_date',
      "post_type = 'post' and post_status = 'publish' and ID in (select object_id from wp_term_relationships)",
    ],
    'of several types and states': [
      asEditor,
      'date',
      'post_date',
      "post_type in ('post', 'page') and post_status in ('publish', 'draft')",
    ],
    'of several types and states by title': [
      asEditor,
      'title',
      'fold(post_title)',
      "post_type in ('post', 'page') and post_status in ('publish', 'draft')",
    ],
  };

  async function expectRightPages(): Promise<void> {
    for (const [name, [filter, by, key, where]] of Object.entries(lists)) {
      for (const direction of ['asc', 'desc'] as const) {
        const order: PostOrder = { by, direction };
        const ids = other
          .run<{ id: number }>(
            `select ID as id from wp_posts where ${where} order by ${key} ${direction}, ID ${direction}`,
            [],
          )
          .rows.map(({ id }) => id);
        for (const offset of [500, 4_095, 8_193, ids.length >> 1, ids.length - 700, ids.length - 3, ids.length + 5]) {
          const rows = await store.posts.find(filter, order, { limit: 10, offset });
          const shown = rows.map(({ id }) => id);
          expect({ name, direction, offset, shown }).toEqual({
            ...{ name, direction, offset },
            shown: ids.slice(offset, offset + 10),
          });
        }
      }
    }
  }

  it('are right, found by walking or by the order in memory', async () => {
    await expectRightPages();
    await expectRightPages();
  });

  it('are right after every kind of write', async () => {
    for (const text of [
      'delete from wp_posts where ID % 7 = 3',
      "update wp_posts set post_modified = '2026-01-01 00:00:00' where ID % 2 = 0",
      "update wp_posts set post_title = 'Again ' || (ID % 5), post_date = '2019-05-05 05:05:05' where ID % 9 = 0",
      "update wp_posts set post_status = 'draft' where ID % 6 = 0",
      "update wp_posts set post_type = 'revision' where ID % 23 = 0",
      "update wp_posts set post_type = 'post' where ID % 17 = 0",
      'update wp_posts set post_author = 2 where ID % 10 = 0',
      'delete from wp_term_relationships where object_id % 3 = 0',
      'insert into wp_term_relationships (object_id, term_taxonomy_id) select ID, 1 from wp_posts where ID % 15 = 0',
    ]) {
      other.run(text, []);
      await expectRightPages();
    }
  });

  it('show what a transaction has written, and nothing of one that was undone', async () => {
    const order: PostOrder = { by: 'id', direction: 'asc' };
    const page = { limit: 3, offset: 600 };
    const before = await store.posts.find(published, order, page);
    await expect(
      store.transaction(async (inner) => {
        await inner.posts.remove((await inner.posts.find(published, order, { limit: 1, offset: 0 }))[0]!.id);
        const moved = await inner.posts.find(published, order, page);
        expect(moved[0]?.id).toBe(before[1]?.id);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await store.posts.find(published, order, page)).toEqual(before);
  });
});

it('shows nothing of a transaction that was undone in a site in memory', async () => {
  const store = await openStore({ url: 'sqlite::memory:' });
  const order: PostOrder = { by: 'id', direction: 'asc' };
  const idAt = async (offset: number) => (await store.posts.find(published, order, { limit: 1, offset }))[0]?.id;
  const insert = (count: number) => async (inner: Store) => {
    for (let n = 0; n < count; n += 1) await inner.posts.insert(postRow({ title: `Post ${n}`, slug: `post-${n}` }));
  };
  await store.transaction(insert(1_200));
  const before = await idAt(700);
  const undone = store.transaction(async (inner) => {
    for (const { id } of await inner.posts.find(published, order, { limit: 200, offset: 0 }))
      await inner.posts.remove(id);
    await idAt(700);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await idAt(700)).toBe(before);
  await store.close();
});
