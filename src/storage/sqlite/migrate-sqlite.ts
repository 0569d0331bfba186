import { existsSync, renameSync, rmSync } from 'node:fs';
import { judgeVersion } from '../query/version.ts';
import { StoreError } from '../store-error.ts';
import { ftsSchema, mergeSettings, protectedIndex } from './search/search-schema.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { dueIndex, feedTexts, sqliteSchema, topIndex } from './sqlite-schema.ts';
import { writeMarks } from './triggers.ts';

/** A statement, or work with the file. */
type Step = string | ((file: SqliteFile, prefix: string) => void);

/** Step N migrates the file to version N. Steps are only ever appended; what a later step makes again is left out of the earlier one. */
const steps: readonly ((prefix: string) => readonly Step[])[] = [
  sqliteSchema,
  dueIndex,
  // Tables that step 6 makes again.
  () => [],
  writeMarks,
  feedTexts,
  ftsSchema,
  mergeSettings,
  // Counts of rows in blocks, which step 11 removes.
  () => [],
  protectedIndex,
  topIndex,
  () => [dropBlocks],
];

/** Removes the counts of rows in blocks of an older file, and the triggers that maintained them. */
function dropBlocks(file: SqliteFile, prefix: string): void {
  const { rows } = file.run<{ name: string }>(
    "select name from sqlite_schema where type = 'trigger' and substr(name, 1, length(?1)) = ?1",
    [`${prefix}platen_block_`],
  );
  for (const { name } of rows) file.database.exec(`drop trigger ${name}`);
  file.database.exec(`drop table if exists ${prefix}platen_blocks`);
}

/** The schema version of this program. */
export const currentVersion = steps.length;

/** Migrates the tables in one transaction, or changes nothing. */
export function migrateSqlite(file: SqliteFile, prefix: string): void {
  const found = readVersion(file, prefix);
  if (judgeVersion(found, steps.length) === 'current') return;
  if (found > 0) keepCopy(file, found);
  const { database } = file;
  database.exec('begin immediate');
  try {
    // Read again: another process may have migrated while this one waited.
    for (const step of steps.slice(readVersion(file, prefix)).flatMap((texts) => texts(prefix)))
      if (typeof step === 'string') database.exec(step);
      else step(file, prefix);
    database.exec(
      `insert into ${prefix}platen_meta (name, value) values ('version', '${steps.length}') on conflict do update set value = excluded.value`,
    );
    database.exec('commit; analyze sqlite_schema');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** A copy of the file as it is, beside it, for going back to the release that made it. */
function keepCopy({ database }: SqliteFile, version: number): void {
  const path = database.location();
  if (path === null) return;
  const copy = `${path}.schema-${version}`;
  if (existsSync(copy)) return;
  const part = `${copy}.${process.pid}.part`;
  rmSync(part, { force: true });
  database.prepare('vacuum into ?').run(part);
  renameSync(part, copy);
}

/** For read-only use: throws where the file is not up to date. */
export function checkVersion(file: SqliteFile, prefix: string): void {
  if (judgeVersion(readVersion(file, prefix), steps.length) === 'current') return;
  throw new StoreError('readonly', 'The database has to be brought up to date first, and it was opened to read only.');
}

/** The schema version of a file; 0 where it has none of our tables. */
export function readVersion(file: SqliteFile, prefix: string): number {
  const table = `${prefix}platen_meta`;
  const { rows } = file.run("select 1 as found from sqlite_schema where type = 'table' and name = ?", [table]);
  if (rows.length === 0) return 0;
  const [row] = file.run<{ value: string }>(`select value from ${table} where name = 'version'`, []).rows;
  return Number(row?.value ?? 0);
}
