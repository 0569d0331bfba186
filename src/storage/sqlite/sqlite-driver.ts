import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type LimitNode,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { TablePrefix } from '../query/table-prefix.ts';
import type { Tables } from '../query/tables.ts';
import { StoreError } from '../store-error.ts';
import { isBusy } from './explain-sqlite-error.ts';
import type { SqliteFile } from './sqlite-file.ts';

/** How the transactions of the writer begin and end. */
interface Transactions {
  /** Begins one; returns whether it joined others. */
  begin(): boolean;
  /** The running one has done its work; resolves when it is committed. */
  end(): Promise<void>;
  /** Undoes the running one. */
  undo(): void;
  /** Commits those that have ended. */
  close(): void;
}

/** The connections of one store: reads run concurrently with a transaction where they have one of their own; writes wait for the lock. */
export interface SqliteFiles {
  readonly reader: SqliteFile;
  readonly writer: SqliteFile;
  /** A read outside of transactions. */
  readonly read: <Row>(query: CompiledQuery) => QueryResult<Row> | Promise<QueryResult<Row>>;
  readonly lock: WriteLock;
  readonly group: Transactions;
  /** How long a write waits for another process. */
  readonly waitMs: number;
  /** Called within each new transaction. */
  readonly begun: () => void;
  /** Called after each commit of a single statement; it has ended when it resolves. */
  readonly committed: () => void | Promise<void>;
}

/** The database of a site on these connections. */
export const sqliteDatabase = (files: SqliteFiles, prefix: string): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createDriver: () => new SqliteDriver(files),
      createQueryCompiler: () => new SqliteCompiler(),
      createAdapter: () => new ManyConnections(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    },
    plugins: [new TablePrefix(prefix)],
  });

/** Kysely lets one transaction wait for the other, disk included; here they wait for the lock of the driver only. */
class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Runs Kysely's queries on `node:sqlite`. */
class SqliteDriver implements Driver {
  readonly #files: SqliteFiles;

  constructor(files: SqliteFiles) {
    this.#files = files;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#files);
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback();
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    this.#files.group.close();
    this.#files.reader.close();
    this.#files.writer.close();
  }
}

const longText = 262_144;

/** Storing a text of this length takes milliseconds; the rest of its transaction follows in other turns of the loop. */
const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > longText;

/** Runs a statement of the transaction that holds the lock. */
export function runInside<Row>(
  writer: SqliteFile,
  { sql, parameters }: CompiledQuery,
): QueryResult<Row> | Promise<QueryResult<Row>> {
  const result = writer.run<Row>(sql, parameters);
  return parameters.some(isLong) ? nextTurn(result) : result;
}

interface Stored<Row> {
  readonly result: QueryResult<Row>;
  /** An object keeps it from being waited for. */
  readonly stored: void | Promise<void>;
}

class SqliteConnection implements DatabaseConnection {
  readonly #files: SqliteFiles;
  #unlock: (() => void) | null = null;

  constructor(files: SqliteFiles) {
    this.#files = files;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    if (this.#unlock) return runInside(this.#files.writer, query);
    if (SelectQueryNode.is(query.query) || /^\s*select\b/i.test(sql)) return this.#files.read(query);
    const { result, stored } = await this.#change<Row>(sql, parameters);
    await stored;
    return result;
  }

  /** A statement that is a transaction by itself. */
  async #change<Row>(sql: string, parameters: readonly unknown[]): Promise<Stored<Row>> {
    const unlock = await this.#files.lock.acquire();
    try {
      this.#files.group.close();
      const result = await this.#retryWhileBusy(() => this.#files.writer.run<Row>(sql, parameters));
      return { result, stored: this.#files.committed() };
    } finally {
      unlock();
    }
  }

  /** Not supported: a stream would block the reader while its consumer works. */
  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('This store does not support streaming queries.');
  }

  /** Takes the file's write lock at once, so that no transaction fails midway because another one started. */
  async begin(): Promise<void> {
    const unlock = await this.#files.lock.acquire();
    try {
      const isJoined = await this.#retryWhileBusy(() => this.#files.group.begin());
      this.#unlock = unlock;
      if (!isJoined) this.#files.begun();
    } catch (error) {
      if (this.#unlock) this.rollback();
      else unlock();
      throw error;
    }
  }

  /** Other writers go on while this one waits for the commit and for the disk. */
  async commit(): Promise<void> {
    const committed = this.#files.group.end();
    this.release();
    await committed;
  }

  /** Does nothing for a transaction that has ended. */
  rollback(): void {
    if (this.#unlock) this.#files.group.undo();
    this.release();
  }

  release(): void {
    this.#unlock?.();
    this.#unlock = null;
  }

  /** Waits for another process without blocking this one, unlike SQLite's own busy timeout. */
  async #retryWhileBusy<T>(work: () => T): Promise<T> {
    const giveUpAt = performance.now() + this.#files.waitMs;
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 50)) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      }
      await sleep(pauseMs);
    }
  }
}

/**
 * Compiles `limit` so that a prepared statement is reused: SQLite's planner reads the value of a bare parameter
 * there and recompiles the statement at every run, which costs as much as the run itself.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append('limit (');
    this.visitNode(node.limit);
    this.append(' + 0)');
  }
}

/** A fair lock for the writers of this process; waiting too long is an error. */
export class WriteLock {
  readonly #waitMs: number;
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Returns the function that releases the lock; call it exactly once. */
  async acquire(): Promise<() => void> {
    if (this.#isHeld) await this.#wait();
    this.#isHeld = true;
    return () => this.#release();
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new StoreError('busy', 'The database was busy with other writes for too long.'));
      }, this.#waitMs);
      this.#waiting.push(enter);
    });
  }

  /** Passes the lock directly to the next waiter, so that nobody can take it in between. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}
