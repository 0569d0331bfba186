import { describe, expect, it } from 'vitest';
import { type ChangeLog, type ChangeRow, LogTracker } from './log-tracker.ts';

const rowOf = (seq: number): ChangeRow => ({ seq, token: seq * 7, tags: `["post:${seq}"]` });

/** A tracker of a log that is as it was when a read was sent, even if the answer comes later. */
async function trackedRows() {
  const rows = new Map([[1, rowOf(1)]]);
  let answer: Promise<void> = Promise.resolve();
  const log: ChangeLog = {
    read: async (from) => {
      const shown = [...rows.values()].filter(({ seq }) => seq >= from).sort((one, other) => one.seq - other.seq);
      await answer;
      return { oldest: 1, rows: shown };
    },
    rows: async (numbers) => numbers.map(rowOf),
  };
  const tracker = new LogTracker(log);
  await tracker.restart(0);
  return {
    tracker,
    rows,
    add: (seq: number) => rows.set(seq, rowOf(seq)),
    /** Answers no read until the function that it returns is called. */
    hold: () => {
      const held = Promise.withResolvers<void>();
      answer = held.promise;
      return held.resolve;
    },
  };
}

describe('a row that this process has committed', () => {
  it('is not reported by a poll, whose floor it raises', async () => {
    const { tracker, add } = await trackedRows();
    add(2);
    tracker.skip(rowOf(2), 1);
    expect(await tracker.poll(2)).toBeNull();
    expect(tracker.floor).toBe(2);
    expect(await tracker.poll(3)).toBeNull();
  });

  it('may be missing in a read that was under way when it was committed', async () => {
    const { tracker, add, hold } = await trackedRows();
    const answer = hold();
    const polled = tracker.poll(1);
    add(2);
    tracker.skip(rowOf(2), 2);
    answer();
    expect(await polled).toBeNull();
    expect(await tracker.poll(3)).toBeNull();
    expect(tracker.floor).toBe(2);
  });

  it('has lost the log with it if a later read does not show it', async () => {
    const { tracker } = await trackedRows();
    tracker.skip(rowOf(2), 1);
    expect(await tracker.poll(2)).toBe('everything');
  });

  it('has lost the log with it if another row has its number', async () => {
    const { tracker, rows } = await trackedRows();
    rows.set(2, { ...rowOf(2), token: 5 });
    tracker.skip(rowOf(2), 1);
    expect(await tracker.poll(2)).toBe('everything');
  });

  it('hides no row of another process below it, however late', async () => {
    const { tracker, add } = await trackedRows();
    add(3);
    tracker.skip(rowOf(3), 1);
    expect(await tracker.poll(2)).toBeNull();
    expect(tracker.floor).toBe(1);
    expect(tracker.gaps(1)).toEqual([2]);
    add(2);
    expect(await tracker.poll(3)).toEqual(new Set(['post:2']));
    expect(tracker.floor).toBe(3);
  });

  it('is one that a replica must have', async () => {
    const [own, replica] = [await trackedRows(), await trackedRows()];
    expect(own.tracker.isCoveredBy(replica.tracker)).toBe(true);
    own.tracker.skip(rowOf(2), 1);
    expect(own.tracker.isCoveredBy(replica.tracker)).toBe(false);
    replica.add(2);
    await replica.tracker.poll(2);
    expect(own.tracker.isCoveredBy(replica.tracker)).toBe(true);
  });

  it('is left to the next poll while everything counts as changed anyway', async () => {
    const { tracker, add } = await trackedRows();
    tracker.interrupt();
    add(2);
    tracker.skip(rowOf(2), 1);
    expect(await tracker.poll(2)).toBe('everything');
    expect(await tracker.poll(3)).toBeNull();
  });
});
