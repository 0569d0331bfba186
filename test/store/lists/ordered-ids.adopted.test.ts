import { type Connection, createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Visibility } from '../../../src/rules/visibility.ts';
import { mariadbSchema } from '../../../src/storage/mariadb/mariadb-schema.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { ColumnOrder, OpenStore, PostFilter, PostOrder } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../../support/database.ts';
import { fillLongSite, size } from './long-site.ts';
import { skippedBy } from './skipped-rows.ts';

const everyone: Visibility = { anyOf: [{ types: ['post'], statuses: ['publish'] }] };
const published: PostFilter = { types: ['post'], visibility: everyone, statuses: ['publish'] };
const byTitle: PostOrder = { by: 'title', direction: 'asc' };

/** Lists by their order, with what another program asks the tables for to see the same. */
const lists: Record<string, readonly [PostFilter, PostOrder, sql: string]> = {
  'by title': [published, byTitle, "p.post_status = 'publish' order by p.post_title, p.ID"],
  'of a term': [
    { ...published, withTerms: [{ taxonomy: 'category', termIds: [1] }] },
    { by: 'date' satisfies ColumnOrder['by'], direction: 'desc' },
    `p.post_status = 'publish' and exists (select 1 from wp_term_relationships as r
      where r.object_id = p.ID and r.term_taxonomy_id = 1) order by p.post_date desc, p.ID desc`,
  ],
};

describe.runIf(storeKind() === 'mariadb')('pages deep in a list of a site that another program writes', () => {
  let database: FreshDatabase;
  let store: OpenStore;
  let other: Connection;

  beforeAll(async () => {
    database = await freshDatabase();
    other = await createConnection({ uri: database.url });
    for (const text of mariadbSchema('wp_').filter((each) => !each.includes('platen_'))) await other.query(text);
    await fillLongSite(database);
    store = await openStore({ url: database.url });
  });
  afterAll(async () => {
    await store?.close();
    await other?.end();
    await database?.drop();
  });

  const idsOf = (filter: PostFilter, order: PostOrder, offset: number): Promise<number[]> =>
    store.posts.find(filter, order, { limit: 10, offset }, ['id']).then((rows) => rows.map(({ id }) => id));

  /** Whether the pages and the total are those that the tables have at this moment. */
  async function expectRight(): Promise<void> {
    for (const [filter, order, sql] of Object.values(lists)) {
      const [rows] = await other.query<RowDataPacket[]>(
        `select p.ID as id from wp_posts as p where p.post_type = 'post' and ${sql}`,
      );
      const all = rows.map((row) => Number(row['id']));
      const offsets = [500, Math.floor(all.length / 2) + 200, all.length - 5];
      const pages = await Promise.all(offsets.map((offset) => idsOf(filter, order, offset)));
      expect(pages).toEqual(offsets.map((offset) => all.slice(offset, offset + 10)));
      expect(await store.posts.count(filter)).toBe(all.length);
    }
  }

  /** Orders are kept when the second of the last write is over, that write was noticed and the pages were asked for again. */
  async function untilKept(): Promise<void> {
    let looks = 0;
    const skipped = async (): Promise<number> => {
      // A server with many tables forgets when one was written, until it is written again.
      looks += 1;
      if (looks % 200 === 0) await writeBoth();
      let most = 0;
      for (const [filter, order] of Object.values(lists))
        most = Math.max(most, await skippedBy(() => idsOf(filter, order, 520)));
      return most;
    };
    await vi.waitFor(async () => expect(await skipped()).toBe(0), { timeout: 300_000, interval: 50 });
  }

  async function writeBoth(): Promise<void> {
    await other.query('update wp_posts set comment_count = comment_count + 1 limit 1');
    await other.query('insert into wp_term_relationships (object_id, term_taxonomy_id) values (0, 99)');
    await other.query('delete from wp_term_relationships where object_id = 0');
  }

  /** A post that stands within the pages that are asked for. */
  const amongThem = '(select ID from (select ID from wp_posts order by post_title, ID limit 505, 1) as q)';
  const text = "post_content, post_excerpt, to_ping, pinged, post_content_filtered) select 'post', 'publish'";
  const writes: Record<string, string> = {
    'a new post': `insert into wp_posts (post_type, post_status, post_title, post_name, post_date, ${text}, 'Title 1', 'a-new', now(), '', '', '', '', ''`,
    'another title': `update wp_posts set post_title = 'Title 799' where ID = ${amongThem}`,
    'a hidden post': `update wp_posts set post_status = 'draft' where ID = ${amongThem}`,
    'a removed post': `delete from wp_posts where ID = ${amongThem}`,
    'another date': `update wp_posts set post_date = '2020-01-02 03:04:05' where ID % 40 = 7`,
    'posts that leave a term': `delete from wp_term_relationships where object_id % 50 = 3 and object_id < ${size}`,
  };

  it.each(Object.entries(writes))('are right at once, and when they are kept again: %s', async (_name, write) => {
    await untilKept();
    await expectRight();
    const [changed] = await other.query<ResultSetHeader>(write);
    expect(changed.affectedRows).toBeGreaterThan(0);
    await expectRight();
    await untilKept();
    await expectRight();
  });

  it('are right while another program writes all the time', async () => {
    await untilKept();
    for (let turn = 0; turn < 20; turn += 1) {
      await other.query(`update wp_posts set post_title = 'Title ${turn}' where ID = ${1 + turn * 97}`);
      await expectRight();
    }
  });
});
