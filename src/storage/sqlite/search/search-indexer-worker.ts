import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { noTags } from '../../changes/change-log.ts';
import { checkpointPages } from '../checkpoint-pages.ts';
import { SqliteFile } from '../sqlite-file.ts';
import { fillSearch } from './fill-search.ts';
import type { IndexerData, IndexerReport } from './search-indexer.ts';

/** How long one transaction keeps writers waiting, and how long they have before the next. */
const amongWriters = { workMs: 80, restMs: 20 };
/** Long transactions cost less per text: what they add to the indexes comes in larger pieces, which are merged less often. */
const alone = { workMs: 500, restMs: 5 };
/** Without a write of anybody else for so long, nobody is expected to wait. */
const quietMs = 1_000;

const { path, prefix }: IndexerData = workerData;
/** Waiting in this thread blocks nothing else. */
const file = new SqliteFile(path, { readOnly: false, waitMs: 10_000 });
// What a crash loses waits to be indexed again.
file.database.exec(`pragma synchronous = normal; pragma wal_autocheckpoint = ${checkpointPages}`);

parentPort?.on('message', async () => parentPort?.postMessage(await indexAll()));

async function indexAll(): Promise<IndexerReport> {
  try {
    let version = dataVersion();
    let writtenAt = performance.now();
    for (;;) {
      const { workMs, restMs } = performance.now() - writtenAt < quietMs ? amongWriters : alone;
      if (indexSome(workMs)) return 'done';
      await sleep(restMs);
      const now = dataVersion();
      if (now !== version) writtenAt = performance.now();
      version = now;
    }
  } catch {
    if (file.database.isTransaction) file.database.exec('rollback');
    return 'failed';
  }
}

/** A transaction of its own; another process may index too, and each finds what the other left. */
function indexSome(workMs: number): boolean {
  file.database.exec('begin immediate');
  const before = totalChanges();
  const isDone = fillSearch(file, prefix, workMs);
  // Without a row of the log, the commit would be taken for one of another program, which may have changed anything.
  if (totalChanges() !== before)
    file.run(`insert into ${prefix}platen_changes (tags, at) values (?, ?)`, [noTags, Date.now()]);
  file.database.exec('commit');
  return isDone;
}

/** Changes with every commit of another connection. */
function dataVersion(): number {
  return file.run<{ data_version: number }>('pragma data_version', []).rows[0]?.data_version ?? 0;
}

function totalChanges(): number {
  return file.run<{ n: number }>('select total_changes() as n', []).rows[0]?.n ?? 0;
}
