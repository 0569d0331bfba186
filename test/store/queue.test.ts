import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { processSpace } from '../../src/background/lease.ts';
import { createQueue, type Queue, type QueueOptions } from '../../src/background/queue.ts';
import {
  claimJobs,
  countJobs,
  listJobs,
  type QueueRow,
  queueTable,
  removeDeadJob,
  retryDeadJob,
} from '../../src/background/queue-jobs.ts';
import { Postponed } from '../../src/background/queue-topic.ts';
import { createJobs } from '../../src/lib/jobs.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { Rows } from '../../src/storage/store/extension-tables.ts';
import type { OpenStore } from '../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { patient } from '../support/test-store.ts';

let database: FreshDatabase;
let store: OpenStore;
let other: OpenStore;
beforeAll(async () => {
  database = await freshDatabase();
  const open = () => openStore({ url: database.url, deadlines: patient });
  [store, other] = [await open(), await open()];
  for (const one of [store, other]) await one.table(queueTable).count({});
});
afterAll(async () => {
  await Promise.all([store.close(), other.close()]);
  await database.drop();
});
beforeEach(() =>
  store
    .table(queueTable)
    .remove({})
    .then(() => {}),
);

afterEach(() => vi.useRealTimers());

const failures: unknown[] = [];
const queue = (of: OpenStore = store, more: Partial<QueueOptions> = {}): Queue =>
  createQueue({
    store: of,
    clock: Date.now,
    job: createJobs((_, error) => failures.push(error), Date.now).of('queue'),
    pollMs: 200,
    ...more,
  });
const soon = { firstDelayMs: 1, longestDelayMs: 1, maxAttempts: 3 };
const until = (what: () => unknown) => vi.waitFor(what, { timeout: 300_000, interval: 10 });
const drained = () =>
  until(async () =>
    expect(await store.table(queueTable).count({ state: { in: ['queued', 'waiting', 'running'] } })).toBe(0),
  );

