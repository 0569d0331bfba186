import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { createSiteSource } from '../api/site-source.ts';
import type { Variant } from '../api/variant.ts';
import { createIdentity, type Identity } from '../auth/identity.ts';
import { secretsTable } from '../auth/secrets.ts';
import { sessionsTable } from '../auth/sessions.ts';
import { Freshness } from '../cache/freshness.ts';
import { ResponseCache } from '../cache/response-cache.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { Site } from '../content/site.ts';
import type { CacheControl, Extension } from '../extension.ts';
import { createOutbox, type Outbox, outboxTable } from '../mail/outbox.ts';
import { createMediaLibrary } from '../media/create-media-library.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { openStore } from '../storage/open-store.ts';
import type { DeclaredTable, OpenStore, Store } from '../storage/store.ts';
import { turnsTable } from '../storage/turns.ts';
import { extensionsOf, variants } from '../variants.ts';

/** What the rest of the application leans on; opened together, closed together. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => number;
  readonly variant: Variant;
  readonly extensions: readonly Extension[];
  readonly store: OpenStore;
  readonly site: (store: Store) => Promise<Site>;
  readonly identity: Identity;
  readonly media: MediaLibrary;
  readonly mail: Outbox;
  readonly freshness: Freshness;
  readonly cache: ResponseCache;
  /** Where the server turned out to listen; links lead there while no address is set. */
  readonly listening: { url: string };
  /** The server's front as those inside can use it; nobody can before the server is built. */
  readonly front: { visit: CacheControl['visit'] };
  /** A private folder below the data folder, made when asked for. */
  readonly folder: (name: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export async function openServices(config: Config, log: Logger, clock: () => number): Promise<Services> {
  const dataDir = resolve(config.dataDir);
  await makeDataFolder(dataDir);
  const store = await openSiteStore(config);
  try {
    const listening = { url: '' };
    const media = await createMediaLibrary(config, dataDir);
    const freshness = new Freshness(store.changes);
    return {
      config,
      log,
      clock,
      variant: variants[config.variant],
      extensions: extensionsOf(config.variant),
      store,
      site: siteSource(config, clock, listening),
      identity: createIdentity({
        clock,
        accountPasswords: config.basicAccountPassword,
        throttle: config.throttle,
        rolesOption: `${config.tablePrefix}user_roles`,
        log,
      }),
      media,
      mail: createOutbox({ store, config, clock, log, folder: join(dataDir, 'outbox') }),
      freshness,
      cache: new ResponseCache(freshness, config.cacheMegabytes * 1024 * 1024),
      listening,
      front: {
        visit: () => Promise.reject(new Error('Somebody visits before the server is built.')),
      },
      folder: async (name) => {
        const path = join(dataDir, name);
        await mkdir(path, { recursive: true });
        return path;
      },
      close: async () => {
        await media.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The store of the site that the configuration names, with every table it will need. */
export async function openSiteStore(config: Config): Promise<OpenStore> {
  const dataDir = resolve(config.dataDir);
  if (!config.databaseUrl) await makeDataFolder(dataDir);
  const store = await openStore({
    url: config.databaseUrl || `sqlite:${join(dataDir, 'platen.db')}`,
    prefix: config.tablePrefix,
  });
  // A table made in the middle of a transaction would end it on MariaDB; so all are made before the first one.
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
    const why = folderFaults[(error as NodeJS.ErrnoException).code ?? ''];
    if (!why) throw error;
    throw new ConfigError(`PLATEN_DATA_DIR "${path}" cannot be made: ${why}. Choose another folder.`, { cause: error });
  }
}

/** The tables a site has beside the public layout. */
export function siteTables(config: Config): readonly DeclaredTable[] {
  const extensions = extensionsOf(config.variant);
  return [
    secretsTable,
    sessionsTable,
    outboxTable,
    turnsTable,
    ...extensions.flatMap((extension) => extension.tables ?? []),
  ];
}

function siteSource(config: Config, clock: () => number, listening: { url: string }): (store: Store) => Promise<Site> {
  const structures: Readonly<Record<string, string | null>> = { '': null, plain: '' };
  return createSiteSource({
    url: config.siteUrl,
    get fallbackUrl() {
      return listening.url || `http://${config.host}:${config.port}`;
    },
    permalinks: config.permalinks in structures ? (structures[config.permalinks] as string | null) : config.permalinks,
    now: clock,
  });
}
