import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createConnection } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everything } from '../../src/rules/visibility.ts';
import { mariadbSchema } from '../../src/storage/mariadb/mariadb-schema.ts';
import { withLock } from '../../src/storage/mariadb/migrate-mariadb.ts';
import { openMariadb } from '../../src/storage/mariadb/open-mariadb.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import { explainSqliteError } from '../../src/storage/sqlite/explain-sqlite-error.ts';
import { migrateSqlite } from '../../src/storage/sqlite/migrate-sqlite.ts';
import { SqliteFile } from '../../src/storage/sqlite/sqlite-file.ts';
import type { OpenStore } from '../../src/storage/store.ts';
import { freshDatabase, storeKind } from '../support/database.ts';
import { postRow } from '../support/rows.ts';

const anyPost = { types: ['post'], visibility: everything };

describe('any store', () => {
  it('keeps what was written, under its prefix', async () => {
    const database = await freshDatabase();
    try {
      const first = await openStore({ url: database.url, prefix: 'blog_' });
      await first.posts.insert(postRow({ title: 'Kept' }));
      await first.close();
      const again = await openStore({ url: database.url, prefix: 'blog_' });
      expect((await again.posts.byId(1))?.title).toBe('Kept');
      await again.ping();
      await again.close();
      const other = await openStore({ url: database.url, prefix: 'other_' });
      expect(await other.posts.byId(1)).toBeNull();
      await other.close();
    } finally {
      await database.drop();
    }
  });

  it('opens for several processes at once', async () => {
    const database = await freshDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore({ url: database.url })));
    await stores[0]?.posts.insert(postRow());
    for (const store of stores) expect(await store.posts.count(anyPost)).toBe(1);
    for (const store of stores) await store.close();
    await database.drop();
  });

  it('can be opened to read only, once it is up to date', async () => {
    const database = await freshDatabase();
    try {
      await expect(openStore({ url: database.url, readOnly: true })).rejects.toHaveProperty('failure');
      const first = await openStore({ url: database.url });
      await first.posts.insert(postRow());
      await first.close();
      const reader = await openStore({ url: database.url, readOnly: true });
      expect(await reader.posts.count(anyPost)).toBe(1);
      await expect(reader.posts.insert(postRow())).rejects.toMatchObject({ failure: 'readonly' });
      await reader.close();
    } finally {
      await database.drop();
    }
  });

  it.each([
    ['postgres://x/y', 'unreachable'],
    ['mysql://root@127.0.0.1/', 'unreachable'],
    ['mysql:nonsense', 'unreachable'],
  ])('refuses the address %s in a sentence', async (url, failure) => {
    await expect(openStore({ url })).rejects.toMatchObject({ failure, message: expect.stringMatching(/\.$/) });
  });

  it('refuses a prefix that is not a name', async () => {
    await expect(openStore({ url: 'sqlite::memory:', prefix: 'a b;' })).rejects.toMatchObject({ failure: 'denied' });
  });
});

describe.runIf(storeKind() === 'sqlite')('an SQLite file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-open-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('that a newer release has changed is left alone', async () => {
    const path = join(folder, 'content.db');
    await (await openStore({ url: `sqlite:${path}` })).close();
    const database = new DatabaseSync(path);
    database.exec("update wp_platen_meta set value = '99' where name = 'version'");
    database.close();
    await expect(openStore({ url: `sqlite:${path}` })).rejects.toMatchObject({ failure: 'newer' });
  });

  it('that is no database is said to be none, and stays as it is', async () => {
    const path = join(folder, 'notes.txt');
    await writeFile(path, 'These are my notes, and nothing else at all.'.repeat(100));
    await expect(openStore({ url: `sqlite:${path}` })).rejects.toMatchObject({
      failure: 'unreachable',
      message: 'The file is not a database.',
    });
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });

  it('in a folder that is not there is not made', async () => {
    const path = join(folder, 'missing', 'content.db');
    await expect(openStore({ url: `sqlite:${path}` })).rejects.toMatchObject({ failure: 'unreachable' });
    expect(existsSync(join(folder, 'missing'))).toBe(false);
  });

  it('without room is not half made', () => {
    const file = new SqliteFile(join(folder, 'content.db'), { readOnly: false, waitMs: 100 });
    file.database.exec('pragma max_page_count = 8');
    let failure: unknown;
    try {
      migrateSqlite(file, 'wp_');
    } catch (error) {
      failure = explainSqliteError(error);
    }
    expect(failure).toMatchObject({ failure: 'full' });
    expect(file.run('select count(*) as n from sqlite_schema', []).rows).toEqual([{ n: 0 }]);
    file.close();
  });

  it('in memory leaves nothing behind', async () => {
    const before = new Set(await readdir(tmpdir()));
    const store = await openStore({ url: 'sqlite::memory:' });
    await store.posts.insert(postRow());
    const made = (await readdir(tmpdir())).filter((name) => name.startsWith('platen-') && !before.has(name));
    await store.close();
    const left = new Set(await readdir(tmpdir()));
    expect(made.some((name) => !left.has(name))).toBe(true);
  });
});

