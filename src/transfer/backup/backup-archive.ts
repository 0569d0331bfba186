import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { boundedGunzip } from '../../lib/bounded-gunzip.ts';
import type { FileStore } from '../../media/files/file-store.ts';
import { isMediaPath, isTransformPath } from '../../media/files/media-path.ts';
import { copyDatabase } from '../../storage/sqlite/copy-database.ts';

/**
 * A backup is a gzipped tar:
 *   backup.json                         what it is and where it came from
 *   uploads/2026/01/photo.jpg           every uploaded file
 *   database.sqlite                     the database, as it was after those files were copied
 *   uploads/…                           files that were uploaded meanwhile
 *   end.json                            the digest of every entry; a backup without it was cut off
 */
export interface BackupHead {
  readonly format: 'platen-backup';
  readonly version: 1;
  readonly program: string;
  readonly madeAt: string;
  /** The table prefix of the site. */
  readonly prefix: string;
}

/** An entry of the backup, by its name, with its SHA-256 in hexadecimal. */
export interface BackupEntry {
  readonly name: string;
  readonly size: number;
  readonly digest: string;
}

export interface BackupEnd {
  readonly entries: readonly BackupEntry[];
}

export const backupHeadName = 'backup.json';
export const backupEndName = 'end.json';
export const databaseName = 'database.sqlite';
export const uploadEntry = /^uploads\/(.+)$/s;

/** A file that is not a backup, or a damaged or incomplete one. */
export class BackupError extends Error {}

/** What is backed up. */
export interface BackupSource {
  /** The SQLite file, which may be in use. */
  readonly database: string;
  readonly files: FileStore;
  /** A path for the copy of the database, on a disk with room for it. */
  readonly scratch: string;
  readonly head: Omit<BackupHead, 'format' | 'version'>;
  readonly progress?: (what: string) => void;
}

/** Writes a site as one stream while it is in use; the entries that were written. */
export async function writeBackup(source: BackupSource, target: Writable): Promise<readonly BackupEntry[]> {
  const archive = pack();
  // Pictures are compressed already, so a higher level would only cost time.
  const written = pipeline(archive, createGzip({ level: 1 }), target);
  const filled = fill(archive, source).catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const [entries] = await Promise.all([filled, written]);
  return entries;
}

/**
 * Files first, then the database, then files that were added between: every file that a row of the copy names is
 * there, because files are never changed.
 */
async function fill(archive: Pack, { database, files, scratch, head, progress }: BackupSource) {
  const entries: BackupEntry[] = [];
  const add = async (name: string, size: number, bytes: Readable): Promise<void> => {
    entries.push({ name, size, digest: await addEntry(archive, name, size, bytes) });
  };
  await addText(archive, backupHeadName, { format: 'platen-backup', version: 1, ...head } satisfies BackupHead);
  const done = new Set<string>();
  const addFiles = async (): Promise<void> => {
    for await (const path of files.list('')) {
      if (done.has(path) || isTransformPath(path)) continue;
      const stored = await files.stat(path);
      const bytes = stored && (await files.read(path));
      if (!stored || !bytes) continue;
      await add(`uploads/${path}`, stored.size, bytes);
      done.add(path);
      progress?.(`${done.size} files`);
    }
  };
  await addFiles();
  try {
    await copyDatabase(database, scratch, (share) => progress?.(`database ${Math.floor(share * 100)} %`));
    await add(databaseName, (await stat(scratch)).size, createReadStream(scratch));
  } finally {
    await rm(scratch, { force: true });
  }
  await addFiles();
  await addText(archive, backupEndName, { entries });
  archive.finalize();
  return entries;
}

async function addText(archive: Pack, name: string, value: object): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
  await addEntry(archive, name, bytes.length, Readable.from([bytes]));
}

async function addEntry(archive: Pack, name: string, size: number, bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(Readable.from(hashed()), archive.entry({ name, size, mtime: new Date(0) }));
  return hash.digest('hex');
}

