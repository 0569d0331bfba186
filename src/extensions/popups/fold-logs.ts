import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readLog, type TallyRow, tally } from './tally.ts';

/** The store of counts. Both methods are atomic. */
export interface CountStore {
  /** How many bytes of a log are already counted. */
  foldedBytes(log: string): Promise<number>;
  /**
   * Adds the rows and moves the position in the log in one transaction. False when the position has changed
   * meanwhile: another process has counted the same bytes.
   */
  add(log: string, fromBytes: number, toBytes: number, rows: readonly TallyRow[]): Promise<boolean>;
  /** Deletes the position of a log that was removed. */
  forget(log: string): Promise<void>;
}

/** How the logs of a folder are counted. */
export interface FoldOptions {
  readonly folder: string;
  readonly store: CountStore;
  /** True when the log's writer has ended, so that a fully counted log can be removed. */
  readonly isAbandoned: (log: string) => boolean;
}

/**
 * Adds the events in the logs of a folder to the counts. Any process may do this at any time, also while logs are being
 * written and while others do the same: the position that changes with the counts ensures each byte is counted once.
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

const pieceBytes = 1_048_576;

/** Counts one log chunk by chunk; true when nothing readable is left in it. */
async function foldLog(path: string, log: string, store: CountStore): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return false;
  try {
    const buffer = Buffer.alloc(pieceBytes);
    let at = await store.foldedBytes(log);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes, at);
      const { events, length } = readLog(buffer.subarray(0, bytesRead));
      if (length === 0) return true;
      if (!(await store.add(log, at, at + length, tally(events)))) return false;
      at += length;
    }
  } finally {
    await file.close();
  }
}
