import { Worker } from 'node:worker_threads';
import { answers } from './reader-thread.ts';

export interface Reads {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Reads addresses that all differ, one at a time with a pause, until told to end. It does so in a thread of its own, so
 * that whatever else the program does is not taken for the time of an answer.
 */
export function readMeanwhile(address: string): { end(): Promise<Reads> } {
  const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: address });
  const ended = new Promise<readonly number[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return {
    end: async () => {
      worker.postMessage(answers.end);
      const times = (await ended).toSorted((a, b) => a - b);
      await worker.terminate();
      const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
      return { count: times.length, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
    },
  };
}
