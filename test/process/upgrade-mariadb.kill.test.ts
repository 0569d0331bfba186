import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { loadDump } from '../support/load-dump.ts';
import { runProgram, type ServerProcess, startServer } from '../support/server-process.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** The tables of the public layout, which an upgrade leaves as they are. */
const content = [
  ...['commentmeta', 'comments', 'postmeta', 'posts', 'term_relationships', 'term_taxonomy', 'termmeta', 'terms'],
  ...['usermeta', 'users'],
];
const copies = 3_000;

async function query(database: FreshDatabase, text: string): Promise<RowDataPacket[]> {
  const connection = await createConnection(database.url);
  try {
    const [rows] = await connection.query<RowDataPacket[]>(text);
    return rows;
  } finally {
    await connection.end();
  }
}

const newDatabase = async (): Promise<FreshDatabase> => {
  const database = await freshDatabase('mariadb');
  closing.push(database.drop);
  return database;
};

/** A database of the version before, with many more posts: its triggers listed them. */
async function oldSite(origin: 'made' | 'adopted'): Promise<FreshDatabase> {
  const database = await newDatabase();
  await loadDump(database.url, `mariadb-9-${origin}`);
  expect((await schemaOf(database)).filter((line) => line.startsWith('trigger '))).toHaveLength(
    origin === 'made' ? 39 : 6,
  );
  const names = await query(
    database,
    "select COLUMN_NAME as name from information_schema.COLUMNS where TABLE_SCHEMA = database() and TABLE_NAME = 'wp_posts' and COLUMN_NAME <> 'ID'",
  );
  const columns = names.map(({ name }) => String(name));
  const values = columns.map((name) =>
    name === 'post_name' ? "concat('copy-', seq)" : name === 'post_content' ? "concat('violet copy ', seq)" : name,
  );
  await query(
    database,
    `insert into wp_posts (${columns.join(', ')}) select ${values.join(', ')} from wp_posts, seq_1_to_${copies} where post_name = 'old-1'`,
  );
  return database;
}

const settings = async (database: FreshDatabase, origin: 'made' | 'adopted') => {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-upgrade-'));
  closing.push(() => rm(dataDir, { recursive: true, force: true }));
  return {
    PLATEN_DATA_DIR: dataDir,
    PLATEN_DATABASE_URL: database.url,
    PLATEN_ADMIN_PASSWORD: 'password',
    PLATEN_DB_TRIGGERS: origin === 'made' ? 'own' : 'on',
  };
};

const total = async ({ url }: ServerProcess, arguments_: string) =>
  Number((await fetch(`${url}/wp-json/wp/v2/posts?per_page=1&${arguments_}`)).headers.get('x-wp-total'));

/** Tables, columns and triggers, each with its text. */
async function schemaOf(database: FreshDatabase): Promise<string[]> {
  const rows = await query(
    database,
    `select concat_ws(' ', 'table', TABLE_NAME, COLUMN_NAME, COLUMN_TYPE) as line from information_schema.COLUMNS where TABLE_SCHEMA = database()
     union all select concat_ws(' ', 'trigger', TRIGGER_NAME, EVENT_OBJECT_TABLE, md5(ACTION_STATEMENT)) from information_schema.TRIGGERS where TRIGGER_SCHEMA = database()
     union all select distinct concat_ws(' ', 'index', TABLE_NAME, INDEX_NAME, COLUMN_NAME) from information_schema.STATISTICS where TABLE_SCHEMA = database()`,
  );
  return rows.map(({ line }) => String(line)).sort();
}

const checksums = async (database: FreshDatabase) =>
  (await query(database, `checksum table ${content.map((name) => `wp_${name}`).join(', ')}`)).map(
    ({ Table, Checksum }) => [String(Table).split('.')[1], Number(Checksum)],
  );

describe.runIf(process.env.PLATEN_TEST_MYSQL_URL)('a MariaDB database of the version before', () => {
  it.each(['made', 'adopted'] as const)(
    'that was %s is complete after an upgrade that was killed again and again',
    async (origin) => {
      const [database, measured] = [await oldSite(origin), await oldSite(origin)];
      const before = await checksums(database);
      const begun = performance.now();
      const whole = await startServer({ env: await settings(measured, origin) });
      const takes = performance.now() - begun;
      await whole.stop();
      const env = await settings(database, origin);
      for (let part = 1; part <= 8; part += 1) {
        const { child } = runProgram(['serve'], { ...env, PLATEN_PORT: '0' });
        const ended = new Promise((resolve) => child.once('exit', resolve));
        await pause((takes * part) / 8);
        child.kill('SIGKILL');
        await ended;
      }
      const server = await startServer({ env });
      await expect.poll(() => total(server, 'search=violet')).toBe(copies + 9);
      expect(await total(server, '')).toBe(copies + 10);
      expect(await total(server, 'orderby=title')).toBe(copies + 10);
      const found = await fetch(`${server.url}/wp-json/wp/v2/categories?slug=category-2`);
      const [category] = (await found.json()) as { readonly id: number; readonly count: number }[];
      expect(category?.count).toBe(3);
      expect(await total(server, `categories=${category?.id}`)).toBe(3);
      await server.stop();
      expect(await checksums(database)).toEqual(before);
      const lists = await query(database, 'select value from wp_platen_meta where name in ("lists", "marks")');
      expect(lists).toHaveLength(1);
      expect(String(lists[0]?.['value'])).toMatch(/^[0-9a-f]{16}$/);
      expect(await schemaOf(database)).toEqual(await schemaOf(measured));
      if (origin === 'adopted') return;
      // As an older version leaves it that was started again.
      await query(database, "update wp_platen_meta set value = '79efed5a28089c20' where name = 'lists'");
      await query(database, "insert into wp_platen_meta (name, value) values ('marks', '5ebb8f47af662e11')");
      await (await startServer({ env })).stop();
      expect(await query(database, "select value from wp_platen_meta where name = 'marks'")).toEqual([]);
      const fresh = await newDatabase();
      await (await startServer({ env: await settings(fresh, origin) })).stop();
      expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
    },
  );
});
