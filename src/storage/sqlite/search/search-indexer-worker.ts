import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { noTags } from '../../changes/change-log.ts';
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
  const before = totalChanges();
  const isDone = fillSearch(file, prefix, workMs);
  // Without a row of the log, the commit would be taken for one of another program, which may have changed anything.
  if (totalChanges() !== before)
    file.run(`insert into ${prefix}platen_changes (tags, at) values (?, ?)`, [noTags, Date.now()]);
  file.database.exec('commit');
  return isDone;
}

function totalChanges(): number {
  return file.run<{ n: number }>('select total_changes() as n', []).rows[0]?.n ?? 0;
}
