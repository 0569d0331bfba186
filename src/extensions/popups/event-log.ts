import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { eventLine, type PopupEvent } from './popup-event.ts';

/** The durable side of counting: what `append` has acknowledged survives a power cut. */
export interface EventLog {
  /** Resolves once the event is on the disk. */
  append(event: PopupEvent): Promise<void>;
  /** The name of the file being written, for the one who folds. */
  readonly name: string;
  close(): Promise<void>;
}

/**
 * Opens a log of this process's own. Events that arrive while one write is under way share the next one, so a
 * thousand visitors cost as many disk flushes as a few dozen.
 */
export async function openEventLog(folder: string, name: string): Promise<EventLog> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, name), 'a', 0o600);
  await syncFolder(folder);
  let batch: Batch | null = null;
  let writing: Promise<void> = Promise.resolve();

  const append = (event: PopupEvent): Promise<void> => {
    if (batch === null) {
      const opened: Batch = { lines: [], done: Promise.resolve() };
      batch = opened;
      opened.done = writing.then(() => {
        batch = null;
        return commit(file, opened.lines);
      });
      writing = opened.done.catch(() => {});
    }
    batch.lines.push(eventLine(event));
    return batch.done;
  };

  return {
    name,
    append,
    async close() {
      await writing;
      await file.close();
    },
  };
}

interface Batch {
  readonly lines: string[];
  done: Promise<void>;
}

/**
 * One write and one flush. A write that failed halfway leaves a torn line; the line break before the next batch
 * keeps it from swallowing that batch's first event.
 */
async function commit(file: FileHandle, lines: readonly string[]): Promise<void> {
  try {
    await file.appendFile(lines.join(''));
    await file.datasync();
  } catch (error) {
    await file.appendFile('\n').catch(() => {});
    throw error;
  }
}

/** A file is only safe once its folder knows it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
