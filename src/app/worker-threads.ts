import type { TextTask } from '../background/text-tasks.ts';
import type { TextResult } from '../background/text-work.ts';
import type { Config } from '../config/config.ts';
import { siblingModuleUrl } from '../lib/sibling-module.ts';
import { createWorkerPool, type WorkerPool } from '../lib/worker-pool.ts';
import type { MarkdownTask } from '../mcp/markdown.ts';
import { earlyTextRules, type TextRules } from '../text/text-rules.ts';

/** The `workerData` of each thread. */
export interface TextWorkerData {
  readonly variant: Config['variant'];
  readonly rules: TextRules;
}

/** The threads that clean and render long texts. */
export function createTextThreads(
  variant: Config['variant'],
  rules: TextRules = earlyTextRules,
): WorkerPool<TextTask, TextResult> {
  const data: TextWorkerData = { variant, rules };
  return createWorkerPool({
    body: siblingModuleUrl('./text-worker', import.meta.url),
    data,
    size: 2,
    mostWaiting: 50,
    deadlineMs: 60_000,
    idleMs: 30_000,
    memoryMegabytes: 1_024,
  });
}

/** The threads that convert long texts from and to Markdown. */
export function createMarkdownThreads(): WorkerPool<MarkdownTask, string> {
  return createWorkerPool({
    body: siblingModuleUrl('./markdown-worker', import.meta.url),
    size: 2,
    mostWaiting: 20,
    deadlineMs: 10_000,
    idleMs: 30_000,
    memoryMegabytes: 512,
  });
}
