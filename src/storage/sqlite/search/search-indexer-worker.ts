import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../../lib/worker-pool.ts';
import { noTags } from '../../changes/change-log.ts';
import { checkpointPages, SqliteFile } from '../sqlite-file.ts';
import { closeMark } from '../triggers.ts';
import { fillSearch } from './fill-search.ts';
import type { IndexerData } from './search-indexer.ts';
import { searchTableNames } from './search-schema.ts';

/** How long one transaction keeps writers waiting, and how long they have before the next. */
interface Pace {
  readonly workMs: number;
  readonly restMs: number;
}

const besideWriters: Pace = { workMs: 8, restMs: 40 };
/** Searches read every text that waits, so many must not be left. */
const behindWriters: Pace = { workMs: 12, restMs: 12 };
const manyTexts = 1_000;
const afterWriters: Pace = { workMs: 80, restMs: 20 };
/** Long transactions cost less per text: what they add to the indexes comes in larger pieces, which are merged less often. */
const alone: Pace = { workMs: 500, restMs: 5 };
/** Without a write of anybody else for so long, nobody is expected to wait. */
const quietMs = 1_000;

const { path, prefix }: IndexerData = workerData;
/** Waiting in this thread blocks nothing else. */
const file = new SqliteFile(path, { readOnly: false, waitMs: 10_000 });
// What a crash loses waits to be indexed again. This thread moves the log into the file when it is half as long as the
// process that answers would let it become: nobody waits for the disk here.
file.database.exec(`pragma synchronous = normal; pragma wal_autocheckpoint = ${checkpointPages / 2}`);

serveTasks<'index', 'done'>(indexAll);

async function indexAll(): Promise<'done'> {
  try {
    for (;;) {
      const { workMs, restMs } = pace();
      if (indexSome(workMs)) return 'done';
      await sleep(restMs);
    }
  } catch (error) {
    if (file.database.isTransaction) file.database.exec('rollback');
    throw error;
  }
}

let version = 0;
let writtenAt = 0;

/** Somebody else has written since the last time if the file's version is another one. */
function pace(): Pace {
  const before = version;
  version = number('pragma data_version');
  const now = performance.now();
  if (version === before) return now - writtenAt < quietMs ? afterWriters : alone;
  writtenAt = now;
  const waiting = `select 1 from ${searchTableNames(prefix).waiting} limit ${manyTexts}`;
  return number(`select count(*) from (${waiting})`) < manyTexts ? besideWriters : behindWriters;
}

/** A transaction of its own; another process may index too, and each finds what the other left. */
function indexSome(workMs: number): boolean {
  file.database.exec('begin immediate');
  const before = number('select total_changes()');
  const isDone = fillSearch(file, prefix, workMs);
  // Without a row of the log, the commit would be taken for one of another program, which may have changed anything.
  if (number('select total_changes()') !== before) {
    file.run(closeMark(prefix), [Date.now()]);
    file.run(`insert into ${prefix}platen_changes (tags, at) values (?, ?)`, [noTags, Date.now()]);
  }
  file.database.exec('commit');
  return isDone;
}

/** The only value of the only row. */
function number(sql: string): number {
  const [row] = file.run<Readonly<Record<string, number>>>(sql, []).rows;
  return Object.values(row ?? {})[0] ?? 0;
}
