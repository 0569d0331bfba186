import { parentPort } from 'node:worker_threads';
import type { TaskAnswer } from './worker-pool.ts';

/** The thread's side of a pool: runs `work` for each task and sends the result back. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await answerTo(task, work)));
}

async function answerTo<Task, Result>(
  task: Task,
  work: (task: Task) => Result | Promise<Result>,
): Promise<TaskAnswer<Result>> {
  try {
    return { result: await work(task) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
