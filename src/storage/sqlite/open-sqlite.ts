import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Jobs, warningJobs } from '../../lib/jobs.ts';
import { logEverything } from '../changes/change-log.ts';
import { listsOfFile } from '../posts/post-lists.ts';
import type { Column, TableDefinition } from '../query/columns.ts';
import type { OpenDialect } from '../query/open-dialect.ts';
import type { StatementRunner } from '../query/statement.ts';
import type { Tables } from '../query/tables.ts';
import { StoreError } from '../store-error.ts';
import { CommitGroup } from './commit-group.ts';
import { explainSqliteError } from './explain-sqlite-error.ts';
import { checkVersion, migrateSqlite } from './migrate-sqlite.ts';
import { ReaderPool } from './reader-threads.ts';
import { SearchIndexer } from './search/search-indexer.ts';
import { sqliteSearchIndex } from './search/sqlite-search-index.ts';
import { SqliteChanges } from './sqlite-changes.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { runInside, type SqliteFiles, sqliteDatabase, WriteLock } from './sqlite-driver.ts';
import { checkpointPages, openReader, SqliteFile } from './sqlite-file.ts';
import { sqliteMetaIndex } from './sqlite-meta-index.ts';
import { sqliteColumnText, sqliteTableText } from './sqlite-schema.ts';
import { closeMark } from './triggers.ts';
import { WalSync } from './wal-sync.ts';

interface SqliteOptions {
  /** Path of the file, or `:memory:` for one that is removed on close. */
  readonly path: string;
  readonly prefix: string;
  readonly readOnly: boolean;
  readonly jobs?: Jobs;
}

/** How long a write waits for the lock before it fails as busy. */
const waitMs = 10_000;

/** Opens the file with one writing and one reading connection, and migrates its tables. */
export async function openSqlite(options: SqliteOptions): Promise<OpenDialect> {
  if (options.path !== ':memory:') return openFile(options, 'full');
  // A temporary file instead of SQLite's memory mode, which has one connection, so reads would wait for writes.
  const folder = await mkdtemp(join(tmpdir(), 'platen-'));
  const open = await openFile({ ...options, path: join(folder, 'content.db') }, 'off');
  const close = async (): Promise<void> => {
    await open.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...open, close };
}

async function openFile(options: SqliteOptions, synchronous: 'full' | 'off'): Promise<OpenDialect> {
  const { path, prefix, jobs = warningJobs } = options;
  const connections = await openFiles(options, synchronous);
  const indexer = new SearchIndexer({ path, prefix }, connections.reader, jobs.of('search index'));
  const close = closeMark(prefix);
  const wal = synchronous === 'full' ? new WalSync(path) : null;
  const committed = (): Promise<void> | undefined => {
    indexer.wake();
    return wal?.sync();
  };
  const group = new CommitGroup(connections.writer, { committed, storing: () => wal?.running ?? null });
  const files: SqliteFiles = {
    ...connections,
    read: (query) => connections.reader.run(query.sql, query.parameters),
    group,
    begun: () => void connections.writer.run(close, [Date.now()]),
    committed,
  };
  const readers = new ReaderPool(path);
  // What an earlier process left waiting.
  if (!options.readOnly) indexer.begin();
  const db = sqliteDatabase(files, prefix);
  return {
    dialect: sqliteDialect,
    db,
    readSync: (query) => files.reader.run(query.sql, query.parameters),
    runInside: (query) => runInside(files.writer, query),
    background: { atOnce: readers.size, read: (query) => readers.run(query.sql, query.parameters) },
    readTogether: null,
    commitNext: () => group.closeNext(),
    retryMs: waitMs,
    wasCommitted: null,
    readReplica: null,
    changes: new SqliteChanges(files.reader, prefix),
    lists: listsOfFile,
    metaIndex: sqliteMetaIndex(prefix),
    searchIndex: sqliteSearchIndex(files.reader, prefix),
    holdIndexing: () => indexer.hold(),
    ensureTable: (name, definition, runner) => ensureSqliteTable(runner, prefix + name, definition),
    empty: (tables) => emptySqliteTables(db, prefix, { tables, commitNext: () => group.closeNext() }),
    comparing: null,
    snapshot: async () => {
      const file = openReader(path, { readOnly: true, waitMs });
      // The first read fixes the state that the transaction sees; in WAL mode it blocks nobody.
      file.run('begin', []);
      file.run(`select seq from ${prefix}platen_changes limit 1`, []);
      return {
        db,
        readSync: (query) => file.run(query.sql, query.parameters),
        close: async () => file.close(),
      };
    },
    ping: async () => {
      if (!existsSync(path)) throw new StoreError('unreachable', 'The database file is gone.');
      files.reader.run('select 1 as one', []);
    },
    close: async () => {
      await Promise.all([readers.close(), indexer.close(), wal?.close()]);
      await db.destroy();
    },
  };
}

