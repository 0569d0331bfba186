import { Kysely, SqliteAdapter, SqliteIntrospector } from 'kysely';
import { keptLists } from '../posts/post-lists.ts';
import type { OpenDialect } from '../query/open-dialect.ts';
import { TablePrefix } from '../query/table-prefix.ts';
import type { Tables } from '../query/tables.ts';
import { StoreError } from '../store-error.ts';
import { MemoryChanges } from './memory-changes.ts';
import { MemoryDriver } from './memory-driver.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import { emptySqliteTables, ensureSqliteTable } from './open-sqlite.ts';
import { fillSearch } from './search/fill-search.ts';
import { sqliteSearchIndex } from './search/sqlite-search-index.ts';
import { SqliteCompiler } from './sqlite-compiler.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { SqliteFile } from './sqlite-file.ts';
import { sqliteMetaIndex } from './sqlite-meta-index.ts';
import { closeMark } from './triggers/write-marks.ts';
import { WriteLock } from './write-lock.ts';

/** A database in memory that can be saved and put back whole. */
export interface OpenMemory extends OpenDialect {
  /** A copy of everything that is committed. */
  save(): Promise<Uint8Array>;
  /** Replaces everything by a copy that `save` made. */
  load(copy: Uint8Array): Promise<void>;
}

const waitMs = 10_000;

/** The driver decides which queries wait; otherwise Kysely would make every one wait for a transaction. */
class MemoryAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

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
  const driver = new MemoryDriver({
    file,
    lock,
    begun: () => void file.run(closeMark(prefix), [Date.now()]),
    committed: () => {
      changes.commit();
      indexAtOnce(file, prefix);
    },
  });
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new SqliteCompiler(),
      createAdapter: () => new MemoryAdapter(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    },
    plugins: [new TablePrefix(prefix)],
  });
  const alone = async <T>(work: () => T): Promise<T> => {
    const unlock = await lock.acquire();
    try {
      return work();
    } finally {
      unlock();
    }
  };
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
    lists: keptLists,
    metaIndex: sqliteMetaIndex(prefix),
    searchIndex: sqliteSearchIndex(file, prefix),
    holdIndexing: () => () => {},
    within: (work) => driver.within(work),
    ensureTable: (name, definition, runner) => ensureSqliteTable(runner, prefix + name, definition),
    empty: (tables) => emptySqliteTables(db, prefix, { tables }),
    writtenTo: null,
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
