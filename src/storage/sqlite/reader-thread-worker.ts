import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../lib/worker-pool.ts';
import { resultCode } from './explain-sqlite-error.ts';
import type { ThreadAnswer, ThreadQuery } from './reader-threads.ts';
import { openReader } from './sqlite-file.ts';

/** Waiting in this thread blocks nothing else. */
const waitMs = 10_000;
const path: string = workerData;
const reader = openReader(path, { readOnly: true, waitMs });

serveTasks<ThreadQuery, ThreadAnswer>(({ sql, parameters }) => {
  try {
    return { rows: reader.run(sql, parameters).rows };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { message, errcode: resultCode(error) };
  }
});
