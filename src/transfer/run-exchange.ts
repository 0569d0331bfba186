import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accountPasswordUseTable } from '../auth/passwords/account-password-use.ts';
import { sessionsTable } from '../auth/sessions.ts';
import { gunzipped } from '../lib/bounded-gunzip.ts';
import { uploadsUrl } from '../media/files/media-path.ts';
import { createMediaWorkers } from '../media/workers/media-workers.ts';
import { openBulkWriter } from '../storage/bulk/bulk-writer.ts';
import { openTableSnapshot } from '../storage/bulk/table-snapshot.ts';
import { archivedTables } from './archive-format.ts';
import type { ExchangeChoices, ExchangeContext, ExchangeProgress, ExchangeReport } from './exchange-table.ts';
import { createFileIntake } from './import/file-intake.ts';
import { fetchSource, noSource } from './import/file-sources.ts';
import { importedTable } from './import/import-record.ts';
import type { ImportReport } from './import/import-report.ts';
import { importWxr } from './import/import-wxr.ts';
import { countFiles } from './import/rehearsal.ts';
import { inspectArchive, type Restored, restoreArchive } from './read-archive.ts';
import { siteStorage } from './site-storage.ts';
import { createReplacement, createValueRewriter } from './value-rewriter.ts';
import { writeArchive } from './write-archive.ts';
import { exportWxr } from './wxr/export-wxr.ts';
import { readWxr } from './wxr/read-wxr.ts';
import { writeWxr } from './wxr/write-wxr.ts';

/** Called as the work goes on; throws where it should stop. */
export type ExchangeWatch = (progress: ExchangeProgress) => void;

/** Brings an export file in, or says what would come in. Run again, it goes on where it stopped. */
export async function runImport(
  context: ExchangeContext,
  file: string,
  options: ExchangeChoices,
  watch: ExchangeWatch,
): Promise<ImportReport> {
  const { size: all } = await stat(file);
  const reading = createReadStream(file, { highWaterMark: 256 * 1024 });
  const parts = readWxr((await isGzip(file)) ? gunzipped(reading) : reading);
  const progress = (report: ImportReport) =>
    watch({
      done: Math.min(reading.bytesRead, all),
      all,
      items: report.total('item').inFile,
      files: report.total('file').inFile,
    });
  try {
    return await (options.isDry ? tryOut : bringIn)(context, parts, options, progress);
  } finally {
    reading.destroy();
  }
}

type WxrStream = ReturnType<typeof readWxr>;
type Reporting = (report: ImportReport) => void;

const optionsOf = ({ author, rewriteLinks = [] }: ExchangeChoices) => ({
  authors: new Map(author === '' ? [] : [['*', author]]),
  rewriteLinks:
    rewriteLinks.length > 0 ? createValueRewriter(createReplacement(rewriteLinks, { wholeAddresses: true })) : null,
});

async function bringIn(
  { store, config, types, meta, fetch, folder, clock }: ExchangeContext,
  parts: WxrStream,
  options: ExchangeChoices,
  progress: Reporting,
): Promise<ImportReport> {
  const { database, files } = await siteStorage(config);
  const scratch = await folder('exchange-scratch');
  const workers = createMediaWorkers({ folder: scratch });
  const maxBytes = config.uploadLimitMegabytes * 1024 * 1024;
  const source = options.fetchesFiles ? fetchSource(fetch, { maxBytes }) : noSource;
  try {
    return await importWxr(parts, optionsOf(options), {
      store,
      openBulk: () => openBulkWriter(database),
      files: createFileIntake({ files, source, scratch, workers, maxBytes }),
      types,
      meta,
      nowMs: clock(),
      progress,
    });
  } finally {
    await workers.close();
    await rm(scratch, { recursive: true, force: true });
    await files.close();
  }
}

/** Imports into a copy of the site that is removed afterwards; files are only counted. */
async function tryOut(
  { store: site, rehearse, types, meta, clock }: ExchangeContext,
  parts: WxrStream,
  options: ExchangeChoices,
  progress: Reporting,
): Promise<ImportReport> {
  // The copy holds this table too, so it must be there.
  await site.table(importedTable).count({ id: 0 });
  const { store, database, close } = await rehearse();
  try {
    return await importWxr(parts, optionsOf(options), {
      store,
      openBulk: () => openBulkWriter(database),
      files: countFiles(options.fetchesFiles ? 'old site' : 'nowhere'),
      types,
      meta,
      nowMs: clock(),
      progress,
    });
  } finally {
    await close();
  }
}

async function isGzip(file: string): Promise<boolean> {
  const opened = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await opened.close();
  }
}

/** The report as it is stored. */
export const plainReport = ({ rows, notes, more }: ImportReport): ExchangeReport => ({
  rows: rows.map((row) => ({ ...row })),
  notes: [...notes],
  more,
});

const mostNotes = 100;

