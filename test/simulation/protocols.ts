import { readTags } from '../../src/storage/changes/change-log.ts';
import { compactLog, type LogLimits } from '../../src/storage/changes/compact-log.ts';
import { type ChangeLog, LogTracker } from '../../src/storage/changes/log-tracker.ts';
import type { CreateProtocol } from './model-instance.ts';

/** Small enough that a schedule of a few dozen changes fences and prunes. */
const limits: LogLimits = { settleMs: 20, keptRows: 6, pruneMs: 30 };

/** The protocol that the program uses. */
export const trackedLog: CreateProtocol = (log, replica, database) => {
  const tracker = new LogTracker(log, { floorStepMs: 1 });
  const other = new LogTracker(replica);
  let polling = Promise.resolve<unknown>(null);
  return {
    start: (nowMs) => tracker.restart(nowMs),
    poll: (nowMs) => tracker.poll(nowMs),
    skip: (own, nowMs) => tracker.skip(own, nowMs),
    interrupt: () => {
      tracker.interrupt();
      other.interrupt();
    },
    isCovered: async (nowMs) => {
      polling = polling.then(() => other.poll(nowMs));
      await polling;
      return tracker.isCoveredBy(other);
    },
    tend: (nowMs) =>
      compactLog(
        { fence: async (numbers) => database.fence(numbers), prune: async (last) => database.prune(last) },
        tracker,
        { limits, nowMs },
      ),
  };
};

/** Changes what the tracker is told, to show that the simulation notices. */
const altered =
  (alter: (log: ChangeLog) => ChangeLog): CreateProtocol =>
  (log, replica, database) =>
    trackedLog(alter(log), replica, database);

/** Rows cannot be told from others that reuse their numbers. */
const withoutTokens = altered((log) => ({
  read: async (from, head) => {
    const { rows, oldest } = await log.read(from, head);
    return { oldest, rows: rows.map((row) => ({ ...row, token: 0 })) };
  },
  rows: async (numbers) => (await log.rows(numbers)).map((row) => ({ ...row, token: 0 })),
}));

/** Any replica is taken for one that has everything. */
export const withoutCoverage: CreateProtocol = (log, replica, database) => ({
  ...trackedLog(log, replica, database),
  isCovered: async () => true,
});

/** A lost connection goes unnoticed. */
export const withoutInterruptions: CreateProtocol = (log, replica, database) => ({
  ...trackedLog(log, replica, database),
  interrupt: () => {},
});

/** Neither tokens nor lost connections. */
export const withoutIdentity: CreateProtocol = (log, replica, database) => ({
  ...withoutTokens(log, replica, database),
  interrupt: () => {},
});

/** Caches hear of a write of their process when its commit is sent. */
export const tellingEarly: CreateProtocol = (log, replica, database) => ({
  ...trackedLog(log, replica, database),
  tellsEarly: true,
});

/** With a row of its own, an instance takes all those below it as found. */
export const skippingOthers: CreateProtocol = (log, replica, database) => {
  const protocol = withoutTokens(log, replica, database);
  return {
    ...protocol,
    skip: ({ seq }, nowMs) => {
      for (let skipped = 1; skipped <= seq; skipped += 1) protocol.skip({ seq: skipped, token: 0 }, nowMs);
    },
  };
};

/** Late rows are not looked for below the highest number seen. */
export const trustingOrder: CreateProtocol = altered((log) => {
  const known = new Set<number>();
  return {
    ...log,
    read: async (from, head) => {
      const view = await log.read(from, head);
      const isStart = from === 0;
      const rows = view.rows.filter((row) => isStart || row.tags !== null || known.has(row.seq));
      for (const { seq } of rows) known.add(seq);
      return { ...view, rows };
    },
  };
});

/** The protocol of the first version: rows count as settled after a time, and a start trusts the highest number. */
export const settledByTime: CreateProtocol = (log) => {
  const settleMs = 60;
  const seen = new Map<number, number>();
  let floor = 0;
  return {
    start: async () => {
      const { rows } = await log.read(0, 0);
      floor = rows.at(-1)?.seq ?? 0;
    },
    poll: async (nowMs) => {
      const { rows, oldest } = await log.read(floor + 1, 0);
      if (rows.length === seen.size) return null;
      const fresh = rows.filter((row) => !seen.has(row.seq));
      const isPruned = (oldest ?? 0) > floor + 1;
      for (const { seq } of fresh) seen.set(seq, nowMs);
      for (const [seq, at] of seen) if (nowMs - at >= settleMs) floor = Math.max(floor, seq);
      for (const seq of seen.keys()) if (seq <= floor) seen.delete(seq);
      if (fresh.length === 0) return null;
      return isPruned ? 'everything' : readTags(fresh);
    },
    skip: () => {},
    interrupt: () => {},
    tend: async () => {},
    isCovered: async () => false,
  };
};
