import type { Config } from '../../config/config.ts';
import { contentBulkTables } from '../../storage/bulk/bulk-table.ts';
import { type BulkAddress, openBulkWriter } from '../../storage/bulk/bulk-writer.ts';
import { openTableSnapshot } from '../../storage/bulk/table-snapshot.ts';
import { siteStorage } from '../site-storage.ts';
import { importedRows } from './imported.ts';
import { copyRows } from './rehearsal.ts';

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
