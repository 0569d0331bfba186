import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { configOfCopy, copySite } from '../../exchange/import/copy-site.ts';
import { importedTable } from '../../exchange/import/imported.ts';
import type { RehearsalStore } from '../../exchange/jobs/exchange-context.ts';
import { siteStorage } from '../../exchange/site-storage.ts';
import type { Extension } from '../../extension/definition.ts';
import type { OpenStore } from '../../storage/store.ts';
import { openSiteStore } from '../open-services.ts';

/** A copy of the rows of the site in a database of its own, so that an import can be tried; closing it removes it. */
export async function openRehearsalStore(config: Config, extensions: readonly Extension[]): Promise<RehearsalStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-rehearsal-'));
  const own = configOfCopy(config, dataDir);
  const opened: { store?: OpenStore } = {};
  const close = async () => {
    await opened.store?.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const store = await openSiteStore(own, extensions);
    opened.store = store;
    const { database, files } = await siteStorage(own);
    await files.close();
    // Created before the database is opened a second time: open connections notice a new table late.
    await store.table(importedTable).count({ id: 0 });
    await copySite(config, database);
    return { store, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}
