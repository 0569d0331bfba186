import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { FileStore } from '../media/files/file-store.ts';
import { createLocalFileStore } from '../media/files/local-file-store.ts';
import { createS3FileStore } from '../media/files/s3-file-store.ts';
import { readS3Address } from '../media/media-library.ts';
import type { BulkAddress } from '../storage/bulk/bulk-writer.ts';

/** Where a site stores its rows and files. */
export interface SiteStorage {
  readonly database: BulkAddress;
  readonly files: FileStore;
  /** A private folder for temporary files, on the same disk as the data. */
  readonly scratch: string;
}

export async function siteStorage(config: Config): Promise<SiteStorage> {
  const dataDir = resolve(config.dataDir);
  return {
    database: { url: config.databaseUrl || `sqlite:${join(dataDir, 'platen.db')}`, prefix: config.tablePrefix },
    files: config.mediaStorage
      ? await createS3FileStore(readS3Address(config.mediaStorage))
      : createLocalFileStore(config.uploadsDir || join(dataDir, 'uploads')),
    scratch: join(dataDir, 'exchange'),
  };
}
