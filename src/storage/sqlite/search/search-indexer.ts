import { Worker } from 'node:worker_threads';
import { moduleBeside } from '../../../module-beside.ts';
import type { SqliteFile } from '../sqlite-file.ts';
import { searchTableNames } from './search-schema.ts';

/** The `workerData` of the thread. */
export interface IndexerData {
  readonly path: string;
  readonly prefix: string;
}

/** What the thread says when it has nothing left to do, or cannot go on. */
export type IndexerReport = 'done' | 'failed';

/** Writes that follow each other are indexed together: that costs less than each by itself. */
const pauseMs = 1_000;
const retryMs = 5_000;
/** What an earlier process left waiting does not slow the start of this one. */
const afterStartMs = 2_000;

/** Indexes texts for searches in a thread of its own, with its own connection. */
export class SearchIndexer {
  readonly #data: IndexerData;
  readonly #file: SqliteFile;
  readonly #isWaiting: string;
  #worker: Worker | null = null;
  #isBusy = false;
  #timer: NodeJS.Timeout | null = null;
  #dueAt = 0;
  #isClosed = false;
  #isHeld = false;

  constructor(data: IndexerData, file: SqliteFile) {
    this.#data = data;
    this.#file = file;
    this.#isWaiting = `select 1 as found from ${searchTableNames(data.prefix).waiting} limit 1`;
  }

  /** Call it when the file is open: indexes what waits, once the process has started. */
  begin(): void {
    this.wake(afterStartMs);
  }

  /** Call it after a commit: starts indexing soon, if a text waits for it. */
  wake(afterMs = pauseMs): void {
    if (this.#isBusy || this.#isClosed || this.#isHeld) return;
    const dueAt = performance.now() + afterMs;
    if (this.#timer && this.#dueAt <= dueAt) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#isBusy && !this.#isClosed && !this.#isHeld) this.#start();
    }, afterMs).unref();
  }

  /** Begins no work until the function that it returns is called. */
  hold(): () => void {
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
      this.wake(0);
    };
  }

  #start(): void {
    if (this.#file.run(this.#isWaiting, []).rows.length === 0) return;
    this.#isBusy = true;
    this.#started().postMessage('index');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#worker?.terminate();
  }

  /** The thread does not keep the process alive: what still waits is indexed at the next start. */
  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(moduleBeside('./search-indexer-worker', import.meta.url), { workerData: this.#data });
    worker.unref();
    worker.on('message', (report: IndexerReport) => this.#ended(report));
    worker.on('error', () => this.#ended('failed'));
    worker.on('exit', () => {
      this.#worker = null;
    });
    this.#worker = worker;
    return worker;
  }

  #ended(report: IndexerReport): void {
    this.#isBusy = false;
    if (this.#isClosed) return;
    // A text may have come while the thread was about to end.
    this.wake(report === 'done' ? pauseMs : retryMs);
  }
}
