import { judgeVersion } from '../query/version.ts';
import { StoreError } from '../store-error.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { dueIndex, sqliteSchema } from './sqlite-schema.ts';
import { searchWaiting } from './triggers/search-triggers.ts';

/** Step N migrates the file to version N; steps are only ever appended. */
const steps: readonly ((prefix: string) => readonly string[])[] = [sqliteSchema, dueIndex, searchWaiting];

/** Migrates the tables in one transaction, or changes nothing. */
export function migrateSqlite(file: SqliteFile, prefix: string): void {
  if (judgeVersion(readVersion(file, prefix), steps.length) === 'current') return;
  const { database } = file;
  database.exec('begin immediate');
  try {
    // Read again: another process may have migrated while this one waited.
    for (const step of steps.slice(readVersion(file, prefix))) for (const text of step(prefix)) database.exec(text);
    database.exec(
      `insert into ${prefix}platen_meta (name, value) values ('version', '${steps.length}') on conflict do update set value = excluded.value`,
    );
    database.exec('commit; analyze sqlite_schema');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** For read-only use: throws where the file is not up to date. */
export function checkVersion(file: SqliteFile, prefix: string): void {
  if (judgeVersion(readVersion(file, prefix), steps.length) === 'current') return;
  throw new StoreError('readonly', 'The database has to be brought up to date first, and it was opened to read only.');
}

function readVersion(file: SqliteFile, prefix: string): number {
  const table = `${prefix}platen_meta`;
  const { rows } = file.run("select 1 as found from sqlite_schema where type = 'table' and name = ?", [table]);
  if (rows.length === 0) return 0;
  const [row] = file.run<{ value: string }>(`select value from ${table} where name = 'version'`, []).rows;
  return Number(row?.value ?? 0);
}