describe('the durable queue', () => {
  it('tries a postponed job again without counting an attempt', async () => {
    const attempts: number[] = [];
    const one = queue();
    one.handle({
      name: 'later',
      retries: { ...soon, maxAttempts: 1 },
      handle: async ({ attempt }) => {
        attempts.push(attempt);
        if (attempts.length < 4) throw new Postponed(1, 'Not here.');
      },
    });
    const worker = one.start();
    await one.enqueue(store, { topic: 'later', key: 'a', payload: null });
    one.wake();
    await drained();
    await worker.stop();
    expect(attempts).toEqual([1, 1, 1, 1]);
    expect(one.tallies().get('later')).toMatchObject({ done: 1, failed: 0, dead: 0 });
  });

  it('does each job, those of one item in order, whichever of two processes takes them', async () => {
    const done: { key: string; n: unknown }[] = [];
    const queues = [queue(), queue(other)];
    for (const one of queues)
      one.handle({
        name: 'work',
        handle: async ({ key, payload }) => {
          await new Promise((next) => setImmediate(next));
          done.push({ key, n: payload });
        },
      });
    const workers = queues.map((one) => one.start());
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (key) => {
        for (let n = 0; n < 15; n++) {
          await queues[n % 2]!.enqueue(n % 2 ? other : store, { topic: 'work', key, payload: n });
          queues[0]!.wake();
        }
      }),
    );
    await drained();
    await Promise.all(workers.map((worker) => worker.stop()));
    for (const key of ['a', 'b', 'c', 'd'])
      expect(done.filter((one) => one.key === key).map((one) => one.n)).toEqual([...Array(15).keys()]);
    expect(failures).toEqual([]);
  });

  it('runs all that is due when asked to, also what becomes due while it looks', async () => {
    // A look ends only when every job that it has started is over.
    const table = store.table.bind(store);
    const slowed = vi.spyOn(store, 'table').mockImplementation((of) => {
      const rows = table(of);
      const find = rows.find.bind(rows);
      return Object.assign(rows, {
        find: async (...[where, ...rest]: Parameters<typeof find>) => {
          const isLast = Reflect.get(where, 'state') === 'queued' && !('dueMs' in where);
          if (isLast)
            await until(async () => expect(await other.table(queueTable).count({ state: 'running' })).toBe(0));
          return find(where, ...rest);
        },
      });
    });
    const done: unknown[] = [];
    const one = queue();
    one.handle({ name: 'work', handle: async ({ payload }) => void done.push(payload) });
    for (let n = 0; n < 8; n++) await one.enqueue(store, { topic: 'work', key: 'a', payload: n });
    const worker = one.start();
    await worker.runDue?.();
    const doneThen = [...done];
    await worker.stop();
    slowed.mockRestore();
    expect(doneThen).toEqual([...Array(8).keys()]);
    expect(failures).toEqual([]);
  });

  it('leaves no job of a transaction that was rolled back', async () => {
    const jobs = queue();
    await store
      .transaction(async (inner) => {
        await jobs.enqueue(inner, { topic: 'work', key: 'a', payload: 1 });
        throw new Error('no');
      })
      .catch(() => {});
    expect(await store.table(queueTable).count({})).toBe(0);
  });

  it('repeats a failed job before the next one of its item, and other items do not wait', async () => {
    const seen: string[] = [];
    const jobs = queue();
    jobs.handle({
      name: 'work',
      retries: soon,
      handle: async ({ key, payload, attempt }) => {
        seen.push(`${key}${payload}`);
        if (payload === 1 && key === 'a' && attempt < 3) throw new Error('not yet');
      },
    });
    for (const n of [1, 2]) for (const key of ['a', 'b']) await jobs.enqueue(store, { topic: 'work', key, payload: n });
    const worker = jobs.start();
    await drained();
    await worker.stop();
    expect(seen.filter((one) => one.startsWith('a'))).toEqual(['a1', 'a1', 'a1', 'a2']);
    expect(seen.filter((one) => one.startsWith('b'))).toEqual(['b1', 'b2']);
    expect(jobs.tallies().get('work')).toMatchObject({ done: 4, failed: 2, dead: 0, running: 0 });
  });

  it('gives up after the last attempt, keeps the job with its error, and lets the next pass', async () => {
    const seen: unknown[] = [];
    const jobs = queue();
    let broken = true;
    jobs.handle({
      name: 'work',
      retries: soon,
      handle: async ({ payload }) => {
        if (payload === 'bad' && broken) throw new Error('never');
        seen.push(payload);
      },
    });
    for (const payload of ['bad', 'good']) await jobs.enqueue(store, { topic: 'work', key: 'a', payload });
    const worker = jobs.start();
    await drained();
    const [dead] = await listJobs(store, { state: 'dead', limit: 10 });
    expect(dead).toMatchObject({ payload: 'bad', attempts: 3, lastError: 'never' });
    expect(await countJobs(store)).toEqual({ dead: 1, running: 0, queued: 0, waiting: 0 });
    expect(seen).toEqual(['good']);
    broken = false;
    expect(await retryDeadJob(store, dead!.id, Date.now())).toBe(true);
    jobs.wake();
    await drained();
    await worker.stop();
    expect(seen).toEqual(['good', 'bad']);
    expect(await removeDeadJob(store, dead!.id)).toBe(false);
  });

  it('ends an attempt that never settles at its deadline, and other topics go on meanwhile', async () => {
    const seen: unknown[] = [];
    const jobs = queue();
    jobs.handle({ name: 'stuck', deadlineMs: 50, retries: { maxAttempts: 1 }, handle: () => new Promise(() => {}) });
    jobs.handle({ name: 'work', handle: async ({ payload }) => void seen.push(payload) });
    for (let n = 0; n < 6; n++) await jobs.enqueue(store, { topic: 'stuck', key: `k${n}`, payload: n });
    await jobs.enqueue(store, { topic: 'work', key: 'a', payload: 'done' });
    const worker = jobs.start();
    await drained();
    await worker.stop();
    expect(seen).toEqual(['done']);
    const dead = await listJobs(store, { state: 'dead', limit: 10 });
    expect(dead.map((job) => job.lastError)).toEqual(Array(6).fill('It took longer than 50 ms.'));
  });

  it('renews the lease of a job that runs on, so that no other process takes it', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const attempts: number[] = [];
    const long = {
      name: 'long',
      handle: async ({ attempt }: { attempt: number }) => {
        attempts.push(attempt);
        await gate;
      },
    };
    let nowMs = 1_000;
    const options = { leaseMs: 300, pollMs: 20, clock: () => nowMs };
    const queues = [queue(store, options), queue(other, options)];
    for (const one of queues) one.handle(long);
    await queues[0]?.enqueue(store, { topic: 'long', key: 'a', payload: null });
    const workers = queues.map((one) => one.start());
    const leasedUntil = async () => (await store.table(queueTable).find({ topic: 'long' }))[0]?.ownedUntilMs;
    for (let step = 0; step < 5; step += 1) {
      await expect.poll(leasedUntil).toBe(nowMs + 300);
      nowMs += 200;
    }
    open();
    await drained();
    for (const worker of workers) await worker.stop();
    expect(attempts).toEqual([1]);
  });

  it('renews a lease once at a time, so that a slow renewal does not undo a later one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let renewals = 0;
    const bound = <T extends object>(target: T, name: string | symbol): unknown => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    };
    const update = async (...[where, changes]: Parameters<Rows<QueueRow>['update']>) => {
      const isRenewal = Object.keys(changes).join() === 'ownedUntilMs';
      if (isRenewal) renewals += 1;
      if (isRenewal) await gate;
      return store.table(queueTable).update(where, changes);
    };
    const slowRows = new Proxy(store.table(queueTable), {
      get: (rows, name) => (name === 'update' ? update : bound(rows, name)),
    });
    const slow = new Proxy(store, {
      get: (target, name) => (name === 'table' ? () => slowRows : bound(target, name)),
    });
    const { promise: done, resolve: end } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const leaseMs = 600_000;
    const jobs = queue(slow, { leaseMs });
    const handle = () => {
      begin();
      return done;
    };
    jobs.handle({ name: 'long', deadlineMs: 3_600_000, handle });
    await jobs.enqueue(store, { topic: 'long', key: 'a', payload: null });
    const worker = jobs.start();
    await begun;
    for (let turn = 0; turn < 3; turn += 1) vi.advanceTimersByTime(leaseMs / 3);
    expect(renewals).toBe(1);
    open();
    await expect
      .poll(() => {
        vi.advanceTimersByTime(leaseMs / 3);
        return renewals;
      })
      .toBeGreaterThan(1);
    end();
    await drained();
    await worker.stop();
  });

  it('takes over the job of a process that ended', async () => {
    const jobs = queue();
    await jobs.enqueue(store, { topic: 'work', key: 'a', payload: 1 });
    const gone = { owner: `${processSpace}/99999999/1/x`, untilMs: Date.now() + 3_600_000 };
    expect(await claimJobs(store, { topic: 'work', limit: 5, nowMs: Date.now() }, gone)).toHaveLength(1);
    const attempts: number[] = [];
    jobs.handle({ name: 'work', retries: soon, handle: async ({ attempt }) => void attempts.push(attempt) });
    const worker = jobs.start();
    await drained();
    await worker.stop();
    expect(attempts).toEqual([2]);
  });

  it('gives back what it has begun when it is stopped, uncounted', async () => {
    const jobs = queue();
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    jobs.handle({
      name: 'work',
      handle: () => {
        resolve();
        return new Promise(() => {});
      },
    });
    await jobs.enqueue(store, { topic: 'work', key: 'a', payload: 1 });
    const worker = jobs.start();
    await begun;
    await worker.stop();
    expect(await listJobs(store, { limit: 10 })).toMatchObject([{ state: 'queued', attempts: 0, owner: '' }]);
  });
});

