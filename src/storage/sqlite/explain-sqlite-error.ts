import { StoreError, type StoreFailure } from '../store-error.ts';

/** SQLite's primary result codes that callers can handle. */
const meanings: Readonly<Record<number, readonly [StoreFailure, string]>> = {
  5: ['busy', 'The database was busy with other writes for too long.'],
  6: ['busy', 'The database was busy with other writes for too long.'],
  8: ['readonly', 'The database file cannot be written.'],
  10: ['unreachable', 'The database file cannot be read or written; the disk reports an error.'],
  11: ['unreachable', 'The database file is damaged.'],
  13: ['full', 'The disk of the database is full.'],
  14: ['unreachable', 'The database file cannot be opened.'],
  18: ['refused', 'A value is too large for the database.'],
  19: ['refused', 'A value is missing or does not fit its column.'],
  23: ['denied', 'The database does not allow this.'],
  26: ['unreachable', 'The file is not a database.'],
};
const uniqueCodes = [1555, 2067, 2579];

/** Translates an error of `node:sqlite` by its result code; null for an unknown one. */
export function explainSqliteError(error: unknown): StoreError | null {
  if (error instanceof StoreError) return error;
  const code = resultCode(error);
  if (code === null) return null;
  if (uniqueCodes.includes(code))
    return new StoreError('duplicate', 'The same entry exists already.', { cause: error });
  const meaning = meanings[code & 0xff];
  return meaning ? new StoreError(meaning[0], meaning[1], { cause: error }) : null;
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code !== null && ((code & 0xff) === 5 || (code & 0xff) === 6);
}

/** The SQLite result code of an error; null for other errors. */
export function resultCode(error: unknown): number | null {
  const code = typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : null;
  return typeof code === 'number' ? code : null;
}
