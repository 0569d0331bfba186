import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { databaseFile } from '../app/open-services.ts';
import { startLoop } from '../background/loop.ts';
import { type Command, type CommandContext, CommandError, defineCommand } from '../extension/command.ts';
import { errorCode } from '../lib/error-code.ts';
import { warningJobs } from '../lib/jobs.ts';
import { version } from '../lib/program-version.ts';
import { writeBackup } from '../transfer/backup/backup-archive.ts';
import { openContinuousBackup } from '../transfer/backup/continuous-backup.ts';
import { createProgress } from '../transfer/progress.ts';
import { siteStorage } from '../transfer/site-storage.ts';
import { exportArchive } from './export.ts';

/** Backs the site up while it keeps serving requests. */
export const backupCommand: Command = defineCommand({
  name: 'backup',
  summary: 'Copy the whole site, database and files, while it is in use; "platen restore" brings it back.',
  operands: ['file?'],
  flags: {
    continuous: { value: 'DIR', help: 'Go on, and write a restore point into this folder whenever the site changed.' },
    every: { value: 'SECONDS', help: 'With --continuous, how often to look; 10 by default.' },
    'keep-days': { value: 'DAYS', help: 'With --continuous, how far back to be able to go; 7 by default.' },
  },
  run: async (context) => {
    const { file } = context.operands;
    const { continuous } = context.flags;
    if ((file === undefined) === (continuous === undefined))
      throw new CommandError('Name the file to write: platen backup FILE. Or a folder: platen backup --continuous DIR');
    const database = databaseFile(context.config);
    // Opened once, so that a site that is missing or out of date is dealt with before anything is written.
    await context.store();
    if (continuous !== undefined) return backUpContinuously(context, database, resolve(continuous));
    if (database === null) return exportArchive(context, file!, { whole: true });
    await backUp(context, database, resolve(file!));
  },
});

async function backUp({ config, clock, print }: CommandContext, database: string, file: string): Promise<void> {
  const { files } = await siteStorage(config);
  const progress = createProgress(process.stderr, clock);
  const part = `${file}.part`;
  try {
    const head = { program: `Platen/${version}`, madeAt: new Date(clock()).toISOString(), prefix: config.tablePrefix };
    const source = { database, files, scratch: `${file}.database.part`, head };
    // A backup holds password hashes, so only its owner may read it.
    const target = createWriteStream(part, { mode: 0o600, flush: true });
    const entries = await writeBackup({ ...source, progress: (what) => progress.show(0, null, what) }, target);
    await rename(part, file);
    progress.end();
    const bytes = entries.reduce((sum, entry) => sum + entry.size, 0);
    print(`Wrote the database and ${entries.length - 1} files, ${megabytes(bytes)} MB, to ${file}.`);
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EISDIR', 'EROFS', 'ENOSPC'].includes(errorCode(error)))
      throw new CommandError(`${file} cannot be written there (${errorCode(error)}).`, { cause: error });
    throw error;
  } finally {
    progress.end();
    await rm(part, { force: true });
    await files.close();
  }
}

async function backUpContinuously(context: CommandContext, database: string | null, folder: string): Promise<void> {
  const { config, flags, clock, print } = context;
  if (database === null)
    throw new CommandError("Continuous backups are for SQLite. For MariaDB, use the server's binary log.");
  const everyMs = positive(flags['every'], 10, '--every') * 1000;
  const keepMs = positive(flags['keep-days'], 7, '--keep-days') * 86_400_000;
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new CommandError(`${folder} cannot be made in ${dirname(folder)} (${errorCode(error)}).`, { cause: error });
  });
  const { files } = await siteStorage(config);
  const program = `Platen/${version}`;
  const backup = openContinuousBackup({
    database,
    files,
    folder,
    prefix: config.tablePrefix,
    program,
    clock,
    keepMs,
  });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  const round = async (): Promise<void> => {
    const point = await backup.round();
    if (point)
      print(
        `${new Date(point.at).toISOString()}  ${point.changedPages} pages, ${point.files} files, ${point.bytes} bytes`,
      );
  };
  try {
    // What is wrong from the start ends the command; later the disk may be full for a while.
    await round();
    const job = warningJobs.of('continuous backup');
    const loop = startLoop({ job, round, everyMs, firstAfterMs: everyMs, jitter: 0 });
    await stopped;
    await loop.stop();
  } finally {
    backup.close();
    await files.close();
  }
}

function positive(text: string | undefined, fallback: number, flag: string): number {
  const value = text === undefined ? fallback : Number(text);
  if (!(value > 0 && value < 1e6))
    throw new CommandError(`${flag} is ${JSON.stringify(text)}; it must be a number above 0.`);
  return value;
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
