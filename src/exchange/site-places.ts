import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { type Site, siteFrom, siteOptions } from '../content/site.ts';
import { readS3Address } from '../media/create-media-library.ts';
import type { FileStore } from '../media/file-store.ts';
import { createLocalFileStore } from '../media/local-file-store.ts';
import { uploadsUrl } from '../media/media-urls.ts';
import { createS3FileStore } from '../media/s3-file-store.ts';
import type { BulkAddress } from '../storage/bulk/bulk-writer.ts';
import type { Store } from '../storage/store.ts';

/** Where a site keeps what is to be brought in or carried away. */
export interface SitePlaces {
  readonly database: BulkAddress;
  readonly files: FileStore;
  /** A private folder for files on their way, on the disk of the data. */
  readonly scratch: string;
}

export async function sitePlaces(config: Config): Promise<SitePlaces> {
  const dataDir = resolve(config.dataDir);
  return {
    database: { url: config.databaseUrl || `sqlite:${join(dataDir, 'platen.db')}`, prefix: config.tablePrefix },
    files: config.mediaStorage
      ? await createS3FileStore(readS3Address(config.mediaStorage))
      : createLocalFileStore(config.uploadsDir || join(dataDir, 'uploads')),
    scratch: join(dataDir, 'exchange'),
  };
}

/** The site's settings as they are stored now, and the address of its uploads. */
export async function readSite(
  store: Store,
  config: Config,
  clock: () => number,
): Promise<{ readonly site: Site; readonly uploadsUrl: string }> {
  const values = new Map<string, string | null>();
  for (const name of Object.keys(siteOptions)) values.set(name, await store.options.get(name));
  const site = siteFrom((name) => values.get(name) ?? null, {
    url: config.siteUrl,
    fallbackUrl: `http://${config.host}:${config.port}`,
    permalinks: null,
    now: clock,
  });
  return { site, uploadsUrl: uploadsUrl(site, config.uploadsUrl) };
}
