import { DatabaseSync } from 'node:sqlite';
import { type Connection, createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { SqliteFile } from '../../../src/storage/sqlite/sqlite-file.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Value = string | number;

/** Statements within one transaction. */
export interface Work {
  all(sql: string, ...values: Value[]): Promise<Row[]>;
  /** The id of an inserted row. */
  run(sql: string, ...values: Value[]): Promise<number>;
}

/** The tables of a site as another program has them. */
export interface Tables {
  readonly kind: 'sqlite' | 'mariadb';
  all(sql: string): Promise<Row[]>;
  /** One transaction; where the database gives it up for another one, it is done again. */
  change<T>(work: (tables: Work) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const openTables = (url: string): Promise<Tables> =>
  url.startsWith('sqlite:') ? openFile(url.slice('sqlite:'.length)) : openServer(url);

/** Writes need the functions that the triggers of the file call; reads have a connection without anything of Platen's. */
async function openFile(path: string): Promise<Tables> {
  const { database } = new SqliteFile(path, { readOnly: false, waitMs: 30_000 });
  const reader = new DatabaseSync(path, { readOnly: true, timeout: 300_000 });
  const work: Work = {
    all: async (sql, ...values) => database.prepare(sql).all(...values),
    run: async (sql, ...values) => Number(prepared(database, sql).run(...values).lastInsertRowid),
  };
  return {
    kind: 'sqlite',
    all: async (sql) => reader.prepare(sql).all(),
    async change(write) {
      database.exec('begin immediate');
      try {
        const result = await write(work);
        database.exec('commit');
        return result;
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
    async close() {
      reader.close();
      database.close();
    },
  };
}

/** The first statement after another connection has created a table may fail: its trigger reloads the schema. */
function prepared(database: DatabaseSync, sql: string) {
  try {
    return database.prepare(sql);
  } catch {
    return database.prepare(sql);
  }
}

async function openServer(url: string): Promise<Tables> {
  const connection = await createConnection({ uri: url, dateStrings: true, supportBigNumbers: true });
  const work: Work = {
    all: async (sql, ...values) => (await connection.query<RowDataPacket[]>(sql, values))[0],
    run: async (sql, ...values) => (await connection.query<ResultSetHeader>(sql, values))[0].insertId,
  };
  return {
    kind: 'mariadb',
    all: (sql) => work.all(sql),
    change: (write) => inTransaction(connection, () => write(work)),
    close: () => connection.end(),
  };
}

const mostTries = 20;

async function inTransaction<T>(connection: Connection, write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    await connection.query('start transaction');
    try {
      const result = await write();
      await connection.query('commit');
      return result;
    } catch (error) {
      await connection.query('rollback');
      if (tries === mostTries || !isVictim(error)) throw error;
    }
  }
}

const isVictim = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ER_LOCK_DEADLOCK' || error.code === 'ER_LOCK_WAIT_TIMEOUT' || error.code === 'ER_CHECKREAD');
