import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { currentVersion } from '../../src/storage/sqlite/migrate-sqlite.ts';
import { SqliteFile } from '../../src/storage/sqlite/sqlite-file.ts';
import { runProgram, startServer } from '../support/server-process.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const newPosts = 3_000;

/** A data folder with the database of a release that has many posts. */
async function siteOf(version: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-upgrade-'));
  folders.push(folder);
  const fixture = fileURLToPath(new URL(`../fixtures/schema-${version}.db.gz`, import.meta.url));
  await writeFile(join(folder, 'platen.db'), gunzipSync(await readFile(fixture)));
  inDatabase(folder, (database) => {
    const columns = database
      .prepare("select name from pragma_table_info('wp_posts') where name <> 'ID'")
      .all()
      .map(({ name }) => String(name));
    const values = columns.map((name) =>
      name === 'post_name' ? "'copy-' || n" : name === 'post_content' ? "'violet copy ' || n" : `"${name}"`,
    );
    database.exec(`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${newPosts})
      insert into wp_posts (${columns.map((name) => `"${name}"`).join(', ')})
      select ${values.join(', ')} from wp_posts, numbers where post_name = 'a-first-post'`);
  });
  return folder;
}

function inDatabase<T>(folder: string, work: (database: DatabaseSync) => T): T {
  const { database } = new SqliteFile(join(folder, 'platen.db'), { readOnly: false, waitMs: 20_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Every table, index and trigger. */
const schemaOf = (folder: string) =>
  inDatabase(folder, (database) =>
    database
      .prepare("select type, name from sqlite_master where name not like 'sqlite_%' order by type, name")
      .all()
      .map(({ type, name }) => `${type} ${name}`),
  );

const total = async (url: string, query: string) =>
  Number((await fetch(`${url}/wp-json/wp/v2/posts?per_page=1&${query}`)).headers.get('x-wp-total'));

it.each([1, 10])('an upgrade from schema %i that is killed again and again is complete in the end', async (version) => {
  const folder = await siteOf(version);
  const begun = performance.now();
  const whole = await startServer({ dataDir: await siteOf(version) });
  const takes = performance.now() - begun;
  await whole.stop();
  const env = { PLATEN_DATA_DIR: folder, PLATEN_PORT: '0' };
  for (let part = 1; part <= 8; part += 1) {
    const { child } = runProgram(['serve'], env);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await pause((takes * part) / 8);
    child.kill('SIGKILL');
    await ended;
    expect(inDatabase(folder, (database) => database.prepare('pragma integrity_check').get())).toEqual({
      integrity_check: 'ok',
    });
  }
  const server = await startServer({ dataDir: folder });
  await expect.poll(() => total(server.url, 'search=violet')).toBe(newPosts);
  expect(await total(server.url, '')).toBe(newPosts + 1);
  expect(await total(server.url, 'orderby=title')).toBe(newPosts + 1);
  await server.stop();
  expect(existsSync(join(folder, `platen.db.schema-${version}`))).toBe(true);
  const fresh = await startServer();
  await fresh.stop();
  folders.push(fresh.dataDir);
  expect(schemaOf(folder)).toEqual(schemaOf(fresh.dataDir));
  const stored = inDatabase(folder, (database) =>
    database.prepare("select value from wp_platen_meta where name = 'version'").get(),
  );
  expect(Number(stored?.['value'])).toBe(currentVersion);
});
