import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { boundedGunzip } from '../lib/bounded-gunzip.ts';
import type { FileStore } from '../media/files/file-store.ts';
import { extensionOf, fileTypeOf } from '../media/files/file-types.ts';
import { isMediaPath } from '../media/files/media-path.ts';
import type { BulkRow, BulkTable } from '../storage/bulk/bulk-table.ts';
import type { BulkTransaction, BulkWriter } from '../storage/bulk/bulk-writer.ts';
import {
  type ArchiveEnd,
  ArchiveError,
  type ArchiveHead,
  endName,
  fileEntry,
  headName,
  tableEntry,
} from './archive-format.ts';

/** The site that is replaced by the one in the archive. */
export interface RestoreTarget {
  readonly bulk: BulkWriter;
  /** The tables of this site; rows of other tables are counted and skipped. */
  readonly tables: readonly BulkTable[];
  readonly prefix: string;
  readonly files: FileStore;
  /** A private folder for temporary files. */
  readonly scratch: string;
  readonly progress?: (done: ArchiveEnd) => void;
}

export interface Restored extends ArchiveEnd {
  readonly head: ArchiveHead;
  /** Rows of tables that this site does not have, by table. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Files whose path was already used by another file. */
  readonly conflicts: readonly string[];
  /** Entries that were not taken, each with the reason. */
  readonly refused: readonly RefusedEntry[];
}

export interface RefusedEntry {
  readonly name: string;
  readonly why: string;
  readonly isFile: boolean;
}

/** Maximum size of an entry that is read into memory: a part of rows, one of which may be the longest text, escaped. */
const entryLimit = 128_000_000;
/** More refusals than this are no mistake: the archive was made to harm. */
const mostRefused = 1_000;

/** Replaces this site by the one in the archive: all of its rows or none replace ours; its files are added to ours. */
export async function restoreArchive(source: Readable, target: RestoreTarget): Promise<Restored> {
  const { files, scratch } = target;
  const stored: string[] = [];
  const keep = async (path: string, bytes: Readable) => {
    const isKept = await keepFile(files, scratch, path, bytes);
    if (isKept) stored.push(path);
    return isKept;
  };
  try {
    return await target.bulk.transaction((database) => restore(source, target, { database, keep }));
  } catch (error) {
    for (const path of stored) await files.remove(path);
    await files.removeEmptyFolders(stored);
    throw error;
  }
}

/** Reads an archive to its end and says what `restoreArchive` would do with it. Nothing is changed. */
export function inspectArchive(
  source: Readable,
  target: Pick<RestoreTarget, 'tables' | 'prefix' | 'files' | 'progress'>,
): Promise<Restored> {
  const database = { empty: async () => {}, insert: async () => {} };
  const keep = async (path: string, bytes: Readable) => {
    await finished(bytes.resume());
    return (await target.files.stat(path)) === null;
  };
  return restore(source, target, { database, keep });
}

/** Where rows and files go. */
interface Receiver {
  readonly database: Pick<BulkTransaction, 'empty' | 'insert'>;
  /** False where a file with this path is there already. */
  keep(path: string, bytes: Readable): Promise<boolean>;
}

async function restore(
  source: Readable,
  { tables, prefix, files, progress }: Pick<RestoreTarget, 'tables' | 'prefix' | 'files' | 'progress'>,
  { database, keep }: Receiver,
): Promise<Restored> {
  const known = new Map(tables.map((table) => [table.name, table]));
  const rowCounts: Record<string, number> = {};
  const done = { rows: rowCounts, files: 0 };
  const leftOut: Record<string, number> = {};
  const conflicts: string[] = [];
  const refused: RefusedEntry[] = [];
  const refuse = (name: string, why: string, isFile: boolean): void => {
    refused.push({ name, why, isFile });
    if (refused.length > mostRefused)
      throw new ArchiveError(`The archive has more than ${mostRefused} entries that it may not have.`);
  };
  let head: ArchiveHead | null = null;
  let end: ArchiveEnd | null = null;
  const unpacked = extract();
  const read = pipeline(source, ...boundedGunzip((why) => new ArchiveError(why)), unpacked);
  // The consumer of the entries gets this error; without a handler it would be an unhandled rejection until then.
  read.catch(() => {});
  for await (const { header, ...entry } of entries(unpacked)) {
    if (!head) {
      head = readHead(header.name, await entry.bytes());
      for (const table of tables) await database.empty(table);
      continue;
    }
    const [, table] = tableEntry.exec(header.name) ?? [];
    const [, path] = fileEntry.exec(header.name) ?? [];
    if (header.isLink) {
      refuse(header.name, 'it is a link or a device, not a file', false);
      entry.skip();
    } else if (table !== undefined) {
      const rows = readRows(header.name, await entry.bytes());
      const target = known.get(table);
      if (target)
        await database.insert(
          target,
          rows.map((row, at) => onlyColumns(renamedRow(table, row, head!.prefix, prefix), target, at)),
        );
      else leftOut[table] = (leftOut[table] ?? 0) + rows.length;
      done.rows[table] = (done.rows[table] ?? 0) + rows.length;
    } else if (path !== undefined && !isMediaPath(path)) {
      refuse(header.name, 'its name is not that of an uploaded file', true);
      entry.skip();
      done.files += 1;
    } else if (path !== undefined) {
      const isKept = await keep(path, entry.stream());
      if (!isKept && (await files.stat(path))?.size !== header.size) conflicts.push(path);
      done.files += 1;
    } else if (header.name === endName) end = readEnd(await entry.bytes());
    else {
      refuse(header.name, 'an archive has no such entry', false);
      entry.skip();
    }
    progress?.(done);
  }
  await read.catch(damaged);
  if (!head || !end) throw new ArchiveError('The archive is cut off: it has no end.');
  checkEnd(done, end);
  return { head, ...done, leftOut, conflicts, refused };
}

