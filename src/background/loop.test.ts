import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createJobs, warningJobs } from '../lib/jobs.ts';
import { type Loop, type LoopOptions, type Sleep, startLoop } from './loop.ts';

/** A timer that records every pause and ends it when the test says so. */
function manualTimer() {
  const pauses: number[] = [];
  let elapse = () => {};
  const sleep: Sleep = (ms, signal) => {
    pauses.push(ms);
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    elapse = resolve;
    return promise;
  };
  /** Ends the pause and runs everything up to the next one. */
  const pass = async () => {
    elapse();
    await setImmediate();
  };
  return { pauses, sleep, pass };
}

function start(options: Partial<LoopOptions> & Pick<LoopOptions, 'round'>) {
  const timer = manualTimer();
  const errors: unknown[] = [];
  const loop: Loop = startLoop({
    everyMs: 1_000,
    jitter: 0,
    job: createJobs((_, error) => errors.push(error), Date.now).of('queue'),
    sleep: timer.sleep,
    ...options,
  });
  return { ...timer, loop, errors };
}

describe('a loop', () => {
  it('runs a round at once and one after every pause', async () => {
    let rounds = 0;
    const { loop, pauses, pass } = start({ round: async () => void rounds++ });
    await setImmediate();
    expect([rounds, pauses]).toEqual([1, [1_000]]);
    await pass();
    expect([rounds, pauses]).toEqual([2, [1_000, 1_000]]);
    await loop.stop();
    expect(rounds).toBe(2);
  });

  it('can pause before its first round', async () => {
    let rounds = 0;
    const { loop, pauses, pass } = start({ firstAfterMs: 300, round: async () => void rounds++ });
    await setImmediate();
    expect([rounds, pauses]).toEqual([0, [300]]);
    await pass();
    expect(rounds).toBe(1);
    await loop.stop();
  });

  it('stopped before its first round runs none', async () => {
    let rounds = 0;
    const { loop } = start({ firstAfterMs: 300, round: async () => void rounds++ });
    await loop.stop();
    expect(rounds).toBe(0);
  });

  it('pauses until the next round is due, but never longer than it may, and not at all where more is left', async () => {
    const due = [400, 5_000, 0, Number.POSITIVE_INFINITY];
    const { loop, pauses, pass } = start({ round: async () => due.shift() ?? 1 });
    await setImmediate();
    await pass();
    await pass();
    expect(pauses).toEqual([400, 1_000, 1_000]);
    await loop.stop();
  });

  it('reports a round that fails, and goes on', async () => {
    let rounds = 0;
    const { loop, errors, pauses, pass } = start({
      round: async () => {
        if (++rounds === 1) throw new Error('down');
      },
    });
    await setImmediate();
    await pass();
    expect([rounds, errors, pauses]).toEqual([2, [new Error('down')], [1_000, 1_000]]);
    await loop.stop();
  });

  it('woken in a pause starts a round, woken in a round starts another right after it', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let rounds = 0;
    const { loop } = start({
      round: async () => {
        if (++rounds === 2) await held;
      },
    });
    await setImmediate();
    loop.wake();
    await setImmediate();
    expect(rounds).toBe(2);
    loop.wake();
    release();
    await setImmediate();
    expect(rounds).toBe(3);
    await setImmediate();
    expect(rounds).toBe(3);
    await loop.stop();
  });

  it('stops only after the running round, which is told', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const events: string[] = [];
    const { loop } = start({
      round: async (stopping) => {
        stopping.addEventListener('abort', () => events.push('told'));
        await held;
        events.push('finished');
      },
    });
    const stopped = loop.stop().then(() => events.push('stopped'));
    await setImmediate();
    expect(events).toEqual(['told']);
    release();
    await stopped;
    expect(events).toEqual(['told', 'finished', 'stopped']);
  });

  it('asked for what is due runs a round once the longest pause has passed by its clock', async () => {
    let [now, rounds] = [0, 0];
    const { loop } = start({ firstAfterMs: 300, clock: () => now, round: async () => void rounds++ });
    await loop.runDue?.();
    expect(rounds).toBe(0);
    now = 1_000;
    await loop.runDue?.();
    await loop.runDue?.();
    expect(rounds).toBe(1);
    await loop.stop();
  });

  it('leaves a share of the pause to chance, never more than that', async () => {
    const { loop, pauses, pass } = start({ jitter: 0.2, round: async () => {} });
    await setImmediate();
    for (let n = 0; n < 100; n++) await pass();
    await loop.stop();
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1_000);
    expect(new Set(pauses).size).toBeGreaterThan(50);
  });

  it('waits by the real timer unless given another', async () => {
    const { promise: third, resolve } = Promise.withResolvers<void>();
    let rounds = 0;
    const loop = startLoop({
      everyMs: 1,
      job: warningJobs.of('queue'),
      round: async () => {
        if (++rounds === 3) resolve();
      },
    });
    await third;
    await loop.stop();
    expect(rounds).toBeGreaterThanOrEqual(3);
  });
});
