import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import type { FileStore } from '../media/files/file-store.ts';
import { copyDatabase } from '../storage/sqlite/copy-database.ts';
import { type BackupEntry, type BackupHead, backupEndName, backupHeadName, databaseName } from './backup-format.ts';

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
      if (done.has(path)) continue;
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
