import type { MarkdownTask } from '../../markdown/markdown-work.ts';
import { moduleBeside } from '../../module-beside.ts';
import { createWorkerPool, type WorkerPool } from '../../workers/worker-pool.ts';

/** The threads that convert long texts from and to Markdown. */
export function createMarkdownThreads(): WorkerPool<MarkdownTask, string> {
  return createWorkerPool({
    body: moduleBeside('./markdown-worker', import.meta.url),
    size: 2,
    mostWaiting: 20,
    deadlineMs: 10_000,
    idleMs: 30_000,
    memoryMegabytes: 512,
  });
}
