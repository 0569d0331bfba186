import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readLog, type TallyRow, tally } from './tally.ts';

/** Where counts go. Both methods are atomic. */
export interface CountStore {
  /** How many bytes of a log are in the counts already. */
  foldedBytes(log: string): Promise<number>;
  /**
   * Adds the rows and moves the mark of the log from one place to another, both or neither. False when the mark was
   * no longer there: someone else has folded the same bytes.
   */
  add(log: string, fromBytes: number, toBytes: number, rows: readonly TallyRow[]): Promise<boolean>;
  /** Forgets the mark of a log that is gone. */
  forget(log: string): Promise<void>;
}

/** How a folder's logs are folded. */
export interface FoldOptions {
  readonly folder: string;
  readonly store: CountStore;
  /** True when the log's writer will never write again, so that a folded log can go. */
  readonly isAbandoned: (log: string) => boolean;
}

/**
 * Moves what the logs of a folder hold into the counts. Any process may do this at any time, also while logs are being
 * written and while others do the same: the mark that moves with the counts lets each byte be counted once.
 */
export async function foldLogs({ folder, store, isAbandoned }: FoldOptions): Promise<void> {
  const logs = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log')).toSorted();
  for (const log of logs) {
    const abandoned = isAbandoned(log);
    const finished = await foldLog(join(folder, log), log, store);
    if (!abandoned || !finished) continue;
    await rm(join(folder, log), { force: true });
    await store.forget(log);
  }
}

const PIECE = 1_048_576;

/** Folds one log piece by piece; true when nothing readable is left in it. */
async function foldLog(path: string, log: string, store: CountStore): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return false;
  try {
    const buffer = Buffer.alloc(PIECE);
    let at = await store.foldedBytes(log);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE, at);
      const { events, length } = readLog(buffer.subarray(0, bytesRead));
      if (length === 0) return true;
      if (!(await store.add(log, at, at + length, tally(events)))) return false;
      at += length;
    }
  } finally {
    await file.close();
  }
}
