import { availableParallelism } from 'node:os';
import type { QueryResult } from 'kysely';
import { siblingModuleUrl } from '../../lib/sibling-module.ts';
import { createWorkerPool, PoolError, type WorkerPool } from '../../lib/worker-pool.ts';
import { StoreError } from '../store-error.ts';

export interface ThreadQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The response: rows, or an error with its SQLite result code. */
export type ThreadAnswer =
  | { readonly rows: readonly unknown[] }
  | { readonly message: string; readonly errcode: number | null };

export interface ReaderOptions {
  /** More threads would read from the disk at the same time, and each has a cache of its own. */
  readonly size?: number;
  /** Without a query for so long, a thread ends; the next query starts another one. */
  readonly idleMs?: number;
}

const mostWaiting = 400;

/** Runs slow queries on other threads, each on its own connection; threads that are not needed never start. */
export class ReaderPool {
  readonly size: number;
  readonly #threads: WorkerPool<ThreadQuery, ThreadAnswer>;

  constructor(path: string, { size = Math.min(4, availableParallelism()), idleMs = 600_000 }: ReaderOptions = {}) {
    this.size = size;
    const body = siblingModuleUrl('./reader-thread-worker', import.meta.url);
    this.#threads = createWorkerPool({ body, data: path, size, mostWaiting, idleMs });
  }

  /** Runs a statement; `Row` is what it selects. */
  async run<Row = unknown>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    const answer = await this.#threads.run({ sql, parameters }).catch((error: unknown) => {
      throw explained(error);
    });
    // The rows are copies of the result of this statement in the thread.
    if ('rows' in answer) return { rows: answer.rows as Row[] };
    throw Object.assign(new Error(answer.message), { errcode: answer.errcode });
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof PoolError)) return error;
  if (error.failure === 'busy') return new StoreError('busy', 'Too many searches are waiting for the database.');
  if (error.failure === 'closed')
    return new StoreError('unreachable', 'The database was closed during a search.', { cause: error });
  return error.cause ?? error;
}
