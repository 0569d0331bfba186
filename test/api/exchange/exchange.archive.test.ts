import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { siteTables } from '../../../src/app/open-services.ts';
import { extensionsOf } from '../../../src/app/variants.ts';
import { createLocalFileStore } from '../../../src/media/files/local-file-store.ts';
import type { BulkRow } from '../../../src/storage/bulk/bulk-table.ts';
import { type BulkAddress, openBulkWriter } from '../../../src/storage/bulk/bulk-writer.ts';
import { openTableSnapshot } from '../../../src/storage/bulk/table-snapshot.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import { ArchiveError, archivedTables } from '../../../src/transfer/archive-format.ts';
import { importedTable } from '../../../src/transfer/import/import-record.ts';
import { restoreArchive } from '../../../src/transfer/read-archive.ts';
import { writeArchive } from '../../../src/transfer/write-archive.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let folder: string;
let target: FreshDatabase;
const declared = siteTables(extensionsOf('a'));
const tables = archivedTables(declared);

beforeEach(async () => {
  site = await testPlaten();
  folder = await mkdtemp(join(tmpdir(), 'platen-archive-'));
  target = await freshDatabase();
});
afterEach(async () => {
  await site.close();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

const archive = () => join(folder, 'site.tgz');
const source = (): BulkAddress => ({ url: site.platen.config.databaseUrl, prefix: 'wp_' });

async function write(): Promise<void> {
  const snapshot = await openTableSnapshot(source());
  await writeArchive(
    {
      snapshot,
      tables,
      files: createLocalFileStore(join(folder, 'uploads')),
      head: { program: 'test', madeAt: '2026-01-01T00:00:00Z', siteUrl: 'http://site.test', prefix: 'wp_' },
    },
    createWriteStream(archive()),
  );
  await snapshot.close();
}

async function restore(
  address: BulkAddress,
  uploads = join(folder, 'restored'),
  reading: Readable = createReadStream(archive()),
) {
  const store = await openStore(address);
  for (const table of declared) await store.table(table).count({});
  await store.table(importedTable).count({});
  await store.close();
  const bulk = await openBulkWriter(address);
  try {
    return await restoreArchive(reading, {
      bulk,
      tables,
      prefix: address.prefix,
      files: createLocalFileStore(uploads),
      scratch: join(folder, 'scratch'),
    });
  } finally {
    await bulk.close();
  }
}

async function dump(address: BulkAddress): Promise<Record<string, BulkRow[]>> {
  const snapshot = await openTableSnapshot(address);
  const all: Record<string, BulkRow[]> = {};
  for (const table of tables) {
    all[table.name] = [];
    for await (const rows of snapshot.rows(table)) all[table.name]!.push(...rows);
  }
  await snapshot.close();
  return all;
}

async function fill(): Promise<void> {
  const admin = site.as('administrator');
  const { body: tag } = await admin.post('/wp/v2/tags', { name: 'Tée ☕' });
  for (let n = 0; n < 3; n += 1)
    await admin.post('/wp/v2/posts', {
      title: `Post ${n} 😀`,
      content: 'a\r\nb\tc\u00a0d',
      tags: [tag.id],
      status: 'publish',
    });
  await site.platen.store.meta.set('post', 1, 'nothing', [null, '', '0']);
  await mkdir(join(folder, 'uploads/2020/01'), { recursive: true });
  await writeFile(join(folder, 'uploads/2020/01/bytes.bin'), Buffer.from([0, 255, 13, 10, 128]));
  await writeFile(join(folder, `uploads/2020/01/${'long-name-'.repeat(20)}é.txt`), 'x');
}

describe('an archive of a site', () => {
  it('restores every row and every file on another database', async () => {
    await fill();
    await write();
    const restored = await restore({ url: target.url, prefix: 'wp_' });
    expect(restored).toMatchObject({ files: 2, leftOut: {}, conflicts: [] });
    expect(await dump({ url: target.url, prefix: 'wp_' })).toEqual(await dump(source()));
    expect(await readFile(join(folder, 'restored/2020/01/bytes.bin'))).toEqual(Buffer.from([0, 255, 13, 10, 128]));
  });

  it('moves between SQLite and MariaDB, there and back', async ({ skip }) => {
    if (!process.env['PLATEN_TEST_MYSQL_URL']) return skip('needs PLATEN_TEST_MYSQL_URL');
    const other = await freshDatabase(site.platen.store.dialect.name === 'sqlite' ? 'mariadb' : 'sqlite');
    try {
      await fill();
      await write();
      await restore({ url: other.url, prefix: 'wp_' });
      expect(await dump({ url: other.url, prefix: 'wp_' })).toEqual(await dump(source()));
    } finally {
      await other.drop();
    }
  });

  it('keeps people’s roles when the tables get another prefix', async () => {
    await write();
    await restore({ url: target.url, prefix: 'blog7_' });
    const store = await openStore({ url: target.url, prefix: 'blog7_' });
    expect(await store.users.capabilities([1])).toEqual(new Map([[1, { administrator: true }]]));
    await store.close();
  });

  it('goes on counting where the old site stopped', async () => {
    await fill();
    await write();
    await restore({ url: target.url, prefix: 'wp_' });
    const store = await openStore({ url: target.url, prefix: 'wp_' });
    const last = Math.max(...(await dump(source()))['terms']!.map((row) => Number(row['term_id'])));
    const id = await store.terms.insert({ name: 'n', slug: 'n', taxonomy: 'category', description: '', parentId: 0 });
    expect(id).toBeGreaterThan(last);
    await store.close();
  });

  it('changes nothing where it is cut off or no archive', async () => {
    await fill();
    await write();
    await restore({ url: target.url, prefix: 'wp_' });
    const before = await dump({ url: target.url, prefix: 'wp_' });
    await truncate(archive(), (await stat(archive())).size - 200);
    await expect(restore({ url: target.url, prefix: 'wp_' }, join(folder, 'second'))).rejects.toThrow(/cut off/);
    await writeFile(archive(), Buffer.from('H4sIAAAAAAAAAwMAAAAAAAAAAAA=', 'base64'));
    await expect(restore({ url: target.url, prefix: 'wp_' })).rejects.toThrow(/cut off|not an archive/);
    expect(await dump({ url: target.url, prefix: 'wp_' })).toEqual(before);
    // Neither a file nor the folders that were made for it.
    expect(await readdir(join(folder, 'second')).catch(() => [])).toEqual([]);
  });

  const head = { format: 'platen-archive', version: 1, prefix: 'wp_' };
  async function packArchive(entries: Readonly<Record<string, unknown>>): Promise<void> {
    const packed = pack();
    for (const [name, content] of Object.entries(entries)) packed.entry({ name }, `${JSON.stringify(content)}\n`);
    packed.finalize();
    await pipeline(packed, createGzip(), createWriteStream(archive()));
  }

  it('is refused with its reason where it is damaged, and nothing changes', async () => {
    await write();
    await restore({ url: target.url, prefix: 'wp_' });
    const before = await dump({ url: target.url, prefix: 'wp_' });
    const damaged: readonly (readonly [Record<string, unknown>, RegExp])[] = [
      [{ 'other.json': head }, /not an archive/],
      [{ 'archive.json': { ...head, version: 2 } }, /later version/],
      [{ 'archive.json': head, 'tables/posts/000001.jsonl': [1] }, /line 1, is not a row/],
      [{ 'archive.json': head, 'tables/posts/000001.jsonl': { ID: {} } }, /line 1, is not a row/],
      [{ 'archive.json': head, 'end.json': 'over' }, /damaged/],
      [{ 'archive.json': head, 'end.json': { rows: { posts: 2 }, files: 0 } }, /0 rows of posts/],
      [{ 'archive.json': head, 'end.json': { rows: {} } }, /0 files of/],
    ];
    for (const [entries, reason] of damaged) {
      await packArchive(entries);
      const error = await restore({ url: target.url, prefix: 'wp_' }).catch((refused: unknown) => refused);
      expect(error).toBeInstanceOf(ArchiveError);
      expect(String(error)).toMatch(reason);
    }
    expect(await dump({ url: target.url, prefix: 'wp_' })).toEqual(before);
  });

  it('passes over entries it does not know', async () => {
    const notes = 'x'.repeat(200_000);
    await packArchive({
      'archive.json': head,
      'notes/1.txt': notes,
      'notes/2.txt': notes,
      'end.json': { rows: {}, files: 0 },
    });
    const refused = ['notes/1.txt', 'notes/2.txt'].map((name) => ({ name, why: 'an archive has no such entry' }));
    expect(await restore({ url: target.url, prefix: 'wp_' })).toMatchObject({ rows: {}, files: 0, refused });
  });

  it('says which names it refused and why, and nothing of them is stored', async () => {
    const packed = pack();
    const names = ['uploads/../../outside.txt', 'uploads/.hidden', 'uploads//etc/passwd', 'uploads/2020/01/good.txt'];
    packed.entry({ name: 'archive.json' }, JSON.stringify(head));
    for (const name of names) packed.entry({ name }, 'x');
    packed.entry({ name: 'uploads/2020/01/link.txt', type: 'symlink', linkname: '/etc/passwd' });
    packed.entry({ name: 'tables/unknown/000001.jsonl' }, '{"a":1}\n');
    packed.entry({ name: 'end.json' }, JSON.stringify({ rows: { unknown: 1 }, files: 4 }));
    packed.finalize();
    await pipeline(packed, createGzip(), createWriteStream(archive()));
    const restored = await restore({ url: target.url, prefix: 'wp_' });
    expect(restored).toMatchObject({ files: 4, leftOut: { unknown: 1 }, conflicts: [] });
    expect(restored.refused.map(({ name, why }) => [name, why])).toEqual([
      ...names.slice(0, 3).map((name) => [name, 'its name is not that of an uploaded file']),
      ['uploads/2020/01/link.txt', 'it is a link or a device, not a file'],
    ]);
    expect((await readdir(join(folder, 'restored'), { recursive: true })).sort()).toEqual([
      '2020',
      '2020/01',
      '2020/01/good.txt',
    ]);
  });

  it.each(['notes/1.bin', 'uploads/2020/01/zeros.bin', 'tables/posts/000001.jsonl'])(
    'that is small and unpacks to a huge one is refused early: %s',
    async (name) => {
      const size = 400_000_000;
      const packed = pack();
      packed.entry({ name: 'archive.json' }, JSON.stringify(head));
      let sent = 0;
      const zeros = Buffer.alloc(1_000_000);
      const bomb = Readable.from(
        (function* () {
          for (; sent < size; sent += zeros.length) yield zeros;
        })(),
      );
      const written = pipeline(packed, createGzip(), createWriteStream(archive()));
      await pipeline(bomb, packed.entry({ name, size }));
      packed.finalize();
      await written;
      const reading = createReadStream(archive());
      await expect(restore({ url: target.url, prefix: 'wp_' }, join(folder, 'bomb'), reading)).rejects.toThrow(
        /unpacks to more than 250 times its size|larger than a part of an archive/,
      );
      expect(reading.bytesRead).toBeLessThan((await stat(archive())).size);
      expect(await readdir(join(folder, 'bomb')).catch(() => [])).toEqual([]);
    },
  );
});