describe.runIf(storeKind() === 'mariadb')('a MariaDB server', () => {
  it.each<[string, Partial<Pick<URL, 'username' | 'password' | 'port'>>, string]>([
    ['does not let the user in', { username: 'stranger', password: 'wrong' }, 'denied'],
    ['is not there', { port: '1' }, 'unreachable'],
    ['does not have the database', {}, 'missing'],
  ])('that %s is told apart', async (_what, changes, failure) => {
    const url = Object.assign(
      new URL(process.env.PLATEN_TEST_MYSQL_URL ?? ''),
      { pathname: '/platen_test_absent' },
      changes,
    );
    await expect(openStore({ url: url.href })).rejects.toMatchObject({
      failure,
      message: expect.stringMatching(/\.$/),
    });
  });

  it('whose database a newer release has changed is left alone', async () => {
    const database = await freshDatabase();
    const connection = await createConnection(database.url);
    try {
      await (await openStore({ url: database.url })).close();
      await connection.query("update wp_platen_meta set value = '99' where name = 'version'");
      await connection.query('drop table wp_termmeta');
      await expect(openStore({ url: database.url })).rejects.toMatchObject({ failure: 'newer' });
      const [tables] = await connection.query("show tables like 'wp\\_termmeta'");
      expect(tables).toEqual([]);
    } finally {
      await connection.end();
      await database.drop();
    }
  });

  it('whose database a newer release has only added to is opened, and asks no more of programs than it needs', async () => {
    const database = await freshDatabase();
    const connection = await createConnection(database.url);
    try {
      await (await openStore({ url: database.url })).close();
      const stored = async () => {
        const [rows] = await connection.query(
          "select name, value from wp_platen_meta where name in ('version', 'reached')",
        );
        return rows;
      };
      expect(await stored()).toEqual([
        { name: 'reached', value: '10' },
        { name: 'version', value: '2' },
      ]);
      await connection.query("update wp_platen_meta set value = '99' where name = 'reached'");
      await (await openStore({ url: database.url })).close();
      expect(await stored()).toContainEqual({ name: 'reached', value: '99' });
    } finally {
      await connection.end();
      await database.drop();
    }
  });

  it('opens one database while another one is migrated', async () => {
    const [first, second] = [await freshDatabase(), await freshDatabase()];
    try {
      const { db, close } = await openMariadb({ url: first.url, prefix: 'wp_', readOnly: false });
      await db.connection().execute((connection) =>
        withLock(connection, 'wp_platen', async () => {
          await (await openStore({ url: second.url })).close();
        }),
      );
      await close();
    } finally {
      await first.drop();
      await second.drop();
    }
  });

  it('says what does not fit a column instead of cutting it', async () => {
    const database = await freshDatabase();
    const store = await openStore({ url: database.url });
    await expect(store.posts.insert(postRow({ slug: 'x'.repeat(300) }))).rejects.toMatchObject({ failure: 'refused' });
    await store.close();
    await database.drop();
  });
});

describe.runIf(storeKind() === 'mariadb')('a database of an existing site', () => {
  /** The tables of a site as another program made them: another collation, other defaults, a table we do not know. */
  async function withSite(work: (store: OpenStore, site: (sql: string) => Promise<unknown>) => Promise<void>) {
    const database = await freshDatabase();
    const connection = await createConnection({ uri: database.url, multipleStatements: true, dateStrings: true });
    const site = async (sql: string): Promise<unknown> => (await connection.query(sql))[0];
    const layout = mariadbSchema('wp_').filter((text) => !text.includes('platen_'));
    for (const text of layout) await site(text.replaceAll('utf8mb4_unicode_ci', 'utf8mb4_unicode_520_ci'));
    await site("set sql_mode = ''; create table wp_links (link_id bigint primary key)");
    await site("alter table wp_comments alter comment_type set default ''");
    await site(
      "insert into wp_posts (post_author, post_title, post_content, post_excerpt, to_ping, pinged, post_content_filtered, post_date) values (1, 'Old', '', '', '', '', '', '0000-00-00 00:00:00')",
    );
    const store = await openStore({ url: database.url });
    try {
      await work(store, site);
    } finally {
      await store.close();
      await connection.end();
      await database.drop();
    }
  }

  it('opens as it is and is not altered', async () => {
    await withSite(async (store, site) => {
      const shape = async () => JSON.stringify(await site('show create table wp_posts; show create table wp_comments'));
      const before = (await shape()).replace(/AUTO_INCREMENT=\d+/g, '');
      expect(await store.posts.byId(1)).toMatchObject({ title: 'Old', date: '0000-00-00 00:00:00' });
      await store.posts.insert(postRow({ title: 'New' }));
      await store.options.set('blogname', 'Site');
      expect((await shape()).replace(/AUTO_INCREMENT=\d+/g, '')).toBe(before);
      expect(store.dialect.sharedWithOthers).toBe(true);
    });
  });

  it('tells within a second or two that its other program wrote', async () => {
    await withSite(async (store, site) => {
      await quiet(store);
      await site("update wp_posts set post_title = 'Changed outside' where ID = 1");
      expect(await soon(store)).toBe('everything');
      await quiet(store);
      await site("insert into wp_options (option_name, option_value) values ('blogname', 'Outside')");
      expect(await soon(store)).toBe('everything');
      expect(await store.options.get('blogname')).toBe('Outside');
    });
  });

  const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

  /** Waits until nothing is told any more. */
  async function quiet(store: OpenStore): Promise<void> {
    for (let calm = 0; calm < 25; calm += 1) {
      await pause();
      if (await store.changes.poll()) calm = 0;
    }
  }

  async function soon(store: OpenStore): Promise<unknown> {
    for (let turn = 0; turn < 150; turn += 1) {
      const touched = await store.changes.poll();
      if (touched) return touched;
      await pause();
    }
    return null;
  }
});
