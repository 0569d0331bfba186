import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { SqliteFile } from './sqlite-file.ts';
import type { WriteLock } from './write-lock.ts';

/** The one connection of a database in memory. */
export interface MemoryFile {
  readonly file: SqliteFile;
  readonly lock: WriteLock;
  /** Called within each new transaction. */
  readonly begun: () => void;
  /** Called after every commit. */
  readonly committed: () => void;
}

/**
 * Runs Kysely's queries on one connection. A read waits for a transaction that is open, since it would see half of it;
 * a read from within that transaction's own work does not wait.
 */
export class MemoryDriver implements Driver {
  readonly #memory: MemoryFile;
  readonly #inside = new AsyncLocalStorage<object>();

  constructor(memory: MemoryFile) {
    this.#memory = memory;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<MemoryConnection> {
    return new MemoryConnection(this.#memory, this.#inside);
  }

  beginTransaction(connection: MemoryConnection): Promise<void> {
    return connection.begin();
  }

  async commitTransaction(connection: MemoryConnection): Promise<void> {
    connection.end('commit');
  }

  async rollbackTransaction(connection: MemoryConnection): Promise<void> {
    connection.end('rollback');
  }

  async releaseConnection(connection: MemoryConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    this.#memory.file.close();
  }

  /** Runs the work of a transaction, whose reads outside of it need not wait for it. */
  within<T>(work: () => Promise<T>): Promise<T> {
    return this.#inside.run({}, work);
  }
}

class MemoryConnection implements DatabaseConnection {
  readonly #memory: MemoryFile;
  readonly #inside: AsyncLocalStorage<object>;
  #unlock: (() => void) | null = null;

  constructor(memory: MemoryFile, inside: AsyncLocalStorage<object>) {
    this.#memory = memory;
    this.#inside = inside;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { file, lock, committed } = this.#memory;
    // By the text: the query of a cached statement has no tree.
    const isRead = /^\s*select\b/i.test(query.sql);
    if (this.#unlock || (isRead && this.#inside.getStore())) return file.run(query.sql, query.parameters);
    const unlock = await lock.acquire();
    try {
      const result = file.run<Row>(query.sql, query.parameters);
      if (!isRead) committed();
      return result;
    } finally {
      unlock();
    }
  }

  /** Not supported, as for files. */
  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('This store does not support streaming queries.');
  }

  async begin(): Promise<void> {
    const unlock = await this.#memory.lock.acquire();
    this.#memory.file.run('begin immediate', []);
    this.#memory.begun();
    this.#unlock = unlock;
  }

  end(how: 'commit' | 'rollback'): void {
    const { file, committed } = this.#memory;
    if (file.database.isTransaction) file.run(how, []);
    if (how === 'commit') committed();
    this.release();
  }

  release(): void {
    this.#unlock?.();
    this.#unlock = null;
  }
}
