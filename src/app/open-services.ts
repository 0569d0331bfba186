import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Variant } from '../api/variant.ts';
import { createIdentity, type Identity } from '../auth/identity.ts';
import { secretsTable } from '../auth/secrets.ts';
import { sessionsTable } from '../auth/sessions.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { Extension } from '../extension/definition.ts';
import { ExtensionError } from '../extension/extension-error.ts';
import { extensionVersionsTable, migrateExtension } from '../extension/migrate.ts';
import { createFaultLog, type FaultLog } from '../guard/fault-log.ts';
import type { Limiters } from '../limits/limiter.ts';
import { memoryLimiters } from '../limits/memory-limiter.ts';
import { createOutbox, type Outbox } from '../mail/outbox.ts';
import { outboxTable } from '../mail/outbox-table.ts';
import { createMediaLibrary } from '../media/create-media-library.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { createQueue, type Queue } from '../queue/queue.ts';
import { queueTable } from '../queue/queue-table.ts';
import { Freshness } from '../response-cache/freshness.ts';
import { ResponseCache } from '../response-cache/response-cache.ts';
import type { Site } from '../rules/site.ts';
import { openStore } from '../storage/open/open-store.ts';
import type { DeclaredTable, OpenStore, Store } from '../storage/store.ts';
import { variants } from '../variants.ts';
import type { TextTask } from '../workers/text-tasks.ts';
import type { TextResult } from '../workers/text-work.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { siteFromConfig } from './site-from-config.ts';
import { createTextThreads } from './text-threads.ts';

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
  /** Work that survives a crash. */
  readonly queue: Queue;
  /** The faults of extensions. */
  readonly faults: FaultLog;
  /** Worker threads that clean and render long texts. */
  readonly textThreads: WorkerPool<TextTask, TextResult>;
  readonly freshness: Freshness;
  readonly cache: ResponseCache;
  /** A private folder below the data folder, created on demand. */
  readonly folder: (name: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Options for opening the services. */
export interface ServicesOptions extends Pick<Services, 'config' | 'log' | 'clock' | 'extensions'> {
  /** The URL the server listens on, or will; used in links while the site has no URL configured. */
  readonly address: () => string;
}

export async function openServices({ config, log, clock, extensions, address }: ServicesOptions): Promise<Services> {
  const dataDir = resolve(config.dataDir);
  await makeDataFolder(dataDir);
  const store = await openSiteStore(config, extensions);
  try {
    for (const extension of extensions) await migrateExtension(extension, store, clock);
    const media = await createMediaLibrary(config, dataDir);
    const textThreads = createTextThreads(config.variant);
    const limiters = memoryLimiters(clock);
    const freshness = new Freshness(store.changes);
    return {
      config,
      log,
      clock,
      variant: variants[config.variant],
      extensions,
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
      queue: createQueue({
        store,
        clock,
        report: (error) => log.error({ err: error }, 'the queue failed'),
      }),
      faults: createFaultLog(log, clock),
      textThreads,
      freshness,
      cache: new ResponseCache(freshness, config.cacheMegabytes * 1024 * 1024),
      folder: async (name) => {
        const path = join(dataDir, name);
        await mkdir(path, { recursive: true });
        return path;
      },
      close: async () => {
        await textThreads.close();
        await media.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Opens the store of the configured site and creates every table it needs. */
export async function openSiteStore(config: Config, extensions: readonly Extension[]): Promise<OpenStore> {
  const dataDir = resolve(config.dataDir);
  if (!config.databaseUrl) await makeDataFolder(dataDir);
  const store = await openStore({
    url: config.databaseUrl || `sqlite:${join(dataDir, 'platen.db')}`,
    prefix: config.tablePrefix,
  });
  // On MariaDB, creating a table commits the open transaction; so all tables are created before the first one.
  for (const table of siteTables(extensions)) await store.table(table).find({}, undefined, { limit: 1, offset: 0 });
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
export function siteTables(extensions: readonly Extension[]): readonly DeclaredTable[] {
  const own = [secretsTable, sessionsTable, outboxTable, queueTable, extensionVersionsTable];
  for (const { name, tables = [] } of extensions) {
    const taken = tables.find((table) => own.some((one) => one.name === table.name));
    if (taken) throw new ExtensionError(name, `declares the table "${taken.name}", which the program has. Rename it.`);
  }
  return [...own, ...extensions.flatMap((extension) => extension.tables ?? [])];
}
