import { ChangeFeed } from './change-feed.ts';
import type { OpenDialect } from './dialect.ts';
import { OptionsSnapshot } from './options-snapshot.ts';
import { OwnTableRegistry } from './own-table.ts';
import { Session, type Site } from './session.ts';
import { SqlStore } from './sql-store.ts';
import { StatementCache } from './statement-cache.ts';
import type { OpenStore } from './store.ts';
import { StoreError } from './store-error.ts';
import { contentTableNames } from './tables.ts';

export interface StoreOptions {
  /** `sqlite:PATH`, `sqlite::memory:` or `mysql://user:password@host:port/database`. */
  readonly url: string;
  /** What the site's table names begin with. */
  readonly prefix?: string;
  /** Makes and changes nothing; the database must be up to date already. */
  readonly readOnly?: boolean;
}

/** Opens a database, making or renewing the tables where that is due; throws a StoreError that says what is wrong. */
export async function openStore({ url, prefix = 'wp_', readOnly = false }: StoreOptions): Promise<OpenStore> {
  if (!/^[A-Za-z0-9_]*$/.test(prefix)) {
    throw new StoreError('denied', `The table prefix '${prefix}' may only hold letters, digits and underscores.`);
  }
  const open = await openDialect(url, prefix, readOnly);
  return new OpenSqlStore(open, prefix);
}

/** A driver is loaded only where its database is used: it is a good part of the start. */
async function openDialect(url: string, prefix: string, readOnly: boolean): Promise<OpenDialect> {
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/open-sqlite.ts');
    return openSqlite({ path: url.slice('sqlite:'.length), prefix, readOnly });
  }
  if (/^(mysql|mariadb):/.test(url)) {
    const { openMariadb } = await import('./mariadb/open-mariadb.ts');
    return openMariadb({ url, prefix, readOnly });
  }
  throw new StoreError('unreachable', `A database address begins with 'sqlite:' or 'mysql:'; this one does not.`);
}

class OpenSqlStore extends SqlStore implements OpenStore {
  readonly #open: OpenDialect;
  readonly #site: Site;

  constructor(open: OpenDialect, prefix: string) {
    const site: Site = {
      prefix,
      dialect: open.dialect,
      statements: new StatementCache(),
      readNow: open.readNow,
      readAside: open.readAside,
      feed: new ChangeFeed(open.changes),
      options: new OptionsSnapshot(),
      tables: new OwnTableRegistry(open),
      count: { statements: 0 },
    };
    site.feed.listen((touched) => site.options.heed(touched));
    super(new Session(site, open.db, null, null));
    this.#open = open;
    this.#site = site;
  }

  get dialect() {
    return this.#site.dialect.facts;
  }

  get changes() {
    return this.#site.feed;
  }

  readonly statements = (): number => this.#site.count.statements;

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
