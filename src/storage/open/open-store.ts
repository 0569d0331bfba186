import { ChangeFeed } from '../changes/change-feed.ts';
import { KeptCommentCounts } from '../comments/kept-comment-counts.ts';
import type { Deadlines } from '../mariadb/deadlines.ts';
import type { TriggerUse } from '../mariadb/lists/installed-triggers.ts';
import { SeenItems } from '../mariadb/seen-items.ts';
import { OptionsSnapshot } from '../options/options-snapshot.ts';
import { OwnTableRegistry } from '../own/own-table-registry.ts';
import { DayCounts } from '../posts/day-counts.ts';
import { KeptBlocks } from '../posts/deep/kept-blocks.ts';
import { KeptLists } from '../posts/kept/kept-lists.ts';
import { KeptSets } from '../posts/kept/kept-sets.ts';
import { KnownPosts } from '../posts/kept/known-posts.ts';
import { listsOfState } from '../posts/post-lists.ts';
import { SearchTotals } from '../posts/search/search-totals.ts';
import type { OpenDialect } from '../query/open-dialect.ts';
import { Session } from '../query/session.ts';
import type { SiteContext } from '../query/site-context.ts';
import { StatementCache } from '../query/statement-cache.ts';
import { contentTableNames } from '../query/tables.ts';
import { SlowStatements } from '../slow/slow-statements.ts';
import { StatementCount } from '../slow/statement-count.ts';
import { SqlStore } from '../sql-store.ts';
import type { MetaKey, OpenStore, SearchProgress, SlowStatement, StoreSnapshot } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { KnownUsers } from '../users/known-users.ts';

export interface OpenStoreOptions {
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
}

/** Opens a database, and creates or migrates its tables where needed; throws a StoreError that says what is wrong. */
export async function openStore(options: OpenStoreOptions): Promise<OpenStore> {
  const { url, prefix = 'wp_', readOnly = false, deadlines, triggers } = options;
  if (!/^[A-Za-z0-9_]*$/.test(prefix)) {
    throw new StoreError('denied', `The table prefix '${prefix}' may only hold letters, digits and underscores.`);
  }
  const open = await openDialect({ url, prefix, readOnly, deadlines, triggers });
  return new OpenSqlStore(open, prefix, options.feedDays);
}

/** A store in the memory of this process, which can be saved and put back whole; for tests. */
export interface MemoryStore extends OpenStore {
  save(): Promise<Uint8Array>;
  load(copy: Uint8Array): Promise<void>;
}

/** Opens a store in memory: empty, or as a copy of another. */
export async function openMemoryStore(prefix: string, copy?: Uint8Array): Promise<MemoryStore> {
  const { openMemory } = await import('../sqlite/open-memory.ts');
  const open = openMemory(prefix, copy);
  return Object.assign(new OpenSqlStore(open, prefix), { save: open.save, load: open.load });
}

type Opening = Required<Pick<OpenStoreOptions, 'url' | 'prefix' | 'readOnly'>> &
  Pick<OpenStoreOptions, 'deadlines' | 'triggers'>;

/** Loads a driver only where its database is used, since loading takes much of the start-up time. */
async function openDialect(options: Opening): Promise<OpenDialect> {
  const { url, prefix, readOnly, deadlines, triggers } = options;
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('../sqlite/open-sqlite.ts');
    return openSqlite({ path: url.slice('sqlite:'.length), prefix, readOnly });
  }
  if (/^(mysql|mariadb):/.test(url)) {
    const { openMariadb } = await import('../mariadb/open-mariadb.ts');
    return openMariadb({ url, prefix, readOnly, ...(deadlines && { deadlines }), ...(triggers && { triggers }) });
  }
  throw new StoreError('unreachable', `A database address begins with 'sqlite:' or 'mysql:'; this one does not.`);
}

const usualFeedDays = 7;

class OpenSqlStore extends SqlStore implements OpenStore {
  readonly #open: OpenDialect;
  readonly #site: SiteContext;
  readonly #seen: SeenItems | null;

  constructor(open: OpenDialect, prefix: string, feedDays = usualFeedDays) {
    const site: SiteContext = {
      prefix,
      dialect: open.dialect,
      statements: new StatementCache(open),
      readSync: open.readSync,
      runInside: open.runInside,
      background: open.background,
      readTogether: open.readTogether,
      ...(open.within ? { within: open.within } : {}),
      ...(open.commitNext ? { commitNext: open.commitNext } : {}),
      retryMs: open.retryMs,
      wasCommitted: open.wasCommitted,
      readReplica: open.readReplica,
      feed: new ChangeFeed(open.changes),
      lists: open.lists,
      metaIndex: open.metaIndex,
      searchIndex: open.searchIndex,
      feedMs: feedDays * 86_400_000,
      options: new OptionsSnapshot(),
      dayCounts: new DayCounts(),
      keptLists: new KeptLists(),
      keptSets: new KeptSets(),
      keptBlocks: new KeptBlocks(),
      users: new KnownUsers(),
      posts: new KnownPosts(),
      searchTotals: new SearchTotals(),
      commentCounts: new KeptCommentCounts(),
      tables: new OwnTableRegistry(open),
      count: new StatementCount(),
      slow: new SlowStatements(),
    };
    site.feed.listen((touched) => site.options.invalidate(touched));
    site.feed.listen((touched) => site.dayCounts.invalidate(touched));
    site.feed.listen((touched) => site.keptLists.invalidate(touched));
    site.feed.listen((touched) => site.keptSets.invalidate(touched));
    site.feed.listen((touched) => site.users.invalidate(touched));
    site.feed.listen((touched) => site.posts.invalidate(touched));
    site.feed.listen((touched) => site.searchTotals.invalidate(touched));
    site.feed.listen((touched) => site.commentCounts.invalidate(touched));
    super(new Session(site, open.db, null, null));
    this.#open = open;
    this.#site = site;
    this.#seen = open.writtenTo && new SeenItems(open.writtenTo, prefix);
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
    return this.#open.metaIndex.declare(keys, new Session(this.#site, this.#open.db, null, null));
  }

  async findForeignChanges(): Promise<boolean> {
    if (!this.#seen || !(await this.#seen.isDue())) return false;
    await this.#seen.look(new Session(this.#site, this.#open.db, null, null));
    return true;
  }

  async snapshot(): Promise<StoreSnapshot> {
    const lists = listsOfState(this.#open.lists.areKept());
    const { db, readSync, close } = await this.#open.snapshot();
    const site: SiteContext = {
      ...this.#site,
      readSync,
      background: null,
      readTogether: null,
      readReplica: null,
      lists,
      options: new OptionsSnapshot(),
      dayCounts: new DayCounts(),
      keptLists: new KeptLists(),
      keptSets: new KeptSets(),
      keptBlocks: new KeptBlocks(),
      users: new KnownUsers(),
      posts: new KnownPosts(),
      searchTotals: new SearchTotals(),
      commentCounts: new KeptCommentCounts(),
    };
    return { store: new SqlStore(new Session(site, db, null, null)), close };
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
