import { expect, it } from 'vitest';
import { claimJobs, enqueueJob, failQueueJob } from '../../src/background/queue-jobs.ts';
import { queueCommands } from '../../src/cli/queue.ts';
import { readConfig } from '../../src/config/config.ts';
import { runOnStore } from '../support/run-command.ts';
import { testStore } from '../support/test-store.ts';

const store = testStore();
const config = readConfig({ flags: {}, env: {} });
const run = (name: string, operands: Record<string, string> = {}, flags: Record<string, string> = {}) =>
  runOnStore(queueCommands, name, { operands, flags }, { store: store(), config, clock: () => 5_000 });

it('the commands of the queue show jobs, and repeat or remove dead ones', async () => {
  const id = await enqueueJob(store(), { topic: 'mail', key: 'post:1', payload: { n: 1 } }, 1_000);
  await enqueueJob(store(), { topic: 'mail', key: 'post:1', payload: { n: 2 } }, 1_000);
  const die = async () => {
    const lease = { owner: 'me', untilMs: 9_000 };
    for (const job of await claimJobs(store(), { topic: 'mail', limit: 1, nowMs: 6_000 }, lease))
      await failQueueJob(store(), job, { error: 'No\nluck.', retryAtMs: null }, 6_000);
  };
  await die();
  expect(await run('queue status')).toBe('dead     1\nrunning  0\nqueued   1\nwaiting  0');
  expect(await run('queue list', {}, { state: 'dead' })).toBe(`${id}\tdead\tmail\tpost:1\t1 failed\t-\tNo luck.`);
  expect(JSON.parse(await run('queue show', { id: String(id) }))).toMatchObject({ payload: { n: 1 }, state: 'dead' });
  expect(await run('queue retry', { id: String(id) })).toBe(`Job ${id} is queued again.`);
  expect(await run('queue list', {}, { topic: 'mail' })).toMatch(/waiting.*\n.*queued/);
  await die();
  await die();
  expect(await run('queue remove', { id: 'all' })).toBe('2 jobs are removed.');
  expect(await run('queue list')).toBe('There are no such jobs.');
});

it.each([
  ['queue list', {}, { state: 'lost' }, /There is no state "lost"/],
  ['queue show', { id: '7' }, {}, /There is no job 7/],
  ['queue retry', { id: 'x' }, {}, /"x" is not the number of a job/],
  ['queue remove', { id: '7' }, {}, /There is no dead job 7/],
])('%s says what is wrong', async (name, operands, flags, message) => {
  await expect(run(name, operands as Record<string, string>, flags as Record<string, string>)).rejects.toThrow(message);
});
