import { createConnection } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { openMariadb } from '../../../src/storage/mariadb/open-mariadb.ts';
import { SearchFiller } from '../../../src/storage/mariadb/search/search-filler.ts';
import { SearchQueries } from '../../../src/storage/mariadb/search/search-queries.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { OpenDialect } from '../../../src/storage/query/open-dialect.ts';
import type { OpenStore } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';

describe.runIf(storeKind() === 'mariadb')('indexing texts while others write', () => {
  let database: FreshDatabase;
  let store: OpenStore;
  let server: OpenDialect;
  beforeEach(async () => {
    database = await freshDatabase();
    store = await openStore({ url: database.url });
    store.holdIndexing();
    server = await openMariadb({ url: database.url, prefix: 'wp_', readOnly: false });
    server.holdIndexing();
  });
  afterEach(async () => {
    await server.close();
    await store.close();
    await database.drop();
  });

  const fill = (queries = new SearchQueries('wp_')) => new SearchFiller(server.db, queries, false).fill();
  const found = (word: string) => store.posts.count({ types: ['post'], visibility: everything, search: [word] });
  const waiting = async () => (await store.searchIndex()).waiting;

  it('keeps nothing of a text that another process indexed and somebody changed since it was read', async () => {
    const id = await store.posts.insert(postRow({ title: 'anchor' }));
    class Overtaken extends SearchQueries {
      override async nextNumber(db: OpenDialect['db']): Promise<number> {
        expect(await fill()).toBe(1);
        await store.posts.update(id, { title: 'lantern' });
        return super.nextNumber(db);
      }
    }
    expect(await fill(new Overtaken('wp_'))).toBe(0);
    expect([await found('anchor'), await found('lantern')]).toEqual([0, 1]);
    expect(await waiting()).toBe(1);
    expect(await fill()).toBe(1);
    expect([await found('anchor'), await found('lantern')]).toEqual([0, 1]);
  });

  it('leaves a post to the transaction of another program that writes it, which never fails for it', async () => {
    const first = await store.posts.insert(postRow({ slug: 'first', title: 'anchor' }));
    const second = await store.posts.insert(postRow({ slug: 'second', title: 'anchor' }));
    const other = await createConnection(database.url);
    const rename = (id: number) => other.query("update wp_posts set post_title = 'lantern' where ID = ?", [id]);
    let written: Promise<unknown> = Promise.resolve();
    class Meeting extends SearchQueries {
      override async stillWaiting(...args: Parameters<SearchQueries['stillWaiting']>): Promise<Set<number>> {
        await other.query('begin');
        await rename(second);
        // Waiting for the row that the other one holds would fail after a while.
        const still = await super.stillWaiting(...args);
        written = rename(first).then(() => other.query('commit'));
        return still;
      }
    }
    expect(await fill(new Meeting('wp_'))).toBe(1);
    await written;
    await other.end();
    expect([await found('anchor'), await found('lantern')]).toEqual([0, 2]);
    expect(await waiting()).toBe(2);
    expect(await fill()).toBe(2);
    expect([await found('anchor'), await found('lantern')]).toEqual([0, 2]);
  });
});
