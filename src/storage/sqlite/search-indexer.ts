import { Worker } from 'node:worker_threads';
import { moduleBeside } from '../../module-beside.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { searchTables } from './triggers/search-triggers.ts';

/** The `workerData` of the thread. */
export interface IndexerData {
  readonly path: string;
  readonly prefix: string;
}

/** What the thread says when it has nothing left to do, or cannot go on. */
export type IndexerReport = 'done' | 'failed';

const retryMs = 5_000;

/** Indexes long texts for searches in a thread of its own, with its own connection. */
export class SearchIndexer {
  readonly #data: IndexerData;
  readonly #file: SqliteFile;
  readonly #isWaiting: string;
  #worker: Worker | null = null;
  #isBusy = false;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(data: IndexerData, file: SqliteFile) {
    this.#data = data;
    this.#file = file;
    this.#isWaiting = `select 1 as found from ${searchTables(data.prefix)[2]} where post_id > 0 limit 1`;
  }

  /** Call it after a commit: starts indexing if a text waits for it. */
  wake(): void {
    if (this.#isBusy || this.#isClosed || this.#file.run(this.#isWaiting, []).rows.length === 0) return;
    this.#isBusy = true;
    this.#started().postMessage('index');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
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
    if (report === 'done') this.wake();
    else this.#retry = setTimeout(() => this.wake(), retryMs).unref();
  }
}