describe('a clock that is set', () => {
  const day = 86_400_000;
  const [hour, start] = [3_600_000, Date.parse('2026-05-05T12:00:00Z')];
  const quick = { pollMs: 20, leaseMs: 60_000 };
  const stranger = (untilMs: number) => ({ owner: 'elsewhere.example/7/1/x', untilMs });

  it.each([hour, day])(
    'back by %i ms holds up neither new jobs, nor retries, nor what waits behind them',
    async (step) => {
      let nowMs = start;
      const done: string[] = [];
      const jobs = queue(store, { ...quick, clock: () => nowMs });
      jobs.handle({
        name: 'work',
        handle: async ({ key, payload, attempt }) => {
          if (payload === 'fails once' && attempt === 1) throw new Error('not yet');
          done.push(`${key} ${payload}`);
        },
        retries: { firstDelayMs: 20_000, longestDelayMs: 20_000 },
      });
      await jobs.enqueue(store, { topic: 'work', key: 'a', payload: 'fails once' });
      await jobs.enqueue(store, { topic: 'work', key: 'a', payload: 'behind' });
      const worker = jobs.start();
      await until(() => expect(jobs.tallies().get('work')).toMatchObject({ failed: 1, running: 0 }));
      await jobs.enqueue(store, { topic: 'work', key: 'b', payload: 'before the step' }).then(() => {
        nowMs -= step;
      });
      await jobs.enqueue(store, { topic: 'work', key: 'b', payload: 'after the step' });
      jobs.wake();
      await drained();
      await worker.stop();
      expect(done.filter((one) => one.startsWith('a'))).toEqual(['a fails once', 'a behind']);
      expect(done.filter((one) => one.startsWith('b'))).toEqual(['b before the step', 'b after the step']);
    },
  );

  it('back before the process started does not hold up what was queued', async () => {
    const jobs = queue(store, { ...quick, clock: () => start - day });
    await queue(store, { clock: () => start }).enqueue(store, { topic: 'work', key: 'a', payload: 1 });
    const done: unknown[] = [];
    jobs.handle({ name: 'work', handle: async ({ payload }) => void done.push(payload) });
    const worker = jobs.start();
    await drained();
    await worker.stop();
    expect(done).toEqual([1]);
  });

  it('back lets the job of a machine that has ended be taken over after one lease', async () => {
    let aheadMs = day;
    const clock = () => Date.now() + aheadMs;
    const jobs = queue(store, { pollMs: 20, leaseMs: 500, clock });
    await jobs.enqueue(store, { topic: 'work', key: 'a', payload: 1 });
    await claimJobs(store, { topic: 'work', limit: 1, nowMs: clock() }, stranger(clock() + 500));
    aheadMs = 0;
    const attempts: number[] = [];
    jobs.handle({ name: 'work', retries: soon, handle: async ({ attempt }) => void attempts.push(attempt) });
    const worker = jobs.start();
    await drained();
    await worker.stop();
    expect(attempts).toEqual([2]);
  });

  it('forward by a day does not take running jobs from processes that renew their leases', async () => {
    // Leases are renewed when the test says so, long before the time of one has passed.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const leaseMs = 600_000;
    let nowMs = start;
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const attempts: number[] = [];
    const asked = [0, 0];
    const queues = [store, other].map((of, at) => {
      const clock = () => {
        asked[at]! += 1;
        return nowMs;
      };
      return queue(of, { ...quick, leaseMs, clock });
    });
    for (const one of queues)
      one.handle({
        name: 'long',
        handle: async ({ attempt }) => {
          attempts.push(attempt);
          await gate;
        },
      });
    await queues[0]!.enqueue(store, { topic: 'long', key: 'a', payload: null });
    const workers = queues.map((one) => one.start());
    await expect.poll(() => attempts).toEqual([1]);
    nowMs += day;
    // Each look asks the clock at its beginning: one has ended then that began after the step.
    const before = [...asked];
    await expect.poll(() => asked.every((times, at) => times > before[at]! + 4)).toBe(true);
    vi.advanceTimersByTime(leaseMs / 3);
    const leasedUntil = async () => (await store.table(queueTable).find({ topic: 'long' }))[0]?.ownedUntilMs;
    await expect.poll(leasedUntil).toBe(nowMs + leaseMs);
    open();
    await drained();
    for (const worker of workers) await worker.stop();
    expect(attempts).toEqual([1]);
  });
});