/** A backup that was unpacked into a folder and found complete. */
export interface UnpackedBackup {
  readonly head: BackupHead;
  /** The copy of the database. */
  readonly database: string;
  /** Digests of the uploaded files by their paths; they lie below `uploads`. */
  readonly files: ReadonlyMap<string, string>;
  readonly uploads: string;
}

/** Unpacks a backup into a folder and checks every entry; throws BackupError where anything is damaged or missing. */
export async function unpackBackup(
  file: string,
  folder: string,
  progress?: (bytes: number) => void,
): Promise<UnpackedBackup> {
  try {
    return await unpack(file, folder, progress);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    if (['ENOSPC', 'EACCES', 'EROFS', 'EMFILE'].includes(code)) throw error;
    throw new BackupError('The backup is damaged or cut off.', { cause: error });
  }
}

async function unpack(file: string, folder: string, progress?: (bytes: number) => void): Promise<UnpackedBackup> {
  const unpacked = extract();
  const source = createReadStream(file);
  source.on('data', () => progress?.(source.bytesRead));
  const read = pipeline(source, ...boundedGunzip((why) => new BackupError(why)), unpacked);
  // The consumer of the entries gets this error; without a handler it would be an unhandled rejection until then.
  read.catch(() => {});
  const digests = new Map<string, string>();
  let head: BackupHead | null = null;
  let end: BackupEnd | null = null;
  for await (const entry of unpacked) {
    const { name } = entry.header;
    const bytes = Readable.from(entry);
    if (!head) head = readHead(name, await text(bytes));
    else if (name === backupEndName) end = readEnd(await text(bytes));
    else digests.set(name, await unpackEntry(bytes, join(folder, placeOf(name))));
  }
  await read;
  if (!head || !end) throw new BackupError('The backup is cut off: it has no end.');
  checkEntries(digests, end);
  const files = [...digests].flatMap(([name, digest]) => {
    const path = uploadEntry.exec(name)?.[1];
    return path === undefined ? [] : [[path, digest] as const];
  });
  return { head, database: join(folder, databaseName), files: new Map(files), uploads: join(folder, 'uploads') };
}

/** Only paths that a backup has: another one could lead out of the folder. */
function placeOf(name: string): string {
  const path = uploadEntry.exec(name)?.[1];
  if (name === databaseName || (path !== undefined && isMediaPath(path))) return name;
  throw new BackupError(`The backup has an entry that does not belong there: ${JSON.stringify(name)}.`);
}

async function unpackEntry(bytes: Readable, target: string): Promise<string> {
  const hash = createHash('sha256');
  await mkdir(dirname(target), { recursive: true });
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(hashed(), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  return hash.digest('hex');
}

function readHead(name: string, json: string): BackupHead {
  if (name !== backupHeadName) throw new BackupError('The file is not a backup.');
  const head: Partial<BackupHead> = JSON.parse(json);
  if (head.format !== 'platen-backup') throw new BackupError('The file is not a backup.');
  if (head.version !== 1)
    throw new BackupError(`The backup has the format ${head.version}, made by a newer release. Update this program.`);
  const { program = '', madeAt = '', prefix = '' } = head;
  return { format: 'platen-backup', version: 1, program, madeAt, prefix };
}

function readEnd(json: string): BackupEnd {
  const end: Partial<BackupEnd> = JSON.parse(json);
  if (!Array.isArray(end.entries)) throw new BackupError('The end of the backup is damaged.');
  return { entries: end.entries };
}

function checkEntries(digests: ReadonlyMap<string, string>, { entries }: BackupEnd): void {
  for (const { name, digest } of entries)
    if (digests.get(name) !== digest) throw new BackupError(`The backup is damaged at ${JSON.stringify(name)}.`);
  if (entries.length !== digests.size) throw new BackupError('The backup has entries that it does not list.');
  if (!digests.has(databaseName)) throw new BackupError('The backup has no database.');
}
