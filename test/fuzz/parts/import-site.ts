import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pino } from 'pino';
import { siteTables } from '../../../src/app/open-services.ts';
import { extensionsOf } from '../../../src/app/variants.ts';
import { createPlaten } from '../../../src/index.ts';
import { createLocalFileStore } from '../../../src/media/files/local-file-store.ts';
import { createMediaWorkers } from '../../../src/media/workers/media-workers.ts';
import { corePostTypes } from '../../../src/rules/content/core-content-types.ts';
import { openBulkWriter } from '../../../src/storage/bulk/bulk-writer.ts';
import { openTableSnapshot } from '../../../src/storage/bulk/table-snapshot.ts';
import { archivedTables } from '../../../src/transfer/archive-format.ts';
import { createFileIntake } from '../../../src/transfer/import/file-intake.ts';
import { noSource } from '../../../src/transfer/import/file-sources.ts';
import { importedTable } from '../../../src/transfer/import/import-record.ts';
import { importWxr } from '../../../src/transfer/import/import-wxr.ts';
import { restoreArchive } from '../../../src/transfer/read-archive.ts';
import { writeArchive } from '../../../src/transfer/write-archive.ts';
import { readWxr } from '../../../src/transfer/wxr/read-wxr.ts';
import { freshDatabase, type StoreKind } from '../../support/database.ts';

/** A site that files are imported into, in this process: the commands do no more than call these functions. */
export interface ImportSite {
  importWxr(file: Buffer): Promise<unknown>;
  restore(archive: Buffer): Promise<unknown>;
  /** An archive of the site as it is. */
  archive(): Promise<Buffer>;
  /** How many rows each table has. */
  rows(): Promise<Record<string, number>>;
  /** What lies beside the uploads folder and in the folder for what is half done. */
  strayFiles(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openImportSite(kind: StoreKind): Promise<ImportSite> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-fuzz-import-'));
  const database = await freshDatabase(kind);
  const log = pino({ level: 'silent' });
  const settings = {
    databaseUrl: database.url,
    dataDir: join(folder, 'data'),
    siteUrl: 'http://site.test',
    adminPassword: 'pw',
  };
  const platen = await createPlaten({ ...settings, sampleContent: true, leads: false, log });
  const address = { url: database.url, prefix: 'wp_' };
  const declared = siteTables(extensionsOf('a'));
  const tables = archivedTables(declared);
  for (const table of declared) await platen.store.table(table).count({});
  await platen.store.table(importedTable).count({});
  const scratch = join(folder, 'scratch');
  const files = createLocalFileStore(join(folder, 'uploads'));
  const workers = createMediaWorkers({ folder: scratch });
  return {
    importWxr: (file) =>
      importWxr(
        readWxr(Readable.from([file])),
        { authors: new Map(), rewriteLinks: null },
        {
          store: platen.store,
          openBulk: () => openBulkWriter(address),
          files: createFileIntake({ files, source: noSource, scratch, workers, maxBytes: 1e8 }),
          types: corePostTypes,
          meta: [],
          nowMs: Date.now(),
        },
      ),
    async restore(archive) {
      const bulk = await openBulkWriter(address);
      try {
        return await restoreArchive(Readable.from([archive]), { bulk, tables, prefix: 'wp_', files, scratch });
      } finally {
        await bulk.close();
      }
    },
    async archive() {
      const snapshot = await openTableSnapshot(address);
      const chunks: Buffer[] = [];
      const into = new Writable({
        write(chunk, _encoding, done) {
          chunks.push(chunk);
          done();
        },
      });
      const head = { program: 'fuzz', madeAt: '2026-01-01T00:00:00Z', siteUrl: 'http://site.test', prefix: 'wp_' };
      await writeArchive({ snapshot, tables, files, head }, into);
      await snapshot.close();
      return Buffer.concat(chunks);
    },
    async rows() {
      const snapshot = await openTableSnapshot(address);
      const counts: Record<string, number> = {};
      for (const table of tables) {
        counts[table.name] = 0;
        for await (const some of snapshot.rows(table)) counts[table.name] = (counts[table.name] ?? 0) + some.length;
      }
      await snapshot.close();
      return counts;
    },
    async strayFiles() {
      const beside = (await readdir(folder)).filter((name) => !['data', 'uploads', 'scratch'].includes(name));
      return [...beside, ...(await readdir(scratch).catch(() => []))];
    },
    async close() {
      await workers.close();
      await platen.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
