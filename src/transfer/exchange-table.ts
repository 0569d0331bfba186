import type { Config } from '../config/config.ts';
import type { Fetcher } from '../lib/fetcher.ts';
import type { Job } from '../lib/jobs.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { FileStore } from '../media/files/file-store.ts';
import type { MetaDefinition } from '../rules/meta-registry.ts';
import type { PostType } from '../rules/post-types.ts';
import type { Site } from '../rules/site.ts';
import type { BulkAddress } from '../storage/bulk/bulk-writer.ts';
import type { DeclaredTable, ExtensionTable, Store } from '../storage/store.ts';

export const exchangeStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type ExchangeState = (typeof exchangeStates)[number];

export const exchangeKinds = ['import', 'export', 'archive', 'restore'] as const;
/** An export file that comes in, one that goes out, the whole site as an archive, or an archive that replaces it. */
export type SiteExchangeKind = (typeof exchangeKinds)[number];

/** What is done for a request of one person: these jobs stand in the same queue, and are shown with the request. */
export type PersonJobKind = 'person-export' | 'person-erase';
export type ExchangeKind = SiteExchangeKind | PersonJobKind;

/** Whether a job is about the site, and not about one person. */
export const isOfSite = <Row extends { readonly kind: ExchangeKind }>(
  job: Row,
): job is Row & { readonly kind: SiteExchangeKind } => exchangeKinds.some((kind) => kind === job.kind);

/** One import or export of the site, as everybody sees it. */
export interface ExchangeJobRow {
  id: number;
  kind: ExchangeKind;
  state: ExchangeState;
  /** What people call the file. */
  fileName: string;
  /** Its name in the folder of exchanges; empty where there is none any more. */
  stored: string;
  options: ExchangeChoices;
  /** Bytes read of bytes, or things written of null. */
  progress: ExchangeProgress;
  report: ExchangeReport | null;
  error: string;
  userId: number;
  createdMs: number;
  startedMs: number;
  endedMs: number;
  isCancelWanted: number;
  /** How often it was begun; more than once after a crash. */
  attempts: number;
}

export interface ExchangeChoices {
  /** Only say what would come in. */
  readonly isDry: boolean;
  /** Fetch files from the old site. */
  readonly fetchesFiles: boolean;
  /** The login of the user who becomes the author of everything; empty keeps the authors of the file. */
  readonly author: string;
  /** Addresses to replace in everything that comes in; none where it is left out. */
  /** The request of a person that the job is for. */
  readonly person?: number;
  readonly rewriteLinks?: readonly (readonly [from: string, to: string])[];
}

/** Whether the job brings a file in, which is not needed afterwards. */
export const bringsIn = (kind: ExchangeKind): boolean => kind === 'import' || kind === 'restore';

export interface ExchangeProgress {
  readonly done: number;
  readonly all: number | null;
  readonly items: number;
  readonly files: number;
}

export interface ExchangeReport {
  readonly rows: readonly {
    readonly kind: string;
    readonly of: string;
    readonly inFile: number;
    readonly imported: number;
    readonly present: number;
    readonly changed: number;
    readonly refused: number;
  }[];
  readonly notes: readonly string[];
  readonly more: number;
}

/** The imports and exports of the site, so that every instance can show them. */
export const exchangeJobsTable: ExtensionTable<ExchangeJobRow> = {
  name: 'exchange_jobs',
  columns: {
    id: 'id',
    kind: 'short',
    state: 'short',
    fileName: 'text',
    stored: 'short',
    options: 'json',
    progress: 'json',
    report: 'json',
    error: 'text',
    userId: 'integer',
    createdMs: 'integer',
    startedMs: 'integer',
    endedMs: 'integer',
    isCancelWanted: 'integer',
    attempts: 'integer',
  },
  key: 'id',
  indexes: [['state']],
};

/** What is done for requests of people. Each begins anew where it was killed. */
export interface PersonExchange {
  exportTo(request: number, path: string, watch: (progress: ExchangeProgress) => void): Promise<void>;
  erase(
    request: number,
    watch: (progress: ExchangeProgress) => void,
    removeJob: (id: number) => Promise<void>,
  ): Promise<void>;
}

/** What imports and exports inside a running server depend on. */
export interface ExchangeContext {
  readonly store: Store;
  readonly config: Config;
  readonly clock: () => number;
  readonly job: Job;
  readonly people: PersonExchange;
  readonly site: (store: Store) => MaybePromise<Site>;
  readonly types: readonly PostType[];
  /** The keys that the site declares. */
  readonly meta: readonly MetaDefinition[];
  readonly tables: readonly DeclaredTable[];
  readonly files: FileStore;
  readonly fetch: Fetcher;
  readonly stickyIds: (store: Store) => MaybePromise<readonly number[]>;
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
