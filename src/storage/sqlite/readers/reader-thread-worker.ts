import { parentPort, workerData } from 'node:worker_threads';
import { resultCode } from '../explain-sqlite-error.ts';
import { openReader } from '../sqlite-reader.ts';
import type { ThreadAnswer, ThreadQuery } from './reader-thread.ts';

/** Waiting in this thread blocks nothing else. */
const waitMs = 10_000;
const path: string = workerData;
const reader = openReader(path, { readOnly: true, waitMs });

parentPort?.on('message', (query: ThreadQuery) => parentPort?.postMessage(answerTo(query)));

function answerTo({ number, sql, parameters }: ThreadQuery): ThreadAnswer {
  try {
    return { number, rows: reader.run(sql, parameters).rows };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { number, message, errcode: resultCode(error) };
  }
}
