import { afterEach, expect, it, vi } from 'vitest';
import { createJobs, warningJobs } from '../../lib/jobs.ts';
import type { ChangeLog } from '../changes/log-tracker.ts';
import { ForeignWrites } from './foreign-writes.ts';
import { MariadbChanges } from './mariadb-changes.ts';

afterEach(() => vi.useRealTimers());

/** No other program writes. */
const unwritten = new ForeignWrites(
  async () => ({ now: 0, moved: 0, known: 0 }),
  () => false,
);

/** A log that others add to, and that answers each read a turn later. */
function slowLog() {
  const numbers = [1];
  let running = 0;
  const facts = { reads: 0, mostAtOnce: 0 };
  const rowOf = (seq: number, tags: string | null) => ({ seq, token: seq, tags });
  const log: ChangeLog = {
    async read(from, head) {
      facts.reads += 1;
      running += 1;
      facts.mostAtOnce = Math.max(facts.mostAtOnce, running);
      const rows = numbers.filter((seq) => seq >= from).map((seq) => rowOf(seq, seq > head ? `["post:${seq}"]` : null));
      await new Promise((next) => setTimeout(next, 1));
      running -= 1;
      return { oldest: 1, rows };
    },
    rows: async (wanted) => wanted.map((seq) => rowOf(seq, `["post:${seq}"]`)),
  };
  return { log, facts, add: () => numbers.push(numbers.length + 1) };
}

it('reads the log once at a time, however many write meanwhile, and takes no change for a lost log', async () => {
  const { log, facts, add } = slowLog();
  const changes = new MariadbChanges(log, { foreign: unwritten, upkeep: null, job: warningJobs.of('change log') });
  await changes.start();
  const polls: ReturnType<MariadbChanges['poll']>[] = [];
  for (let write = 0; write < 20; write += 1) {
    add();
    changes.expire();
    polls.push(changes.poll());
    if (write % 3 === 0) await new Promise((next) => setImmediate(next));
  }
  const touched = (await Promise.all(polls)).flatMap((one) =>
    one === 'everything' ? ['everything'] : [...(one ?? [])],
  );
  expect(touched.toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `post:${at + 2}`).toSorted());
  expect(facts.mostAtOnce).toBe(1);
});

it('reports a log that cannot be mended, and mends it the next time', async () => {
  vi.useFakeTimers();
  const log: ChangeLog = {
    // The number 2 is missing.
    read: async (from) => ({
      oldest: 1,
      rows: [1, 3].filter((seq) => seq >= from).map((seq) => ({ seq, token: seq, tags: null })),
    }),
    rows: async () => [],
  };
  let isAway = true;
  const fence = async (): Promise<void> => {
    if (isAway) throw new Error('away');
  };
  const upkeep = { fence, prune: async () => {} };
  const jobs = createJobs(() => {}, Date.now);
  const changes = new MariadbChanges(log, { foreign: unwritten, upkeep, job: jobs.of('change log') });
  await changes.start();
  const tally = () => jobs.tallies.get('change log');
  const polled = async () => {
    await vi.advanceTimersByTimeAsync(4_000);
    await changes.poll();
    await changes.idle();
  };
  await changes.poll();
  await polled();
  expect(tally()).toEqual({ failures: 1, lastSuccessMs: null });
  isAway = false;
  await polled();
  expect(tally()).toEqual({ failures: 1, lastSuccessMs: Date.now() });
});
