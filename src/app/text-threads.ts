import type { Config } from '../config/config.ts';
import { moduleBeside } from '../module-beside.ts';
import type { TextTask } from '../workers/text-tasks.ts';
import type { TextResult } from '../workers/text-work.ts';
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts';

/** The `workerData` of each thread. */
export interface TextWorkerData {
  readonly variant: Config['variant'];
}

/** The threads that clean and render long texts. */
export function createTextThreads(variant: Config['variant']): WorkerPool<TextTask, TextResult> {
  const data: TextWorkerData = { variant };
  return createWorkerPool({
    body: moduleBeside('./text-worker', import.meta.url),
    data,
    size: 2,
    mostWaiting: 50,
    deadlineMs: 60_000,
    idleMs: 30_000,
    memoryMegabytes: 1_024,
  });
}
