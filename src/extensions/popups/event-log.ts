import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

/** What a visitor did with a popup. */
export type PopupEventName = 'open' | 'conversion';

/** One event, with its time. */
export interface PopupEvent {
  readonly popup: number;
  readonly event: PopupEventName;
  readonly atMs: number;
}

/** True for a name that is counted. */
export function isPopupEventName(name: string): name is PopupEventName {
  return name === 'open' || name === 'conversion';
}

/** An event as one line of the log; a line without its line break was never acknowledged. */
export function eventLine({ popup, event, atMs }: PopupEvent): string {
  return `${event} ${popup} ${atMs}\n`;
}

/** The event of a line, or null for an invalid line, such as an incomplete write. */
export function parseEventLine(line: string): PopupEvent | null {
  const [, event = '', popup, atMs] = /^([a-z]+) (\d{1,15}) (\d{1,15})$/.exec(line) ?? [];
  return isPopupEventName(event) ? { event, popup: Number(popup), atMs: Number(atMs) } : null;
}

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
