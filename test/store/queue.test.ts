import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { processSpace } from '../../src/jobs/process-identity.ts';
import { createQueue, type Queue, type QueueOptions } from '../../src/queue/queue.ts';
import { countJobs, listJobs, removeDeadJob, retryDeadJob } from '../../src/queue/queue-inspection.ts';
import { claimJobs } from '../../src/queue/queue-jobs.ts';
import { queueTable } from '../../src/queue/queue-table.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { OpenStore } from '../../src/storage/store.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

let database: FreshDatabase;
let store: OpenStore;
let other: OpenStore;
beforeAll(async () => {
  database = await freshDatabase();
  [store, other] = [await openStore({ url: database.url }), await openStore({ url: database.url })];
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

const failures: unknown[] = [];
const queue = (of: OpenStore = store, more: Partial<QueueOptions> = {}): Queue =>
  createQueue({ store: of, clock: Date.now, report: (error) => failures.push(error), pollMs: 200, ...more });
const soon = { firstDelayMs: 1, longestDelayMs: 1, maxAttempts: 3 };
const until = (what: () => unknown) => vi.waitFor(what, { timeout: 30_000, interval: 10 });
const drained = () =>
  until(async () =>
    expect(await store.table(queueTable).count({ state: { in: ['queued', 'waiting', 'running'] } })).toBe(0),
  );

describe('the durable queue', () => {
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
