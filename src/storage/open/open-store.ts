import { type Jobs, warningJobs } from '../../lib/jobs.ts';
import type { AdoptedVariant } from '../../rules/database-versions.ts';
import { CacheRegistry } from '../cache/cache-registry.ts';
import { ChangeFeed } from '../changes/change-feed.ts';
import { ExtensionTableRegistry } from '../extension-tables/extension-table.ts';
import type { TriggerUse } from '../mariadb/lists/triggers.ts';
import { type Deadlines, defaultDeadlines } from '../mariadb/mariadb-address.ts';
import { SeenItems } from '../mariadb/seen-items.ts';
import { listsOfSnapshot } from '../posts/post-lists.ts';
import type { OpenDialect } from '../query/open-dialect.ts';
import { Session } from '../query/session.ts';
import type { SiteContext } from '../query/site-context.ts';
import { StatementCache } from '../query/statement.ts';
import { SlowStatements, StatementCount } from '../query/statement-metrics.ts';
import { contentTableNames } from '../query/tables.ts';
import { SqlStore } from '../sql-store.ts';
import type { MetaKey } from '../store/post-expression.ts';
import type { SearchProgress, SlowStatement } from '../store/site.ts';
import type { OpenStore, StoreSnapshot } from '../store.ts';
import { StoreError } from '../store-error.ts';

interface OpenStoreOptions {
  /** `sqlite:PATH`, `sqlite::memory:` or `mysql://user:password@host:port,host:port/database`. */
  readonly url: string;
  /** The prefix of the site's table names. */
  readonly prefix?: string;
  /** Creates and changes nothing; the database must be up to date already. */
  readonly readOnly?: boolean;
  /** How long changed items are kept in the feed. */
  readonly feedDays?: number;
  /** For a database server; each has a default. */
  readonly deadlines?: Deadlines | undefined;
  /** For a database server: when triggers keep its lists and counts. */
  readonly triggers?: TriggerUse | undefined;
  /** What runs in the background; failures are warnings of the process unless given. */
  readonly jobs?: Jobs | undefined;
}

/** Opens a database, and creates or migrates its tables where needed; throws a StoreError that says what is wrong. */
export async function openStore(options: OpenStoreOptions): Promise<OpenStore> {
  const { url, prefix = 'wp_', readOnly = false, deadlines, triggers } = options;
  if (!/^[A-Za-z0-9_]*$/.test(prefix)) {
    throw new StoreError('denied', `The table prefix '${prefix}' may only hold letters, digits and underscores.`);
  }
  const jobs = options.jobs ?? warningJobs;
  const open = await openDialect({ url, prefix, readOnly, deadlines, triggers, jobs });
  return new OpenSqlStore(open, { prefix, jobs, feedDays: options.feedDays });
}

/** The variant that was chosen when a database of an existing site was adopted, or will be; null for every other one. */
export async function storedVariant({
  url,
  prefix = 'wp_',
  deadlines = defaultDeadlines,
}: Pick<OpenStoreOptions, 'url' | 'prefix' | 'deadlines'>): Promise<AdoptedVariant | null> {
  if (!/^(mysql|mariadb):/.test(url)) return null;
  return (await import('../mariadb/stored-variant.ts')).storedVariant(url, prefix, deadlines);
}

/** A store in the memory of this process, which can be saved and put back whole; for tests. */
interface MemoryStore extends OpenStore {
  save(): Promise<Uint8Array>;
  load(copy: Uint8Array): Promise<void>;
}

export async function openMemoryStore(prefix: string, copy?: Uint8Array): Promise<MemoryStore> {
  const { openMemory } = await import('../sqlite/open-memory.ts');
  const open = openMemory(prefix, copy);
  return Object.assign(new OpenSqlStore(open, { prefix, jobs: warningJobs }), { save: open.save, load: open.load });
}

type Opening = Required<Pick<OpenStoreOptions, 'url' | 'prefix' | 'readOnly'>> &
  Pick<OpenStoreOptions, 'deadlines' | 'triggers'> & { readonly jobs: Jobs };

/** Loads a driver only where its database is used, since loading takes much of the start-up time. */
async function openDialect(options: Opening): Promise<OpenDialect> {
  const { url, prefix, readOnly, deadlines, triggers, jobs } = options;
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('../sqlite/open-sqlite.ts');
    return openSqlite({ path: url.slice('sqlite:'.length), prefix, readOnly, jobs });
  }
  if (/^(mysql|mariadb):/.test(url)) {
    const { openMariadb } = await import('../mariadb/open-mariadb.ts');
    return openMariadb({ url, prefix, readOnly, jobs, ...(deadlines && { deadlines }), ...(triggers && { triggers }) });
  }
  throw new StoreError('unreachable', `A database address begins with 'sqlite:' or 'mysql:'; this one does not.`);
}

const usualFeedDays = 7;

class OpenSqlStore extends SqlStore implements OpenStore {
  readonly #open: OpenDialect;
  readonly #site: SiteContext;
  readonly #foreign: ReturnType<NonNullable<OpenDialect['comparing']>> | null;

  constructor(
    open: OpenDialect,
    { prefix, jobs, feedDays = usualFeedDays }: { prefix: string; jobs: Jobs; feedDays?: number | undefined },
  ) {
    const site: SiteContext = {
      ...open,
      prefix,
      jobs,
      statements: new StatementCache(open),
      feed: new ChangeFeed(open.changes),
      feedMs: feedDays * 86_400_000,
      caches: new CacheRegistry(),
      tables: new ExtensionTableRegistry(open),
      count: new StatementCount(),
      slow: new SlowStatements(),
    };
    site.feed.listen((touched) => site.caches.invalidate(touched));
    super(Session.open(site, open.db));
    this.#open = open;
    this.#site = site;
    const seen = new SeenItems(prefix);
    this.#foreign = open.comparing?.(() => seen.look(Session.open(site, open.db))) ?? null;
  }

  get dialect() {
    return this.#site.dialect.facts;
  }

  get changes() {
    return this.#site.feed;
  }

  readonly slowStatements = (): readonly SlowStatement[] => this.#site.slow.list();

  readonly searchIndex = (): Promise<SearchProgress> => this.#site.searchIndex.progress();

  readonly holdIndexing = (): (() => void) => this.#open.holdIndexing();

  readonly statements = (): number => this.#site.count.total;

  readonly statementsDuring = (work: () => unknown): Promise<number> => this.#site.count.during(work);

  readonly roundTrips = (): number => this.#site.count.roundTrips;

  declareMetaIndexes(keys: readonly MetaKey[]): Promise<void> {
    return this.#open.metaIndex.declare(keys, Session.open(this.#site, this.#open.db));
  }

  async findForeignChanges(): Promise<boolean> {
    return (await this.#foreign?.keepUp()) ?? false;
  }

  async snapshot(): Promise<StoreSnapshot> {
    const lists = listsOfSnapshot(this.#open.lists.areMaintained());
    const { db, readSync, close } = await this.#open.snapshot();
    const site: SiteContext = {
      ...this.#site,
      readSync,
      background: null,
      readTogether: null,
      readReplica: null,
      lists,
      caches: new CacheRegistry(),
    };
    return { store: new SqlStore(Session.open(site, db)), close };
  }

  ping(): Promise<void> {
    return this.#open.ping();
  }

  async reset(): Promise<void> {
    await this.#open.empty([...contentTableNames, ...this.#site.tables.names]);
    this.#site.feed.expire();
  }

  close(): Promise<void> {
    return this.#open.close();
  }
}
