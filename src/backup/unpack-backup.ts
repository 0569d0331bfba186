import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { isMediaPath } from '../media/files/media-path.ts';
import {
  type BackupEnd,
  BackupError,
  type BackupHead,
  backupEndName,
  backupHeadName,
  databaseName,
  uploadEntry,
} from './backup-format.ts';

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
  const read = pipeline(source, createGunzip(), unpacked);
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
