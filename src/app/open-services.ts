import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Variant } from '../api/variant.ts';
import { createIdentity, type Identity } from '../auth/identity.ts';
import { secretsTable } from '../auth/secrets.ts';
import { sessionsTable } from '../auth/sessions.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { ApiError } from '../errors.ts';
import type { Extension } from '../extension.ts';
import { limitsTable } from '../limits/database-limit-states.ts';
import type { Limiters } from '../limits/limiter.ts';
import { createOutbox, type Outbox } from '../mail/outbox.ts';
import { outboxTable } from '../mail/outbox-table.ts';
import { createMediaLibrary } from '../media/create-media-library.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { uploadClaimsTable } from '../media/upload-claims.ts';
import { Freshness } from '../response-cache/freshness.ts';
import { ResponseCache } from '../response-cache/response-cache.ts';
import type { Site } from '../rules/site.ts';
import { openStore } from '../storage/open/open-store.ts';
import type { DeclaredTable, OpenStore, Store } from '../storage/store.ts';
import { extensionsOf, variants } from '../variants.ts';
import type { TextTask } from '../workers/text-tasks.ts';
import type { TextResult } from '../workers/text-work.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { createFaultLog, type FaultLog } from './fault-log.ts';
import { openLimiters } from './open-limiters.ts';
import { siteFromConfig } from './site-from-config.ts';
import { createTextThreads } from './text-threads.ts';
import { createFaultTranslation } from './translate-fault.ts';

/** The services that the rest of the application depends on; opened together, closed together. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => number;
  readonly variant: Variant;
  readonly extensions: readonly Extension[];
  readonly store: OpenStore;
  readonly site: (store: Store) => Promise<Site>;
  readonly identity: Identity;
  readonly limiters: Limiters;
  readonly media: MediaLibrary;
  readonly mail: Outbox;
  /** Worker threads that clean and render long texts. */
  readonly textThreads: WorkerPool<TextTask, TextResult>;
  readonly freshness: Freshness;
  readonly cache: ResponseCache;
  /** Faults of the machine, logged once a minute. */
  readonly faults: FaultLog;
  /** The API error for a failure below the interface; null for a fault of the program. */
  readonly translate: (error: unknown) => ApiError | null;
  /** A private folder below the data folder, created on demand. */
  readonly folder: (name: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Options for opening the services. */
export interface ServicesOptions extends Pick<Services, 'config' | 'log' | 'clock'> {
  /** The URL the server listens on, or will; used in links while the site has no URL configured. */
  readonly address: () => string;
}

/** If a later step fails, what the earlier ones opened is closed again. */
export async function openServices({ config, log, clock, address }: ServicesOptions): Promise<Services> {
  const dataDir = resolve(config.dataDir);
  await makeDataFolder(dataDir);
  await using opening = new AsyncDisposableStack();
  const store = opening.adopt(await openSiteStore(config), (opened) => opened.close());
  const media = opening.adopt(await createMediaLibrary(config, dataDir, store), (opened) => opened.close());
  const textThreads = opening.adopt(createTextThreads(config.variant), (opened) => opened.close());
  const { limiters, closeLimiters } = await openLimiters({ config, store, clock, log });
  opening.defer(closeLimiters);
  const freshness = new Freshness(store.changes, clock);
  const faults = createFaultLog(log, clock);
  const services = {
    config,
    log,
    clock,
    variant: variants[config.variant],
    extensions: extensionsOf(config.variant),
    store,
    site: siteFromConfig(config, clock, address),
    identity: createIdentity({
      clock,
      accountPasswords: config.basicAccountPassword,
      limiters: config.throttle ? limiters : null,
      rolesOption: `${config.tablePrefix}user_roles`,
      log,
    }),
    limiters,
    media,
    mail: createOutbox({ store, config, clock, log, folder: join(dataDir, 'outbox') }),
    textThreads,
    freshness,
    cache: new ResponseCache(freshness, config.cacheMegabytes * 1024 * 1024),
    faults,
    translate: createFaultTranslation(faults),
    folder: (name: string) => ownFolder(dataDir, name),
  };
  const opened = opening.move();
  return { ...services, close: () => opened.disposeAsync() };
}

async function ownFolder(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  await mkdir(path, { recursive: true });
  return path;
}

/** Opens the store of the configured site and creates every table it needs. */
export async function openSiteStore(config: Config): Promise<OpenStore> {
  const dataDir = resolve(config.dataDir);
  if (!config.databaseUrl) await makeDataFolder(dataDir);
  const store = await openStore({
    url: config.databaseUrl || `sqlite:${join(dataDir, 'platen.db')}`,
    prefix: config.tablePrefix,
    deadlines: {
      connectMs: config.dbConnectSeconds * 1000,
      acquireMs: config.dbAcquireSeconds * 1000,
      statementMs: config.dbStatementSeconds * 1000,
    },
  });
  // On MariaDB, creating a table commits the open transaction; so all tables are created before the first one.
  for (const table of siteTables(config)) await store.table(table).find({}, undefined, { limit: 1, offset: 0 });
  return store;
}

const folderFaults: Readonly<Record<string, string>> = {
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

async function makeDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? folderFaults[String(error.code)] : undefined;
    if (!why) throw error;
    throw new ConfigError(`PLATEN_DATA_DIR "${path}" cannot be made: ${why}. Choose another folder.`, { cause: error });
  }
}

/** The tables a site has in addition to the public layout. */
export function siteTables(config: Config): readonly DeclaredTable[] {
  const extensions = extensionsOf(config.variant);
  return [
    secretsTable,
    sessionsTable,
    outboxTable,
    limitsTable,
    uploadClaimsTable,
    ...extensions.flatMap((extension) => extension.tables ?? []),
  ];
}
