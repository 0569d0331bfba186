import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { contentBulkTables } from '../../../src/storage/bulk/bulk-table.ts';
import { openBulkWriter } from '../../../src/storage/bulk/bulk-writer.ts';
import { MariadbSearchIndex } from '../../../src/storage/mariadb/search/mariadb-search-index.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { OpenStore, PostFilter } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../../support/database.ts';

/** More posts than a word may have whose posts are looked up one by one. */
const size = 1_200;
const common: PostFilter = { types: ['post'], visibility: everything, statuses: ['publish'], search: ['common'] };

const indexed = (store: OpenStore) =>
  vi.waitFor(async () => expect(await store.searchIndex()).toEqual({ waiting: 0 }), { timeout: 300_000 });

/** What a request sees, which first learns what was written before it came. */
const totalOf = (store: OpenStore, filter = common) => store.observe(new Set()).posts.count(filter);

describe.runIf(storeKind() === 'mariadb').each(['own', 'off'] as const)(
  'totals of searches, triggers %s',
  (triggers) => {
    let database: FreshDatabase;
    let store: OpenStore;
    let other: Connection;

    beforeAll(async () => {
      database = await freshDatabase();
      const { url } = database;
      await (await openStore({ url, triggers })).close();
      const bulk = await openBulkWriter({ url, prefix: 'wp_' });
      const rows = Array.from({ length: size }, (_, at) => ({
        ID: at + 1,
        post_title: `Post ${at + 1}`,
        post_content: 'a common word',
        post_excerpt: '',
        post_date: '2024-01-01 00:00:00',
        post_status: 'publish',
        to_ping: '',
        pinged: '',
        post_content_filtered: '',
      }));
      await bulk.transaction((tables) => tables.insert(contentBulkTables.posts, rows));
      await bulk.close();
      store = await openStore({ url, triggers });
      other = await createConnection({ uri: url });
      await indexed(store);
    });
    afterAll(async () => {
      await other.end();
      await store.close();
      await database.drop();
    });

    it('follow what Platen and another program write, in any order', async () => {
      expect(await totalOf(store)).toBe(size);
      await store.posts.update(3, { status: 'draft' });
      expect(await totalOf(store)).toBe(size - 1);
      await other.query("update wp_posts set post_status = 'draft' where ID in (9, 10)");
      const expectSoon = (total: number) =>
        vi.waitFor(async () => expect(await totalOf(store)).toBe(total), { timeout: 300_000, interval: 100 });
      await expectSoon(size - 3);
      await store.posts.update(8, { title: 'Another' });
      expect(await totalOf(store)).toBe(size - 3);
      await other.query("update wp_posts set post_status = 'publish' where ID in (3, 9, 10)");
      await expectSoon(size);
      await store.posts.remove(20);
      expect(await totalOf(store)).toBe(size - 1);
    });

    it('without a word are not those of before a change that came while the words were looked up', async () => {
      const filter = { ...common, notSearch: ['beta'] };
      const before = await totalOf(store, filter);
      const prepare = MariadbSearchIndex.prototype.prepare;
      const spy = vi.spyOn(MariadbSearchIndex.prototype, 'prepare').mockImplementationOnce(async function (
        this: MariadbSearchIndex,
        ...args
      ) {
        const dialect = await prepare.apply(this, args);
        await store.posts.update(7, { content: 'a common beta' });
        return dialect;
      });
      await store.posts.update(11, { title: 'A title' });
      await totalOf(store, filter);
      spy.mockRestore();
      await store.posts.update(12, { title: 'Another title' });
      expect(await totalOf(store, filter)).toBe(before - 1);
      await indexed(store);
      await store.posts.update(13, { title: 'A third title' });
      expect(await totalOf(store, filter)).toBe(before - 1);
    });
  },
);
