import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createJobs } from '../../../lib/jobs.ts';
import { TriggerSetup } from './triggers.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const busy = Object.assign(new Error('locked'), { code: 'ER_LOCK_WAIT_TIMEOUT' });

it('that fails in the background is reported and tried again, once at a time, until it is done', async () => {
  const reported: unknown[] = [];
  const outcomes: (Error | null)[] = [busy, busy, new TypeError('a fault of the program'), null];
  const setup = new TriggerSetup(createJobs((_, error) => reported.push(error), Date.now).of('triggers'), async () => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
  });
  await setup.start();
  expect(setup.isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([setup.isDone, reported]).toEqual([false, [busy]]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([setup.isDone, reported]).toEqual([false, [busy, new TypeError('a fault of the program')]]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([setup.isDone, reported.length]).toEqual([true, 2]);
  expect(vi.getTimerCount()).toBe(0);
  await setup.close();
});
