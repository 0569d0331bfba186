import { Worker } from 'node:worker_threads';
import type { QueryResult } from 'kysely';
import { moduleBeside } from '../../../module-beside.ts';
import { StoreError } from '../../store-error.ts';

/** One query, as it is sent to the thread. */
export interface ThreadQuery {
  readonly number: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The response: rows, or an error with its SQLite result code. */
export type ThreadAnswer =
  | { readonly number: number; readonly rows: readonly unknown[] }
  | { readonly number: number; readonly message: string; readonly errcode: number | null };

interface Waiting {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
}

const mostWaiting = 100;

interface ThreadOptions {
  /** Without a query for so long, the thread ends; the next query starts another one. */
  readonly idleMs?: number;
}

/** Runs slow queries on another thread, one at a time, on its own connection. */
export class ReaderThread {
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastNumber = 0;
  #isClosing = false;
  readonly #idleMs: number | null;
  #idle: NodeJS.Timeout | null = null;
  #ending: Promise<unknown> | null = null;

  constructor(path: string, { idleMs }: ThreadOptions = {}) {
    this.#path = path;
    this.#idleMs = idleMs ?? null;
  }

  /** The queries that run or wait. */
  get load(): number {
    return this.#waiting.size;
  }

  /** Runs a statement; `Row` is what it selects. */
  run<Row = unknown>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    if (this.#waiting.size >= mostWaiting)
      return Promise.reject(new StoreError('busy', 'Too many searches are waiting for the database.'));
    if (this.#idle) clearTimeout(this.#idle);
    const worker = this.#started();
    const number = ++this.#lastNumber;
    return new Promise((resolve, reject) => {
      // The rows are copies of the result of this statement in the thread.
      this.#waiting.set(number, { resolve: (rows) => resolve({ rows: rows as Row[] }), reject });
      // An idle thread does not keep the process alive; a busy one must.
      worker.ref();
      const query: ThreadQuery = { number, sql, parameters };
      worker.postMessage(query);
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#idle) clearTimeout(this.#idle);
    await Promise.all([this.#ending, this.#worker?.terminate()]);
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(moduleBeside('./reader-thread-worker', import.meta.url), { workerData: this.#path });
    worker.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () =>
      this.#fail(worker, new StoreError('unreachable', 'The database was closed during a search.')),
    );
    this.#worker = worker;
    return worker;
  }

  #settle(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    // Ending the thread keeps the process alive until it has ended.
    if (this.#waiting.size === 0 && !this.#isClosing) this.#rest();
    if ('rows' in answer) waiting?.resolve(answer.rows);
    else waiting?.reject(Object.assign(new Error(answer.message), { errcode: answer.errcode }));
  }

  #rest(): void {
    const worker = this.#worker;
    worker?.unref();
    if (this.#idleMs === null) return;
    this.#idle = setTimeout(() => {
      this.#worker = null;
      this.#ending = worker?.terminate() ?? null;
    }, this.#idleMs).unref();
  }

  /** Rejects every pending query; the next query starts a new thread. */
  #fail(worker: Worker, error: Error): void {
    // A failed thread also emits `exit`; by then another thread may have replaced it.
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
