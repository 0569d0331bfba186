import { type Connection, createConnection } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/storage/open/open-store.ts';
import type { FeedRow, OpenStore } from '../../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase, storeKind } from '../../support/database.ts';

describe.runIf(storeKind() === 'mariadb')('writes of another program on the same tables', () => {
  let database: FreshDatabase;
  let other: Connection;
  let store: OpenStore;
  let at: FeedRow;

  /** A database with a post, a term, a user and a comment of another program. */
  beforeEach(async () => {
    database = await freshDatabase();
    other = await createConnection({ uri: database.url, multipleStatements: true });
    await (await openStore({ url: database.url })).close();
    await other.query("set sql_mode = ''");
    await other.query(`
      replace into wp_platen_meta (name, value) values ('origin', 'adopted');
      insert into wp_posts (ID, post_author, post_title, post_status, post_type) values (7, 5, 'Before', 'publish', 'post');
      insert into wp_terms (term_id, name, slug) values (2, 'Before', 'before');
      insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy) values (2, 2, 'category');
      insert into wp_users (ID, user_login) values (5, 'before');
      insert into wp_comments (comment_ID, comment_post_ID, comment_content) values (3, 7, 'Before')`);
    store = await openStore({ url: database.url });
  });
  afterEach(async () => {
    await store.close();
    await other.end();
    await database.drop();
  });

  const begin = async () => {
    await store.findForeignChanges();
    at = await store.feed.newest();
  };

  /** Looks until something was found: the server tells when tables were written in whole seconds. */
  const found = async (): Promise<string[]> => {
    for (;;) {
      await store.findForeignChanges();
      const rows = await store.feed.read(at, 100);
      at = rows.at(-1) ?? at;
      if (rows.length > 0) return rows.map(entry);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  /** The state of an item before a change, as the feed has it. */
  const was = {
    post: 'post was publish',
    term: 'category was shown',
    user: 'user was shown',
    comment: 'comment was 1',
  };

  it('are found as changes of posts, with what is as visible as they are', async () => {
    await begin();
    await other.query(
      "insert into wp_posts (ID, post_author, post_title, post_status, post_type) values (8, 5, 'New', 'publish', 'post')",
    );
    expect(await found()).toEqual(['create post 8', `update user 5 ${was.user}`]);
    await other.query(`
      update wp_posts set post_title = 'Newer' where ID = 8;
      update wp_posts set post_password = 'secret', post_author = 6 where ID = 7`);
    expect(await found()).toEqual([
      `update post 7 ${was.post}`,
      `update post 8 ${was.post}`,
      `update comment 3 ${was.comment}`,
      `update user 6 ${was.user}`,
      `update user 5 ${was.user}`,
    ]);
    await other.query("update wp_posts set post_status = 'trash' where ID = 8");
    expect(await found()).toEqual([`trash post 8 ${was.post}`, `update user 5 ${was.user}`]);
    await other.query('delete from wp_posts where ID = 8');
    expect(await found()).toEqual(['delete post 8 post was trash', `update user 5 ${was.user}`]);
  });

  it('are found as changes of terms, users and comments', async () => {
    await begin();
    await other.query(`
      insert into wp_terms (term_id, name, slug) values (4, 'New', 'new');
      insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy) values (4, 4, 'category');
      insert into wp_users (ID, user_login) values (6, 'new');
      insert into wp_comments (comment_ID, comment_content) values (9, 'New')`);
    expect(await found()).toEqual(['create term 4', 'create user 6', 'create comment 9']);
    await other.query(`
      update wp_term_taxonomy set description = 'x' where term_id = 4;
      update wp_users set display_name = 'x' where ID = 6;
      update wp_comments set comment_content = 'x' where comment_ID = 9`);
    expect(await found()).toEqual([
      `update term 4 ${was.term}`,
      `update user 6 ${was.user}`,
      `update comment 9 ${was.comment}`,
    ]);
    await other.query(`
      delete from wp_terms where term_id = 4; delete from wp_term_taxonomy where term_id = 4;
      delete from wp_users where ID = 6; delete from wp_comments where comment_ID = 9`);
    expect(await found()).toEqual([
      `delete term 4 ${was.term}`,
      `delete user 6 ${was.user}`,
      `delete comment 9 ${was.comment}`,
    ]);
  });

  it('are found in every table of meta, and in that of relationships', async () => {
    await begin();
    const owners = { post: 7, term: 2, user: 5, comment: 3 };
    const each = (sql: (kind: string, id: number) => string) =>
      other.query(
        Object.entries(owners)
          .map(([kind, id]) => sql(kind, id))
          .join(';'),
      );
    const all = Object.entries(owners).map(([kind, id]) => `update ${kind} ${id} ${was[kind as keyof typeof owners]}`);
    await each((kind, id) => `insert into wp_${kind}meta (${kind}_id, meta_key, meta_value) values (${id}, 'a', 'b')`);
    expect(await found()).toEqual(all);
    await each((kind) => `update wp_${kind}meta set meta_value = 'c'`);
    expect(await found()).toEqual(all);
    await each((kind) => `delete from wp_${kind}meta`);
    expect(await found()).toEqual(all);
    await other.query('insert into wp_term_relationships (object_id, term_taxonomy_id) values (7, 2)');
    expect(await found()).toEqual([`update post 7 ${was.post}`]);
    await other.query('delete from wp_term_relationships');
    expect(await found()).toEqual([`update post 7 ${was.post}`]);
  });

  it('are found after a look that failed, though nothing was written since', async () => {
    await begin();
    await other.query("update wp_users set display_name = 'x' where ID = 5");
    await other.query('rename table wp_platen_locks to wp_away');
    let failure: unknown;
    while (!failure) await store.findForeignChanges().catch((error) => (failure = error));
    await other.query('rename table wp_away to wp_platen_locks');
    expect(await found()).toEqual([`update user 5 ${was.user}`]);
  });

  it('are no changes until every item was looked at once; then the feed begins again', async () => {
    await other.query(
      "insert into wp_platen_seen (kind, id, digest, type, status) values ('post', 7, 'x', 'post', 'draft')",
    );
    const before = await store.feed.newest();
    await store.findForeignChanges();
    expect(await store.feed.at(before)).toBeNull();
    expect((await store.feed.oldest()).change).toBe('reset');
    expect(await store.feed.read(await store.feed.oldest(), 100)).toEqual([]);
  });
});

const entry = ({ kind, id, change, type, status }: FeedRow) =>
  `${change} ${kind} ${id}${type ? ` ${type}` : ''}${status ? ` was ${status}` : ''}`;
