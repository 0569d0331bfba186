import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode, unlessAbsent } from '../lib/error-code.ts';
import { type ExchangeContext, type ExchangeJobRow, exchangeFolder, exchangeJobsTable } from './exchange-table.ts';

/** The files of jobs, in a folder that may be this instance's own or shared with others. */
export interface ExchangeFiles {
  /** A new name, which tells the folder that it is in. */
  newName(): Promise<string>;
  pathOf(job: Pick<ExchangeJobRow, 'stored'>): Promise<string>;
  /** Whether a file of this name was received in this folder, wherever the process was that did. */
  isOwn(stored: string): Promise<boolean>;
  /** Removes files that belong to no job. */
  sweep(): Promise<void>;
}

/** Names this folder; hidden, so that it is never taken for a file of a job. */
const markName = '.folder';
/** A file is there before its job is. */
const abandonedAfterMs = 3_600_000;

export function createExchangeFiles({ store, config, clock, folder }: ExchangeContext): ExchangeFiles {
  const at = async (name: string) => join(await folder(exchangeFolder), name);
  const folderMark = async (): Promise<string> => {
    const path = await at(markName);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, randomUUID().slice(0, 8), { flag: 'wx' }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    return readFile(path, 'utf8');
  };
  return {
    newName: async () => `${await folderMark()}.${randomUUID()}`,
    pathOf: ({ stored }) => at(stored),
    isOwn: async (stored) => stored.startsWith(`${await folderMark()}.`),
    async sweep() {
      // The folder is not made only to look into it.
      const root = join(resolve(config.dataDir), exchangeFolder);
      const names = ((await unlessAbsent(readdir(root))) ?? []).filter((name) => !name.startsWith('.'));
      if (names.length === 0) return;
      const needed = new Set((await store.table(exchangeJobsTable).find({})).map(({ stored }) => stored));
      for (const name of names.filter((one) => !needed.has(one))) {
        const facts = await unlessAbsent(stat(join(root, name)));
        if (facts && facts.mtimeMs < clock() - abandonedAfterMs) await rm(join(root, name), { force: true });
      }
    },
  };
}
