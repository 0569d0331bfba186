import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteFile } from '../sqlite-file.ts';
import { fillSearch } from './fill-search.ts';
import type { IndexerData, IndexerReport } from './search-indexer.ts';

/** How long one transaction keeps writers waiting, and how long they have before the next. Long ones cost less per text. */
const workMs = 80;
const restMs = 20;

const { path, prefix }: IndexerData = workerData;
/** Waiting in this thread blocks nothing else. */
const file = new SqliteFile(path, { readOnly: false, waitMs: 10_000 });
// What a crash loses waits to be indexed again.
file.database.exec('pragma synchronous = normal');

parentPort?.on('message', async () => parentPort?.postMessage(await indexAll()));

async function indexAll(): Promise<IndexerReport> {
  try {
    while (!indexSome()) await sleep(restMs);
    return 'done';
  } catch {
    if (file.database.isTransaction) file.database.exec('rollback');
    return 'failed';
  }
}

/** A transaction of its own; another process may index too, and each finds what the other left. */
function indexSome(): boolean {
  file.database.exec('begin immediate');
  const isDone = fillSearch(file, prefix, workMs);
  file.database.exec('commit');
  return isDone;
}
