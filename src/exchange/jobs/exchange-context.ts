import type { Config } from '../../config/config.ts';
import type { Fetcher } from '../../fetch/fetcher.ts';
import type { FileStore } from '../../media/files/file-store.ts';
import type { Ready } from '../../ready.ts';
import type { PostType } from '../../rules/post-types.ts';
import type { Site } from '../../rules/site.ts';
import type { BulkAddress } from '../../storage/bulk/bulk-writer.ts';
import type { DeclaredTable, Store } from '../../storage/store.ts';

/** What imports and exports inside a running server depend on. */
export interface ExchangeContext {
  readonly store: Store;
  readonly config: Config;
  readonly clock: () => number;
  readonly site: (store: Store) => Ready<Site>;
  readonly types: readonly PostType[];
  readonly tables: readonly DeclaredTable[];
  readonly files: FileStore;
  readonly fetch: Fetcher;
  readonly stickyIds: (store: Store) => Ready<readonly number[]>;
  /** Copies the rows of the site, so that an import can be tried. */
  readonly rehearse: () => Promise<RehearsalStore>;
  /** A private folder below the data folder. */
  readonly folder: (name: string) => Promise<string>;
}

/** A copy of the site's rows; closing it removes it. */
export interface RehearsalStore {
  readonly store: Store;
  readonly database: BulkAddress;
  close(): Promise<void>;
}

/** The folder for files that come in or wait to be fetched. */
export const exchangeFolder = 'exchanges';
