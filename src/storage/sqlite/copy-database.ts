import { backup } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeVersion } from '../query/version.ts';
import { StoreError } from '../store-error.ts';
import { explainSqliteError } from './explain-sqlite-error.ts';
import { currentVersion, readVersion } from './migrate-sqlite.ts';
import { SqliteFile } from './sqlite-file.ts';

const waitMs = 10_000;
const pagesPerStep = 2_000;

/** Called with the share that is done, from 0 to 1. */
type CopyProgress = (share: number) => void;

/**
 * Copies a database that others may be writing to: the copy is its state at one moment, in one file, and nobody waits
 * for it.
 */
export async function copyDatabase(from: string, to: string, progress?: CopyProgress): Promise<void> {
  await explained(async () => {
    const source = new SqliteFile(from, { readOnly: true, waitMs });
    try {
      // The open transaction holds the moment: otherwise every write of others would begin the copy again.
      source.database.exec('begin; select count(*) from sqlite_schema');
      await backup(source.database, to, stepping(progress));
    } finally {
      source.close();
    }
    const copy = new SqliteFile(to, { readOnly: false, waitMs });
    try {
      copy.database.exec('pragma journal_mode = delete');
    } finally {
      copy.close();
    }
  });
}

/**
 * Replaces the content of a database by that of a copy, in one transaction, also while servers use it: they see the
 * old content until the end, and notice the new one by themselves. A new file is made where there is none.
 */
export async function replaceDatabase(copy: string, live: string, prefix: string, progress?: CopyProgress) {
  await explained(async () => {
    const source = new SqliteFile(copy, { readOnly: false, waitMs });
    try {
      source.database.exec(`insert into "${prefix}platen_changes" (tags, at) values ('*', ${Date.now()})`);
      await whenFree(() => backup(source.database, live, stepping(progress)));
    } finally {
      source.close();
    }
  });
}

const longestWaitMs = 60_000;

/**
 * Copies into a file that servers write to: the copy does not wait for its lock by itself, and fails where another writer
 * has it. Nothing was changed then, so that it is tried again until there is a gap.
 */
async function whenFree(copy: () => Promise<unknown>): Promise<void> {
  for (const end = performance.now() + longestWaitMs; ; ) {
    try {
      await copy();
      return;
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() > end)
        throw new StoreError('busy', 'The database is busy with other writes. Try again later.');
      await sleep(10 + Math.random() * 40);
    }
  }
}

/** Whether another connection holds the lock; the runtime also reports that with the code of success. */
function isLocked(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : Number.NaN;
  return code === 0 || code === 5 || code === 6 || (error instanceof Error && error.message === 'not an error');
}

/** Throws where a file is damaged, is no database of a site with this prefix, or is newer than this program. */
export async function checkDatabase(path: string, prefix: string): Promise<{ readonly version: number }> {
  return explained(async () => {
    const file = new SqliteFile(path, { readOnly: true, waitMs });
    try {
      const [found] = file.run<Record<string, string>>('pragma quick_check(1)', []).rows;
      const verdict = Object.values(found ?? {})[0];
      if (verdict !== 'ok') throw new StoreError('unreachable', `The database in it is damaged: ${verdict}.`);
      const version = readVersion(file, prefix);
      if (version === 0) throw new StoreError('refused', `It holds no tables with the prefix "${prefix}".`);
      judgeVersion(version, currentVersion);
      return { version };
    } finally {
      file.close();
    }
  });
}

const stepping = (progress?: CopyProgress) => ({
  rate: pagesPerStep,
  progress: ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) =>
    progress?.(totalPages > 0 ? 1 - remainingPages / totalPages : 1),
});

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainSqliteError(error) ?? error;
  }
}
