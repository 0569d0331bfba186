import { parentPort, workerData } from 'node:worker_threads';
import type { AsideAnswer, AsideQuery } from './reading-thread.ts';
import { openReader } from './sqlite-reader.ts';

/** Here waiting holds nobody up. */
const waitMs = 10_000;
const reader = openReader(workerData as string, { readOnly: true, waitMs });

parentPort?.on('message', (query: AsideQuery) => parentPort?.postMessage(answerTo(query)));

function answerTo({ number, sql, parameters }: AsideQuery): AsideAnswer {
  try {
    return { number, rows: reader.run(sql, parameters).rows };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: unknown };
    return { number, message, errcode: typeof errcode === 'number' ? errcode : null };
  }
}
