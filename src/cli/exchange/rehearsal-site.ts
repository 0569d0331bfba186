import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { databaseFile } from '../../app/open-services.ts';
import type { Config } from '../../config/config.ts';
import { configOfCopy, copySite } from '../../exchange/import/copy-site.ts';
import { importedTable } from '../../exchange/import/imported.ts';
import { siteStorage } from '../../exchange/site-storage.ts';
import { createPlaten, type Platen } from '../../platen.ts';
import type { BulkAddress } from '../../storage/bulk/bulk-writer.ts';

/** A copy of a site in a folder of its own, without files; closing it removes it. */
export interface RehearsalSite {
  readonly platen: Platen;
  readonly database: BulkAddress;
  close(): Promise<void>;
}

/** Copies the rows of the site, which is not changed; of a site that does not exist yet, the copy is a new one. */
export async function openRehearsalSite(config: Config): Promise<RehearsalSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-dry-run-'));
  const own = configOfCopy(config, dataDir);
  const opened: { platen?: Platen } = {};
  const close = async () => {
    await opened.platen?.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const platen = await createPlaten({ ...own, sampleContent: false, leads: false, log: pino({ level: 'silent' }) });
    opened.platen = platen;
    const { database } = await siteStorage(own);
    // Created before the database is opened a second time: open connections notice a new table late.
    await platen.store.table(importedTable).count({ id: 0 });
    const file = databaseFile(config);
    if (file === null || existsSync(file)) await copySite(config, database);
    return { platen, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}
