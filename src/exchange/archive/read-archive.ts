import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { FileStore } from '../../media/file-store.ts';
import { extensionOf, fileTypeOf } from '../../media/file-types.ts';
import type { BulkRow, BulkTable } from '../../storage/bulk/bulk-table.ts';
import type { BulkTransaction, BulkWriter } from '../../storage/bulk/bulk-writer.ts';
import {
  type ArchiveEnd,
  ArchiveError,
  type ArchiveHead,
  endName,
  fileEntry,
  headName,
  tableEntry,
} from './archive-format.ts';
import { renamedRow } from './renamed-row.ts';

export interface RestoreParts {
  readonly bulk: BulkWriter;
  /** The tables this site has; rows of others are counted and left out. */
  readonly tables: readonly BulkTable[];
  readonly prefix: string;
  readonly files: FileStore;
  /** A private folder for files on their way. */
  readonly scratch: string;
  readonly progress?: (done: ArchiveEnd) => void;
}

export interface Restored extends ArchiveEnd {
  readonly head: ArchiveHead;
  /** Rows of tables that this site does not have, by table. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Files whose name was taken by another file. */
  readonly conflicts: readonly string[];
}

/** Longest line, and so largest row, that is believed. */
const entryLimit = 1_000_000_000;

/** Makes this site the one in the archive: its rows in the place of ours, all of them or none, and its files beside ours. */
export async function restoreArchive(source: Readable, parts: RestoreParts): Promise<Restored> {
  const kept: string[] = [];
  try {
    return await parts.bulk.transaction((tables) => restore(source, parts, tables, kept));
  } catch (error) {
    for (const path of kept) await parts.files.remove(path);
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code.startsWith('Z_')) throw new ArchiveError('The archive is damaged or cut off.', { cause: error });
    throw error;
  }
}

async function restore(
  source: Readable,
  { tables, prefix, files, scratch, progress }: RestoreParts,
  database: BulkTransaction,
  kept: string[],
): Promise<Restored> {
  const known = new Map(tables.map((table) => [table.name, table]));
  const done = { rows: {} as Record<string, number>, files: 0 };
  const leftOut: Record<string, number> = {};
  const conflicts: string[] = [];
  let head: ArchiveHead | null = null;
  let end: ArchiveEnd | null = null;
  const unpacked = extract();
  const read = pipeline(source, createGunzip(), unpacked);
  // Whoever awaits the entries learns of the failure; this one must not go unheard before.
  read.catch(() => {});
  for await (const { header, ...entry } of entries(unpacked)) {
    if (!head) {
      head = readHead(header.name, await entry.bytes());
      for (const table of tables) await database.empty(table);
      continue;
    }
    const [, table] = tableEntry.exec(header.name) ?? [];
    const [, path] = fileEntry.exec(header.name) ?? [];
    if (table !== undefined) {
      const rows = readRows(header.name, await entry.bytes());
      const target = known.get(table);
      if (target)
        await database.insert(
          target,
          rows.map((row) => onlyColumns(renamedRow(table, row, head!.prefix, prefix), target)),
        );
      else leftOut[table] = (leftOut[table] ?? 0) + rows.length;
      done.rows[table] = (done.rows[table] ?? 0) + rows.length;
    } else if (path !== undefined) {
      if (await keepFile(files, scratch, path, entry.stream)) kept.push(path);
      else if ((await files.stat(path))?.size !== header.size) conflicts.push(path);
      done.files += 1;
    } else if (header.name === endName) end = JSON.parse((await entry.bytes()).toString()) as ArchiveEnd;
    progress?.(done);
  }
  await read;
  if (!head || !end) throw new ArchiveError('The archive is cut off: it has no end.');
  judgeEnd(done, end);
  return { head, ...done, leftOut, conflicts };
}

interface Entry {
  readonly header: { readonly name: string; readonly size: number };
  readonly stream: Readable;
  bytes(): Promise<Buffer>;
}

async function* entries(unpacked: ReturnType<typeof extract>): AsyncGenerator<Entry> {
  for await (const entry of unpacked) {
    const { name, size = 0, type } = entry.header;
    if (type !== 'file' && type !== 'contiguous-file') {
      entry.resume();
      continue;
    }
    yield {
      header: { name, size },
      stream: entry as unknown as Readable,
      bytes: async () => {
        if (size > entryLimit) throw new ArchiveError(`${name} is larger than a part of an archive may be.`);
        const chunks: Buffer[] = [];
        for await (const chunk of entry as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
        return Buffer.concat(chunks);
      },
    };
  }
}

function readHead(name: string, bytes: Buffer): ArchiveHead {
  const head = name === headName ? (parsed(bytes.toString()) as Partial<ArchiveHead> | null) : null;
  if (head?.format !== 'platen-archive') throw new ArchiveError('This is not an archive of a site.');
  if (head.version !== 1) throw new ArchiveError('The archive was made by a later version of this program.');
  return head as ArchiveHead;
}

function readRows(name: string, bytes: Buffer): BulkRow[] {
  const lines = bytes.toString().split('\n');
  if (lines.pop() !== '') throw new ArchiveError(`${name} does not end with a line.`);
  return lines.map((line, at) => {
    const row = parsed(line);
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw new ArchiveError(`${name}, line ${at + 1}, is not a row.`);
    return row as BulkRow;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A row of a later version may have more; what this table lacks gets its default. */
function onlyColumns(row: BulkRow, { columns }: BulkTable): BulkRow {
  return Object.fromEntries(columns.flatMap((column) => (column in row ? [[column, row[column] ?? null]] : [])));
}

function judgeEnd(done: ArchiveEnd, end: ArchiveEnd): void {
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
    return await files.keep(path, target, mime);
  } finally {
    await rm(target, { force: true });
  }
}
