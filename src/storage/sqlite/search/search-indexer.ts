import type { Job } from '../../../lib/jobs.ts';
import { siblingModuleUrl } from '../../../lib/sibling-module.ts';
import { createWorkerPool, type WorkerPool } from '../../../lib/worker-pool.ts';
import type { SqliteFile } from '../sqlite-file.ts';
import { searchTableNames } from './search-schema.ts';

/** The `workerData` of the thread. */
export interface IndexerData {
  readonly path: string;
  readonly prefix: string;
}

/** Writes that follow each other are indexed together: that costs less than each by itself. */
const pauseMs = 1_000;
const retryMs = 5_000;
/** What an earlier process left waiting does not slow the start of this one. */
const afterStartMs = 2_000;

/** Indexes texts for searches in a thread of its own, with its own connection. */
export class SearchIndexer {
  readonly #thread: WorkerPool<'index', 'done'>;
  readonly #file: SqliteFile;
  readonly #job: Job;
  readonly #isWaiting: string;
  #isRunning = false;
  #timer: NodeJS.Timeout | null = null;
  #dueAt = 0;
  #isClosed = false;
  #isHeld = false;

  constructor(data: IndexerData, file: SqliteFile, job: Job) {
    const body = siblingModuleUrl('./search-indexer-worker', import.meta.url);
    // What still waits when the process ends is indexed at the next start.
    this.#thread = createWorkerPool({ body, data, size: 1, mostWaiting: 1, keepsAlive: false });
    this.#file = file;
    this.#job = job;
    this.#isWaiting = `select 1 as found from ${searchTableNames(data.prefix).waiting} limit 1`;
  }

  /** Call it when the file is open: indexes what waits, once the process has started. */
  begin(): void {
    this.wake(afterStartMs);
  }

  /** Call it after a commit: starts indexing soon, if a text waits for it. */
  wake(afterMs = pauseMs): void {
    if (this.#isRunning || this.#isClosed || this.#isHeld) return;
    const dueAt = performance.now() + afterMs;
    if (this.#timer && this.#dueAt <= dueAt) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#isRunning && !this.#isClosed && !this.#isHeld) void this.#start();
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

  async #start(): Promise<void> {
    let nextMs: number | null = retryMs;
    await this.#job.run(async () => {
      nextMs = (await this.#index()) ? pauseMs : null;
    });
    // A text may have come while the thread was about to end.
    if (nextMs !== null) this.wake(nextMs);
  }

  /** False where nothing waits. */
  async #index(): Promise<boolean> {
    if (this.#file.run(this.#isWaiting, []).rows.length === 0) return false;
    this.#isRunning = true;
    try {
      await this.#thread.run('index');
    } catch (error) {
      if (!this.#isClosed) throw error;
    } finally {
      this.#isRunning = false;
    }
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#thread.close();
  }
}