const damaged = (error: unknown): never => {
  throw error instanceof ArchiveError
    ? error
    : new ArchiveError('The archive is damaged or cut off.', { cause: error });
};

interface Entry {
  readonly header: { readonly name: string; readonly size: number; readonly isLink: boolean };
  stream(): Readable;
  bytes(): Promise<Buffer>;
  /** An entry that is not read would block those behind it. */
  skip(): void;
}

async function* entries(unpacked: ReturnType<typeof extract>): AsyncGenerator<Entry> {
  for await (const entry of orDamaged(unpacked)) {
    const { name, size = 0, type } = entry.header;
    if (type === 'directory') {
      entry.resume();
      continue;
    }
    yield {
      header: { name, size, isLink: type !== 'file' && type !== 'contiguous-file' },
      stream: () => Readable.from(orDamaged(entry)),
      skip: () => void entry.resume(),
      bytes: async () => {
        if (size > entryLimit) throw new ArchiveError(`${name} is larger than a part of an archive may be.`);
        return buffer(Readable.from(orDamaged(entry)));
      },
    };
  }
}

/** What comes from the tar and gzip layers; any error of theirs means that the file is not as it was written. */
async function* orDamaged<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    damaged(error);
  }
}

function readHead(name: string, bytes: Buffer): ArchiveHead {
  const head = name === headName ? parsed(bytes) : null;
  if (!isObject(head) || head['format'] !== 'platen-archive')
    throw new ArchiveError('This is not an archive of a site.');
  if (head['version'] !== 1) throw new ArchiveError('The archive was made by a later version of this program.');
  const text = (member: string): string => String(head[member] ?? '');
  return {
    format: 'platen-archive',
    version: 1,
    program: text('program'),
    madeAt: text('madeAt'),
    siteUrl: text('siteUrl'),
    prefix: text('prefix'),
  };
}

function readEnd(bytes: Buffer): ArchiveEnd {
  const end = parsed(bytes);
  if (!isObject(end) || !isObject(end['rows']))
    throw new ArchiveError(`The archive is damaged: ${endName} says nothing.`);
  const rows = Object.entries(end['rows']).map(([table, count]) => [table, Number(count)] as const);
  return { rows: Object.fromEntries(rows), files: Number(end['files']) };
}

function readRows(name: string, bytes: Buffer): BulkRow[] {
  const lines = bytes.toString().split('\n');
  if (lines.pop() !== '') throw new ArchiveError(`${name} does not end with a line.`);
  return lines.map((line, at) => {
    const row = parsed(line);
    if (!isRow(row)) throw new ArchiveError(`${name}, line ${at + 1}, is not a row.`);
    return row;
  });
}

function parsed(json: string | Buffer): unknown {
  try {
    return JSON.parse(json.toString());
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRow(value: unknown): value is BulkRow {
  return (
    isObject(value) &&
    Object.values(value).every((cell) => cell === null || typeof cell === 'string' || typeof cell === 'number')
  );
}

/** Columns that this table does not have are dropped; columns missing in the row get their default. */
function onlyColumns(row: BulkRow, { name, columns }: BulkTable, at: number): BulkRow {
  const known = columns.filter((column) => column in row);
  if (known.length === 0) throw new ArchiveError(`Row ${at + 1} of ${name} has none of its columns.`);
  return Object.fromEntries(known.map((column) => [column, row[column] ?? null]));
}

function checkEnd(done: ArchiveEnd, end: ArchiveEnd): void {
  if (done.files !== end.files) throw new ArchiveError(`The archive has ${done.files} files of ${end.files}.`);
  for (const [table, rows] of Object.entries(end.rows)) {
    const found = done.rows[table] ?? 0;
    if (found !== rows) throw new ArchiveError(`The archive has ${found} rows of ${table}, not ${rows}.`);
  }
}

async function keepFile(files: FileStore, scratch: string, path: string, bytes: Readable): Promise<boolean> {
  await mkdir(scratch, { recursive: true });
  const target = join(scratch, randomUUID());
  try {
    await pipeline(bytes, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    const mime = fileTypeOf(extensionOf(path))?.mime ?? 'application/octet-stream';
    return await files.put(path, target, mime);
  } finally {
    await rm(target, { force: true });
  }
}

/** Two kinds of key begin with the table prefix: keys of user meta, and the option that stores the roles. */
export function renamedRow(table: string, row: BulkRow, from: string, to: string): BulkRow {
  if (from === to) return row;
  if (table === 'usermeta') return renamed(row, 'meta_key', (key) => isOfPrefix(key, from), from, to);
  if (table === 'options') return renamed(row, 'option_name', (name) => name === `${from}user_roles`, from, to);
  return row;
}

/** With an empty prefix, only the well-known keys can be recognised. */
function isOfPrefix(key: string, prefix: string): boolean {
  return prefix === '' ? key === 'capabilities' || key === 'user_level' : key.startsWith(prefix);
}

function renamed(row: BulkRow, column: string, isMeant: (name: string) => boolean, from: string, to: string): BulkRow {
  const name = row[column];
  return typeof name === 'string' && isMeant(name) ? { ...row, [column]: to + name.slice(from.length) } : row;
}
