import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { createPlaten } from '../src/index.ts';
import { currentVersion } from '../src/storage/sqlite/migrate-sqlite.ts';

const fixtures = fileURLToPath(new URL('./fixtures', import.meta.url));
const names = (await readdir(fixtures)).filter((name) => /^schema-\d+\.db\.gz$/.test(name));
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A data folder with the database of a release. */
async function siteOf(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-schema-'));
  folders.push(folder);
  await writeFile(join(folder, 'platen.db'), gunzipSync(await readFile(join(fixtures, name))));
  return folder;
}

const open = (dataDir: string) => createPlaten({ dataDir, port: 0, logLevel: 'silent', leads: false });
const change = (folder: string, sql: string) => {
  const database = new DatabaseSync(join(folder, 'platen.db'));
  database.exec(sql);
  database.close();
};
const versionOf = (path: string) => {
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare("select value from wp_platen_meta where name = 'version'").get();
  database.close();
  return Number(row?.['value']);
};

describe('a database of a released schema', () => {
  it('is there for the schema of today', () => {
    expect(names).toContain(`schema-${currentVersion}.db.gz`);
  });

  it.each(names)('%s opens, with its content, is brought up to date, and is kept as it was', async (name) => {
    const folder = await siteOf(name);
    const platen = await open(folder);
    const posts = await platen.fetch('/wp-json/wp/v2/posts');
    expect(await posts.json()).toMatchObject([{ slug: 'a-first-post' }]);
    expect((await platen.fetch('/wp-json/wp/v2/posts?search=post')).status).toBe(200);
    await platen.close();
    expect(versionOf(join(folder, 'platen.db'))).toBe(currentVersion);
    const version = Number(/\d+/.exec(name)?.[0]);
    const copy = join(folder, `platen.db.schema-${version}`);
    expect(existsSync(copy)).toBe(version < currentVersion);
    if (version < currentVersion) expect(versionOf(copy)).toBe(version);
  });

  it('is refused by an older release with a sentence, and is not changed', async () => {
    const folder = await siteOf(`schema-${currentVersion}.db.gz`);
    change(folder, "update wp_platen_meta set value = '999' where name = 'version'");
    await expect(open(folder)).rejects.toThrow(/newer release \(version 999; this one knows up to/);
    expect(versionOf(join(folder, 'platen.db'))).toBe(999);
    expect(existsSync(join(folder, 'platen.db.schema-999'))).toBe(false);
  });
});
