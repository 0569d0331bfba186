import { Worker } from 'node:worker_threads';
import type { QueryResult } from 'kysely';
import { StoreError } from '../store-error.ts';

/** One query, as it goes to the thread. */
export interface AsideQuery {
  readonly number: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What comes back: rows, or the failure with the code that SQLite gave it. */
export type AsideAnswer =
  | { readonly number: number; readonly rows: readonly unknown[] }
  | { readonly number: number; readonly message: string; readonly errcode: number | null };

interface Waiting {
  readonly resolve: (result: QueryResult<unknown>) => void;
  readonly reject: (error: Error) => void;
}

const mostWaiting = 100;

/**
 * Reads beside the event loop, one query after the other, on a connection of its own. For what may take seconds on a
 * large site: nobody else has to wait for it.
 */
export class ReadingThread {
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #asked = 0;

  constructor(path: string) {
    this.#path = path;
  }

  run(sql: string, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
    if (this.#waiting.size >= mostWaiting)
      return Promise.reject(new StoreError('busy', 'Too many searches are waiting for the database.'));
    const worker = this.#started();
    const number = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      // A thread that has nothing to do does not keep the process alive.
      worker.ref();
      worker.postMessage({ number, sql, parameters } satisfies AsideQuery);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./reading-thread-body.ts', import.meta.url), { workerData: this.#path });
    worker.on('message', (answer: AsideAnswer) => this.#settle(answer));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () =>
      this.#fail(worker, new StoreError('unreachable', 'The database was closed during a search.')),
    );
    this.#worker = worker;
    return worker;
  }

  #settle(answer: AsideAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) this.#worker?.unref();
    if ('rows' in answer) waiting?.resolve({ rows: [...answer.rows] });
    else waiting?.reject(Object.assign(new Error(answer.message), { errcode: answer.errcode }));
  }

  /** Whoever waits is told; the next query starts a new thread. */
  #fail(worker: Worker, error: Error): void {
    // One that failed also ends; by then another may be at work.
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