async function openFiles(
  options: SqliteOptions,
  synchronous: 'full' | 'off',
): Promise<Pick<SqliteFiles, 'reader' | 'writer' | 'lock' | 'waitMs'>> {
  const { path, prefix, readOnly } = options;
  const isNew = !existsSync(path);
  const opened: SqliteFile[] = [];
  const open = (): SqliteFile => {
    const file = new SqliteFile(path, { readOnly, waitMs });
    opened.push(file);
    return file;
  };
  try {
    const writer = open();
    if (readOnly) checkVersion(writer, prefix);
    else {
      writer.database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
      writer.database.exec(`pragma wal_autocheckpoint = ${checkpointPages}`);
      // What undoes a transaction of a group is kept in memory.
      writer.database.exec('pragma temp_store = memory');
      migrateSqlite(writer, prefix);
      // From here on the driver waits asynchronously, for other processes and for the disk, without blocking the process.
      writer.database.exec('pragma busy_timeout = 0');
      if (synchronous === 'full') writer.database.exec('pragma synchronous = normal');
    }
    const reader = openReader(path, { readOnly, waitMs });
    return { writer, reader, lock: new WriteLock(waitMs), waitMs };
  } catch (error) {
    for (const file of opened) file.close();
    if (isNew && !readOnly) await removeFile(path);
    throw explainSqliteError(error) ?? error;
  }
}

/** Removes a file that could not be initialised. */
async function removeFile(path: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(path + end, { force: true });
}

/** Creates a table or its missing columns: in a transaction, so that two processes that start at once do not both add a column. */
export async function ensureSqliteTable(
  runner: StatementRunner,
  name: string,
  definition: TableDefinition,
): Promise<'madeInside' | 'there'> {
  if ((await missingColumns(runner, name, definition)).length === 0) return 'there';
  await runner.transaction(async (inside) => {
    const missing = await missingColumns(inside, name, definition);
    if (missing.length === Object.keys(definition.columns).length) await run(inside, sqliteTableText(name, definition));
    else {
      for (const [column, kind] of missing) {
        await run(inside, `alter table "${name}" add column ${sqliteColumnText(column, { ...kind, nullable: true })}`);
      }
    }
    for (const [index, columns] of Object.entries(definition.indexes ?? {})) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      await run(inside, `create index if not exists "${name}_${index}" on "${name}" (${list})`);
    }
  });
  return runner.inTransaction ? 'madeInside' : 'there';
}

async function missingColumns(
  runner: StatementRunner,
  name: string,
  definition: TableDefinition,
): Promise<[string, Column][]> {
  const { rows } = await runner.run(sql<{ name: string }>`select name from pragma_table_info(${name})`);
  const present = new Set(rows.map((row) => row.name));
  return Object.entries(definition.columns).filter(([column]) => !present.has(column));
}

const run = (runner: StatementRunner, text: string) => runner.run(sql.raw(text));

/** Empties tables and resets their ids. */
export async function emptySqliteTables(
  db: Kysely<Tables>,
  prefix: string,
  { tables, commitNext }: { readonly tables: readonly string[]; readonly commitNext?: () => void },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const execute = (text: string): Promise<unknown> => sql.raw(text).execute(transaction);
    for (const table of tables) {
      await execute(`delete from "${prefix}${table}"`);
      await execute(`delete from sqlite_sequence where name = '${prefix}${table}'`);
    }
    await logEverything(transaction, false);
    commitNext?.();
  });
}
