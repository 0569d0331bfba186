import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { databaseFile } from '../app/open-services.ts';
import { type Command, type CommandContext, CommandError, defineCommand } from '../extension/command.ts';
import { errorCode } from '../lib/error-code.ts';
import { StoreError } from '../storage/store-error.ts';
import { BackupError, backupHeadName, unpackBackup } from '../transfer/backup/backup-archive.ts';
import { restoreSite, stateAt } from '../transfer/backup/restore-site.ts';
import { createProgress } from '../transfer/progress.ts';
import { siteStorage } from '../transfer/site-storage.ts';
import { importArchive } from './import-archive.ts';

/** Brings a backup back, also while the site is in use. */
export const restoreCommand: Command = defineCommand({
  name: 'restore',
  summary: 'Make the site what a backup says: a file, or the folder of a continuous backup.',
  operands: ['file'],
  makesSite: true,
  flags: {
    at: { value: 'TIME', help: 'With a folder: the state at this time, such as 2026-01-31T12:00:00Z; else the last.' },
    force: { help: 'Take the place of a site that exists; nothing of it will be left.' },
  },
  run: async (context) => {
    const file = resolve(context.operands.file);
    const kind = await kindOf(file);
    if (kind !== 'folder' && context.flags.at !== undefined)
      throw new CommandError('--at needs the folder of a continuous backup; a file holds one moment only.');
    const database = databaseFile(context.config);
    if (kind === 'archive') {
      const flags = context.flags.force === undefined ? {} : { replace: '' };
      return importArchive({ ...context, flags }, file, { whole: true });
    }
    if (database === null)
      throw new CommandError('This backup is of an SQLite site; PLATEN_DATABASE_URL names another.');
    if (existsSync(database) && context.flags.force === undefined)
      throw new CommandError(
        `There is a site in ${dirname(database)}. With --force the backup takes its place; nothing of it will be left.`,
      );
    await restore(context, { file, kind, database });
  },
});

interface Restoring {
  readonly file: string;
  readonly kind: 'backup' | 'folder';
  readonly database: string;
}

async function restore(context: CommandContext, { file, kind, database }: Restoring): Promise<void> {
  const { config, clock, print } = context;
  const made = await mkdir(dirname(database), { recursive: true });
  // Beside the database: on a disk that has room for one.
  const scratch = await mkdtemp(join(dirname(database), '.restore-'));
  const progress = createProgress(process.stderr, clock);
  let isDone = false;
  try {
    const state =
      kind === 'folder'
        ? await pointState(context, file, join(scratch, 'database'))
        : await fileState(file, scratch, (done, all) => progress.show(done, all, 'read'));
    const { files } = await siteStorage(config);
    try {
      const target = { database, prefix: config.tablePrefix, files, scratch };
      await restoreSite(state, { ...target, progress: (what) => progress.show(0, null, what) });
    } finally {
      await files.close();
    }
    isDone = true;
    progress.end();
    print(`Restored the site as of ${state.madeAt}: the database and ${state.files.size} files.`);
  } catch (error) {
    if (error instanceof BackupError || error instanceof StoreError)
      throw new CommandError(`${error.message} Nothing was changed.`, { cause: error });
    throw error;
  } finally {
    progress.end();
    await rm(scratch, { recursive: true, force: true });
    if (made !== undefined && !isDone) await rm(made, { recursive: true, force: true });
  }
}

async function pointState({ flags }: CommandContext, folder: string, target: string) {
  const atMs = flags['at'] === undefined ? Number.POSITIVE_INFINITY : Date.parse(flags['at']);
  if (Number.isNaN(atMs)) throw new CommandError(`--at is "${flags['at']}"; it must be a time: 2026-01-31T12:00:00Z`);
  const state = await stateAt(folder, atMs, target);
  return { ...state, madeAt: new Date(state.point.at).toISOString() };
}

async function fileState(file: string, scratch: string, progress: (done: number, all: number) => void) {
  const { size } = await stat(file);
  const backup = await unpackBackup(file, scratch, (bytes) => progress(bytes, size));
  const fileAt = (path: string): string => join(backup.uploads, path);
  return { database: backup.database, files: backup.files, fileAt, madeAt: backup.head.madeAt };
}

async function kindOf(file: string): Promise<'backup' | 'archive' | 'folder'> {
  const opened = await open(file, 'r').catch((error: unknown) => {
    const code = errorCode(error);
    throw new CommandError(`${file} cannot be opened: ${code === 'ENOENT' ? 'there is no such file' : code}.`);
  });
  try {
    if ((await opened.stat()).isDirectory()) return 'folder';
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(4096), 0, 4096, 0);
    const start = gunzipSync(buffer.subarray(0, bytesRead), { finishFlush: constants.Z_SYNC_FLUSH });
    if (start.subarray(0, backupHeadName.length).toString('latin1') === backupHeadName) return 'backup';
    if (start.subarray(0, 12).toString('latin1') === 'archive.json') return 'archive';
    throw new CommandError(`${file} is not a backup. Nothing was changed.`);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} is not a backup, or it is damaged. Nothing was changed.`, { cause: error });
  } finally {
    await opened.close();
  }
}
