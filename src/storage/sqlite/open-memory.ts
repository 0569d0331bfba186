import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChangeSource } from '../changes/change-feed.ts';
import { readTags } from '../changes/change-log.ts';
import { listsOfFile } from '../posts/post-lists.ts';
import type { OpenDialect } from '../query/open-dialect.ts';
import type { TouchedTags } from '../store/site.ts';
import { StoreError } from '../store-error.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import { emptySqliteTables, ensureSqliteTable } from './open-sqlite.ts';
import { fillSearch } from './search/fill-search.ts';
import { sqliteSearchIndex } from './search/sqlite-search-index.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { type SqliteFiles, sqliteDatabase, WriteLock } from './sqlite-driver.ts';
import { SqliteFile } from './sqlite-file.ts';
import { sqliteMetaIndex } from './sqlite-meta-index.ts';
import { closeMark } from './triggers.ts';

/** A database in memory that can be saved and put back whole. */
interface OpenMemory extends OpenDialect {
  /** A copy of everything that is committed. */
  save(): Promise<Uint8Array>;
  /** Replaces everything by a copy that `save` made. */
  load(copy: Uint8Array): Promise<void>;
}

const waitMs = 10_000;

/** Opens an empty database, or a copy of one, in the memory of this process. */
export function openMemory(prefix: string, copy?: Uint8Array): OpenMemory {
  const file = new SqliteFile(':memory:', { readOnly: false, waitMs });
  if (typeof file.database.deserialize !== 'function') {
    file.close();
    throw new StoreError('refused', `A site in memory needs a newer Node than ${process.version}: install Node 24.`);
  }
  if (copy) file.load(copy);
  migrateSqlite(file, prefix);
  const changes = new MemoryChanges(file, prefix);
  const lock = new WriteLock(waitMs);
  const inside = new AsyncLocalStorage<true>();
  const alone = async <T>(work: () => T): Promise<T> => {
    const unlock = await lock.acquire();
    try {
      return work();
    } finally {
      unlock();
    }
  };
  const committed = (): void => {
    changes.commit();
    indexAtOnce(file, prefix);
  };
  const db = sqliteDatabase(
    {
      reader: file,
      writer: file,
      // It would see half of a transaction that is open; one of that transaction's own work does not wait.
      read: ({ sql, parameters }) =>
        inside.getStore() ? file.run(sql, parameters) : alone(() => file.run(sql, parameters)),
      lock,
      group: transactionsOf(file, committed),
      waitMs,
      begun: () => void file.run(closeMark(prefix), [Date.now()]),
      committed,
    },
    prefix,
  );
  return {
    dialect: sqliteDialect,
    db,
    readSync: null,
    runInside: null,
    background: null,
    readTogether: null,
    retryMs: waitMs,
    wasCommitted: null,
    readReplica: null,
    changes,
    lists: listsOfFile,
    metaIndex: sqliteMetaIndex(prefix),
    searchIndex: sqliteSearchIndex(file, prefix),
    holdIndexing: () => () => {},
    within: (work) => inside.run(true, work),
    ensureTable: (name, definition, runner) => ensureSqliteTable(runner, prefix + name, definition),
    empty: (tables) => emptySqliteTables(db, prefix, { tables }),
    comparing: null,
    snapshot: async () => {
      const copied = new SqliteFile(':memory:', { readOnly: false, waitMs });
      copied.load(await alone(() => file.database.serialize()));
      return {
        db,
        readSync: (query) => copied.run(query.sql, query.parameters),
        close: async () => copied.close(),
      };
    },
    ping: async () => {},
    close: () => db.destroy(),
    save: () => alone(() => file.database.serialize()),
    load: (copied) =>
      alone(() => {
        file.load(copied);
        changes.replaced();
      }),
  };
}

/** There is no second connection that could index in a thread; what is left waits for the next commit. */
function indexAtOnce(file: SqliteFile, prefix: string): void {
  file.run('begin', []);
  fillSearch(file, prefix, atOnceMs);
  file.run('commit', []);
}

const atOnceMs = 5;

/** Each transaction is committed by itself: there is no disk to wait for. */
const transactionsOf = (file: SqliteFile, committed: () => void): SqliteFiles['group'] => ({
  begin() {
    file.run('begin immediate', []);
    return false;
  },
  async end() {
    file.run('commit', []);
    committed();
  },
  undo() {
    if (file.database.isTransaction) file.run('rollback', []);
  },
  close() {},
});

/** Changes of a database that has one connection, whose own writes do not change its `data_version`. */
class MemoryChanges implements ChangeSource {
  readonly #file: SqliteFile;
  readonly #table: string;
  #committed: number;
  #seen: number;
  #isReplaced = false;

  constructor(file: SqliteFile, prefix: string) {
    this.#file = file;
    this.#table = `${prefix}platen_changes`;
    this.#committed = this.#last();
    this.#seen = this.#committed;
  }

  /** Must be called after every commit; what is written later is not reported before its own. */
  commit(): void {
    this.#committed = this.#last();
  }

  /** Must be called when the whole database was replaced. */
  replaced(): void {
    this.#committed = this.#last();
    this.#seen = this.#committed;
    this.#isReplaced = true;
  }

  poll(): TouchedTags | null {
    if (this.#isReplaced) {
      this.#isReplaced = false;
      return 'everything';
    }
    if (this.#seen === this.#committed) return null;
    const text = `select seq, tags from ${this.#table} where seq > ? and seq <= ? order by seq`;
    const { rows } = this.#file.run<{ seq: number; tags: string }>(text, [this.#seen, this.#committed]);
    this.#seen = this.#committed;
    return rows.length > 0 ? readTags(rows) : 'everything';
  }

  /** Nothing is cached between polls that a write could make stale. */
  expire(): void {}

  #last(): number {
    const { rows } = this.#file.run<{ seq: number }>(`select coalesce(max(seq), 0) as seq from ${this.#table}`, []);
    return rows[0]?.seq ?? 0;
  }
}
