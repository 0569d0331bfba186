import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

/** What the thread is told. */
export const answers = { end: 'end' } as const;

const pauseMs = 20;

if (!isMainThread && parentPort) await read(workerData as string);

/** Reads until told to end, then tells how many milliseconds each answer took. */
async function read(address: string): Promise<void> {
  const times: number[] = [];
  let isOver = false;
  parentPort?.once('message', () => {
    isOver = true;
  });
  // The number makes every address new, so that no response comes from the cache.
  for (let n = 0; !isOver || n === 0; n += 1) {
    const started = performance.now();
    const answer = await fetch(`${address}${n}`);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${address}${n} answered ${answer.status}.`);
    times.push(performance.now() - started);
    await setTimeout(pauseMs);
  }
  parentPort?.postMessage(times);
}
