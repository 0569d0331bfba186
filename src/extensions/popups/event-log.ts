import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { eventLine, type PopupEvent } from './popup-event.ts';

/** The durable log of events: an event that `append` has acknowledged survives a power cut. */
export interface EventLog {
  /** Resolves once the event is on the disk. */
  append(event: PopupEvent): Promise<void>;
  /** The name of the file being written. */
  readonly name: string;
  close(): Promise<void>;
}

/**
 * Opens a log for this process only. Events that arrive during a write share the next one, so a
 * thousand visitors cost only a few dozen disk flushes.
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
 * One write and one flush. A write that failed halfway leaves an incomplete line; the line break before the next batch
 * separates it from that batch's first event.
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

/** A new file is durable only after its folder is flushed too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
