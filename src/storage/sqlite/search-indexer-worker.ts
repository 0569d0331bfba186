import { parentPort, workerData } from 'node:worker_threads';
import type { IndexerData, IndexerReport } from './search-indexer.ts';
import { SqliteFile } from './sqlite-file.ts';
import { indexedTexts, searchTables } from './triggers/search-triggers.ts';

const { path, prefix }: IndexerData = workerData;
/** Waiting in this thread blocks nothing else. */
const file = new SqliteFile(path, { readOnly: false, waitMs: 10_000 });
const [posts, search, waiting] = searchTables(prefix);

parentPort?.on('message', () => parentPort?.postMessage(indexAll()));

function indexAll(): IndexerReport {
  try {
    while (indexNext());
    return 'done';
  } catch {
    if (file.database.isTransaction) file.database.exec('rollback');
    return 'failed';
  }
}

/** Indexes one post, in a transaction of its own, so that writers wait no longer than one text takes. */
function indexNext(): boolean {
  if (nextId() === undefined) return false;
  file.database.exec('begin immediate');
  // Another process may have indexed it meanwhile.
  const id = nextId();
  if (id !== undefined) {
    file.run(
      `insert into ${search} (rowid, title, excerpt, content) select p.ID, ${indexedTexts('p')} from ${posts} as p where p.ID = ?`,
      [id],
    );
    file.run(`delete from ${waiting} where post_id = ?`, [id]);
  }
  file.database.exec('commit');
  return id !== undefined;
}

function nextId(): number | undefined {
  return file.run<{ id: number }>(`select post_id as id from ${waiting} order by post_id limit 1`, []).rows[0]?.id;
}
