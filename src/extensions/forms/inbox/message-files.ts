import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ExtensionTable, type Store, unlessAbsent } from '../../../extension.ts';

/** A visitor's file that is stored because its form asks for it. */
export interface KeptFile {
  readonly field: string;
  readonly name: string;
  /** Its name in the private folder. */
  readonly stored: string;
  readonly size: number;
  readonly type: string;
  readonly digest: string;
}

/** A kept file as stored. */
export interface KeptFileRow extends KeptFile {
  id: number;
  messageId: number;
}

/** The files of the inbox. */
export const filesTable: ExtensionTable<KeptFileRow> = {
  name: 'form_files',
  columns: {
    id: 'id',
    messageId: 'integer',
    field: 'short',
    name: 'text',
    stored: 'short',
    size: 'integer',
    type: 'short',
    digest: 'short',
  },
  key: 'id',
  indexes: [['messageId'], ['stored']],
};

/** Copies a file into the private folder under an unguessable name, readable only by the server's user. */
export async function copyToKeep(folder: string, path: string): Promise<string> {
  const stored = randomUUID();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await copyFile(path, join(folder, stored), constants.COPYFILE_EXCL);
  return stored;
}

/** Records which files belong to a message. */
export async function recordFiles(store: Store, messageId: number, files: readonly KeptFile[]): Promise<void> {
  for (const file of files) await store.table(filesTable).insert({ ...file, messageId });
}

/** The stored files of some messages. */
export async function filesOf(store: Store, messageIds: readonly number[]): Promise<readonly KeptFileRow[]> {
  return messageIds.length === 0 ? [] : store.table(filesTable).find({ messageId: { in: messageIds } });
}

/** The path of a stored file. */
export const keptPath = (folder: string, { stored }: KeptFile) => join(folder, basename(stored));

/** Removes files that no message refers to any more. */
export async function discard(folder: string, files: readonly KeptFile[]): Promise<void> {
  await Promise.all(files.map((file) => rm(keptPath(folder, file), { force: true })));
}

const orphanAgeMs = 3_600_000;

/** Removes files of a process that died before its message was stored. */
export async function sweepKept(store: Store, folder: string, nowMs: number): Promise<void> {
  for (const stored of (await unlessAbsent(readdir(folder))) ?? []) {
    const path = join(folder, stored);
    const facts = await unlessAbsent(stat(path));
    if (!facts || nowMs - facts.mtimeMs < orphanAgeMs) continue;
    if ((await store.table(filesTable).count({ stored })) === 0) await rm(path, { force: true });
  }
}
