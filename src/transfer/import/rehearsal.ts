import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isMediaPath } from '../../media/files/media-path.ts';
import { type BulkTable, contentBulkTables } from '../../storage/bulk/bulk-table.ts';
import { type BulkAddress, type BulkWriter, openBulkWriter } from '../../storage/bulk/bulk-writer.ts';
import { openTableSnapshot, type TableSnapshot } from '../../storage/bulk/table-snapshot.ts';
import { siteStorage } from '../site-storage.ts';
import type { ImportFileIntake } from './file-intake.ts';
import { notAsked } from './file-sources.ts';
import { importedRows } from './import-record.ts';

/** Copies the rows of a site into another one, whose own rows go, so that an import can be tried there. */
export async function copyRows(
  from: TableSnapshot,
  to: Pick<BulkWriter, 'transaction'>,
  tables: readonly BulkTable[],
): Promise<void> {
  for (const table of tables)
    await to.transaction(async (target) => {
      await target.empty(table);
      for await (const rows of from.rows(table)) await target.insert(table, rows);
    });
}

/** Where the files of an import would come from. */
export type OfferedFiles = { readonly folder: string } | 'old site' | 'nowhere';

/** Counts the files that an import would take, and takes none. Files of the old site count as if it sent them all. */
export const countFiles = (offered: OfferedFiles): ImportFileIntake => ({
  take: async ({ path }) => {
    if (offered === 'nowhere') return { isKept: false, reason: notAsked };
    if (offered !== 'old site') {
      const found = isMediaPath(path) ? await stat(join(offered.folder, path)).catch(() => null) : null;
      if (!found?.isFile()) return { isKept: false, reason: 'it is not in the folder' };
    }
    return { isKept: true, path, mime: '', metadata: null, missing: 0 };
  },
});

/** The same configuration for a copy of the site: a database in a folder of its own, and no files. */
export const configOfCopy = (config: Config, dataDir: string): Config => ({
  ...config,
  dataDir,
  databaseUrl: '',
  uploadsDir: '',
  mediaStorage: '',
});

/** Copies the content of a site into another database; one without a site in it gives nothing. */
export async function copySite(config: Config, to: BulkAddress): Promise<void> {
  const { database, files } = await siteStorage(config);
  await files.close();
  const snapshot = await openTableSnapshot(database);
  const bulk = await openBulkWriter(to);
  try {
    const isMade = !(await snapshot.rows(contentBulkTables.options).next()).done;
    if (isMade) await copyRows(snapshot, bulk, [...Object.values(contentBulkTables), importedRows]);
  } finally {
    await bulk.close();
    await snapshot.close();
  }
}
