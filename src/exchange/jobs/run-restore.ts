import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { sessionsTable } from '../../auth/sessions.ts';
import { openBulkWriter } from '../../storage/bulk/bulk-writer.ts';
import { archivedTables } from '../archive/archived-tables.ts';
import { inspectArchive, type Restored, restoreArchive } from '../archive/read-archive.ts';
import { importedTable } from '../import/imported.ts';
import { siteStorage } from '../site-storage.ts';
import type { ExchangeContext } from './exchange-context.ts';
import type { ExchangeChoices, ExchangeReport } from './exchange-table.ts';
import type { ExchangeWatch } from './run-import.ts';

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
      await store.raise('everything');
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

function reportOf({ head, rows, files, leftOut, conflicts }: Restored): ExchangeReport {
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
    ...conflicts.map((path) => `Another file has the name ${path} here; it stays.`),
  ];
  return {
    rows: [
      ...Object.entries(rows).map(([table, count]) => counted('row', table, count, leftOut[table] ?? 0)),
      counted('file', '', files, conflicts.length),
    ],
    notes: notes.slice(0, mostNotes),
    more: Math.max(0, notes.length - mostNotes),
  };
}
