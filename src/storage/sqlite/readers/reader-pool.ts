import { availableParallelism } from 'node:os';
import type { QueryResult } from 'kysely';
import { ReaderThread } from './reader-thread.ts';

/** More threads would read from the disk at the same time, and each has a cache of its own. */
const mostThreads = 4;
/** The first thread is always needed again; the others only by queries that run at the same time. */
const idleMs = 60_000;

/** Threads for slow queries. Each query goes to the one with the fewest, so that those which are not needed never start. */
export class ReaderPool {
  readonly #threads: readonly ReaderThread[];

  constructor(path: string, size = Math.min(mostThreads, availableParallelism())) {
    this.#threads = Array.from({ length: size }, (_, at) => new ReaderThread(path, at === 0 ? {} : { idleMs }));
  }

  get size(): number {
    return this.#threads.length;
  }

  run<Row = unknown>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    return this.#threads.reduce((one, other) => (other.load < one.load ? other : one)).run<Row>(sql, parameters);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