/** Replaces the site by the one in an archive, or says what would come in. All rows of the archive come in, or none. */
export async function runRestore(
  context: ExchangeContext,
  file: string,
  { isDry }: ExchangeChoices,
  watch: ExchangeWatch,
): Promise<ExchangeReport> {
  const { store, config, tables: declared, folder } = context;
  const { size: all } = await stat(file);
  const reading = createReadStream(file, { highWaterMark: 256 * 1024 });
  const tables = archivedTables(declared);
  const { database, files } = await siteStorage(config);
  const progress = (done: { readonly rows: Readonly<Record<string, number>>; readonly files: number }) => {
    const items = Object.values(done.rows).reduce((sum, some) => sum + some, 0);
    watch({ done: Math.min(reading.bytesRead, all), all, items, files: done.files });
  };
  const target = { tables, prefix: config.tablePrefix, files, progress };
  try {
    if (isDry) return reportOf(await inspectArchive(reading, target));
    // Created before the database is opened a second time: open connections notice a new table late.
    for (const table of declared) await store.table(table).count({});
    await store.table(importedTable).count({});
    const bulk = await openBulkWriter(database);
    const scratch = await folder('exchange-scratch');
    try {
      const restored = await restoreArchive(reading, { ...target, bulk, scratch });
      // The numbers of users belong to the accounts of the archive now: nobody stays logged in as another one.
      await store.table(sessionsTable).remove({});
      await store.table(accountPasswordUseTable).remove({});
      await store.invalidateTags('everything');
      return reportOf(restored);
    } finally {
      await bulk.close();
      await rm(scratch, { recursive: true, force: true });
    }
  } finally {
    reading.destroy();
    await files.close();
  }
}

function reportOf({ head, rows, files, leftOut, conflicts, refused }: Restored): ExchangeReport {
  const counted = (kind: string, of: string, inFile: number, refused: number) => ({
    kind,
    of,
    inFile,
    imported: inFile - refused,
    present: 0,
    changed: 0,
    refused,
  });
  const notes = [
    `The archive holds ${head.siteUrl} as of ${head.madeAt}.`,
    ...Object.entries(leftOut).map(
      ([table, count]) =>
        `${count} rows of ${table} were left out: this site has no such table. Install the extension that it belongs to, then restore again.`,
    ),
    ...refused.map(({ name, why }) => `${JSON.stringify(name)} was refused: ${why}.`),
    ...conflicts.map((path) => `Another file has the name ${path} here; it stays.`),
  ];
  return {
    rows: [
      ...Object.entries(rows).map(([table, count]) => counted('row', table, count, leftOut[table] ?? 0)),
      counted('file', '', files, conflicts.length + refused.filter(({ isFile }) => isFile).length),
    ],
    notes: notes.slice(0, mostNotes),
    more: Math.max(0, notes.length - mostNotes),
  };
}

/** Writes an export file or an archive of the site, in one state, while the site goes on. */
export async function runExport(
  context: ExchangeContext,
  kind: 'export' | 'archive',
  file: string,
  watch: ExchangeWatch,
): Promise<void> {
  const { database } = await siteStorage(context.config);
  const snapshot = await openTableSnapshot(database);
  const part = `${file}.part`;
  try {
    // An archive holds password hashes, so only its owner may read it.
    const target = createWriteStream(part, { mode: 0o600 });
    await (kind === 'export'
      ? writeFileOf(context, snapshot, target, watch)
      : writeSite(context, snapshot, target, watch));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await snapshot.close();
  }
}

type Snapshot = Awaited<ReturnType<typeof openTableSnapshot>>;

async function writeFileOf(context: ExchangeContext, snapshot: Snapshot, target: Writable, watch: ExchangeWatch) {
  const { store, config, clock } = context;
  const site = await context.site(store);
  const parts = exportWxr({
    snapshot,
    site,
    uploadsUrl: uploadsUrl(site, config.uploadsUrl),
    prefix: config.tablePrefix,
    stickyIds: new Set(await context.stickyIds(store)),
    meta: context.meta,
    progress: (items) => watch({ done: items, all: null, items, files: 0 }),
  });
  await pipeline(Readable.from(writeWxr(parts, { generator: 'Platen', writtenAt: new Date(clock()) })), target);
}

async function writeSite(context: ExchangeContext, snapshot: Snapshot, target: Writable, watch: ExchangeWatch) {
  const { store, config, clock, files, tables } = context;
  const { url: siteUrl } = await context.site(store);
  await writeArchive(
    {
      snapshot,
      tables: archivedTables(tables),
      files,
      head: { program: 'Platen', madeAt: new Date(clock()).toISOString(), siteUrl, prefix: config.tablePrefix },
      progress: ({ rows, files: written }) => {
        const items = Object.values(rows).reduce((sum, some) => sum + some, 0);
        watch({ done: items + written, all: null, items, files: written });
      },
    },
    target,
  );
}
