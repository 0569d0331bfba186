import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { uploadsUrl } from '../../media/media-urls.ts';
import { openTableSnapshot } from '../../storage/bulk/table-snapshot.ts';
import { archivedTables } from '../archive/archived-tables.ts';
import { writeArchive } from '../archive/write-archive.ts';
import { exportWxr } from '../export/export-wxr.ts';
import { siteStorage } from '../site-storage.ts';
import { writeWxr } from '../wxr/write-wxr.ts';
import type { ExchangeContext } from './exchange-context.ts';
import type { ExchangeWatch } from './run-import.ts';

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
