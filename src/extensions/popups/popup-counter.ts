import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeadOwner, type Store, unlessAbsent, workerIdentity } from '../../extension.ts';
import { type EventLog, openEventLog, type PopupEvent, type PopupEventName, parseEventLine } from './event-log.ts';
import { counters, daily, logMarks } from './popup-tables.ts';

/** Counts events durably for one process. */
export interface PopupCounter {
  /** Resolves once the event is durable. */
  count(event: PopupEvent): Promise<void>;
  /** Adds the events of every log of this machine to the counts. */
  fold(): Promise<void>;
  close(): Promise<void>;
}

/** After this many events a new log is started, so that the old one can be removed while the process runs. */
const eventsPerLog = 200_000;

/**
 * Opens the counter on a folder of logs; log names contain the process identity, so that others can see when it has
 * ended.
 */
export async function openPopupCounter(folder: string, store: Store): Promise<PopupCounter> {
  const self = workerIdentity();
  const counts = tableCountStore(store);
  let opened = 0;
  let written = 0;
  let log: EventLog | null = null;
  let opening: Promise<EventLog> | null = null;

  const isAbandoned = (name: string) => {
    const owner = ownerOf(name);
    // A log that is being opened is in the folder before it is known here.
    return owner === self ? opening === null && name !== log?.name : isDeadOwner(owner);
  };
  const current = (): Promise<EventLog> | EventLog => {
    if (log) return log;
    opening ??= openEventLog(folder, logName(self, opened++)).then((made) => {
      log = made;
      opening = null;
      return made;
    });
    return opening;
  };
  const rotate = async () => {
    if (!log || written < eventsPerLog) return;
    const full = log;
    log = null;
    written = 0;
    await full.close();
  };
  const fold = () => foldLogs({ folder, store: counts, isAbandoned });

  return {
    async count(event) {
      const target = await current();
      written++;
      await target.append(event);
    },
    async fold() {
      await rotate();
      await fold();
    },
    async close() {
      await opening;
      const last = log;
      log = null;
      await last?.close();
      await fold();
    },
  };
}

/** The owner's identity and a number as a file name. */
const logName = (owner: string, number: number) => `${owner.replaceAll('/', '~')}~${number}.log`;
const ownerOf = (log: string) => log.replace(/~\d+\.log$/, '').replaceAll('~', '/');

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
  const logs = ((await unlessAbsent(readdir(folder))) ?? []).filter((name) => name.endsWith('.log')).toSorted();
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
  const file = await unlessAbsent(open(path, 'r'));
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

/**
 * Stores the counts in the site's database: the position in a log and the counts up to it change in one transaction.
 */
export function tableCountStore(store: Store): CountStore {
  return {
    async foldedBytes(log) {
      const [row] = await store.table(logMarks).find({ name: log });
      if (row) return row.bytes;
      await store.table(logMarks).insert({ name: log, bytes: 0 }).catch(ignoreRace(store, log));
      return 0;
    },
    add: (log, fromBytes, toBytes, rows) =>
      store.transaction(async (inside) => {
        const moved = await inside.table(logMarks).update({ name: log, bytes: fromBytes }, { bytes: toBytes });
        if (moved !== 1) return false;
        // The first count of a popup or a day inserts a row, which two processes must not do at once.
        await inside.lock('popup counters');
        for (const row of rows) await addRow(inside, row);
        return true;
      }),
    forget: async (log) => void (await store.table(logMarks).remove({ name: log })),
  };
}

/** Two processes that start on a log at once both insert its position; the second finds it there. */
function ignoreRace(store: Store, log: string) {
  return async (error: unknown) => {
    if ((await store.table(logMarks).count({ name: log })) === 0) throw error;
  };
}

async function addRow(store: Store, { popup, event, day, count, lastMs }: TallyRow): Promise<void> {
  for (const subject of [popup, 0]) {
    const where = { popup: subject, event };
    const known = await store.table(counters).increase(where, { current: count, total: count });
    if (known === 0) await store.table(counters).insert({ ...where, current: count, total: count, lastMs });
    else await store.table(counters).update({ ...where, lastMs: { below: lastMs } }, { lastMs });
  }
  const where = { popup, event, day };
  if ((await store.table(daily).increase(where, { count })) === 0) await store.table(daily).insert({ ...where, count });
}

/** How often one event of one popup happened on one UTC day, and when last. */
export interface TallyRow {
  readonly popup: number;
  readonly event: PopupEventName;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly count: number;
  readonly lastMs: number;
}

/** Sums events; its size is bounded by popups times days, not by traffic. */
export function tally(events: Iterable<PopupEvent>): readonly TallyRow[] {
  const rows = new Map<string, TallyRow>();
  for (const { popup, event, atMs } of events) {
    const day = new Date(atMs).toISOString().slice(0, 10);
    const key = `${popup} ${event} ${day}`;
    const row = rows.get(key) ?? { popup, event, day, count: 0, lastMs: 0 };
    rows.set(key, { ...row, count: row.count + 1, lastMs: Math.max(row.lastMs, atMs) });
  }
  return [...rows.values()];
}

/**
 * The events of the complete lines in a chunk of log, and their size in bytes; an incomplete last line is left for
 * later.
 */
export function readLog(bytes: Buffer): { readonly events: readonly PopupEvent[]; readonly length: number } {
  const length = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.toString('latin1', 0, length).split('\n');
  return { events: lines.map(parseEventLine).filter((event) => event !== null), length };
}
