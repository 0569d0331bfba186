import { createConnection } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { FeedRow, OpenStore } from '../../../src/storage/store.ts';
import { freshDatabase, storeKind } from '../../support/database.ts';

describe.runIf(storeKind() === 'mariadb')('writes of another program on the same tables', () => {
  it('are found with their meta and terms, as changes of their items', async () => {
    const database = await freshDatabase();
    const other = await createConnection(database.url);
    await (await openStore({ url: database.url })).close();
    await other.query("replace into wp_platen_meta (name, value) values ('origin', 'adopted')");
    const write = async (id: number, title: string) =>
      other.query(
        `insert into wp_posts (ID, post_author, post_title, post_content, post_excerpt, to_ping, pinged,
           post_content_filtered, post_status, post_type) values (?, 5, ?, '', '', '', '', '', 'publish', 'post')`,
        [id, title],
      );
    await write(7, 'Before');
    const store = await openStore({ url: database.url });
    try {
      await store.findForeignChanges();
      let at = await store.feed.newest();
      const found = async (): Promise<string[]> => {
        const rows = await looked(store, at);
        at = rows.at(-1) ?? at;
        return rows.map(said);
      };
      await write(8, 'New');
      expect(await found()).toEqual(['create post 8', 'update user 5 user was shown']);
      await other.query("insert into wp_postmeta (post_id, meta_key, meta_value) values (7, 'colour', 'red')");
      expect(await found()).toEqual(['update post 7 post was publish']);
      await other.query("update wp_postmeta set meta_value = 'blue' where post_id = 7");
      expect(await found()).toEqual(['update post 7 post was publish']);
      await other.query('insert into wp_term_relationships (object_id, term_taxonomy_id) values (7, 1)');
      expect(await found()).toEqual(['update post 7 post was publish']);
      await other.query("update wp_posts set post_status = 'trash' where ID = 8");
      expect((await found())[0]).toBe('trash post 8 post was publish');
      await other.query('delete from wp_posts where ID = 8');
      expect((await found())[0]).toBe('delete post 8 post was trash');
      await other.query("insert into wp_comments (comment_ID, comment_author, comment_content) values (3, 'A', 'B')");
      expect(await found()).toEqual(['create comment 3']);
    } finally {
      await store.close();
      await other.end();
      await database.drop();
    }
  });
});

/** Looks until something was found: the server tells when tables were written in whole seconds. */
async function looked(store: OpenStore, after: FeedRow): Promise<FeedRow[]> {
  for (;;) {
    await store.findForeignChanges();
    const rows = await store.feed.read(after, 100);
    if (rows.length > 0) return rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const said = ({ kind, id, change, type, status }: FeedRow) =>
  `${change} ${kind} ${id}${type ? ` ${type}` : ''}${status ? ` was ${status}` : ''}`;
