import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { openMariadb } from '../../../src/storage/mariadb/open-mariadb.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { PostFilter } from '../../../src/storage/store.ts';
import { freshDatabase, storeKind } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';

const published: PostFilter = { types: ['post'], statuses: ['publish'], visibility: everything };

describe.runIf(storeKind() === 'mariadb')('a database whose triggers are of an earlier version', () => {
  it.each(['wp_commentmeta', 'wp_posts', 'wp_term_relationships'])(
    'is opened while a transaction uses %s, and gets its triggers after it',
    async (table) => {
      const database = await freshDatabase();
      const other = await createConnection({ uri: database.url, multipleStatements: true });
      const versions = async () => {
        const found = "select value from wp_platen_meta where name = 'lists' and value rlike '^[0-9a-f]{16}$'";
        return (await other.query<RowDataPacket[]>(found))[0].length;
      };
      const triggers = async () => (await other.query<RowDataPacket[]>('show triggers'))[0].length;
      try {
        const first = await openStore({ url: database.url });
        await first.posts.insert(postRow({ status: 'publish' }));
        await first.close();
        const all = await triggers();
        expect(await versions()).toBe(1);
        await other.query("update wp_platen_meta set value = 'earlier' where name = 'lists'");
        await other.query(`begin; select count(*) from ${table}`);
        const store = await openStore({ url: database.url });
        const dialect = await openMariadb({ url: database.url, prefix: 'wp_', readOnly: false });
        try {
          await store.posts.insert(postRow({ status: 'publish' }));
          expect(await store.posts.count(published)).toBe(2);
          expect(dialect.lists.areMaintained()).toBe(false);
          await other.query('commit');
          await expect.poll(versions, { timeout: 300_000, interval: 200 }).toBe(1);
          expect(await triggers()).toBe(all);
          await expect.poll(() => dialect.lists.areMaintained(), { timeout: 300_000, interval: 200 }).toBe(true);
          // Writes of other programs are told and listed again.
          await store.changes.poll();
          await other.query("update wp_posts set post_status = 'draft' where ID = 1");
          expect(await store.changes.poll()).toBe('everything');
          expect(await store.posts.count(published)).toBe(1);
        } finally {
          await dialect.close();
          await store.close();
        }
      } finally {
        await other.end();
        await database.drop();
      }
    },
  );
});
