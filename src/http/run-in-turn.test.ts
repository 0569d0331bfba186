import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFairScheduler, usualTurnLimits } from '../limits/fair-scheduler.ts';
import { runInTurn } from './run-in-turn.ts';

const quick = { address: '192.0.2.1', isSlow: false };

describe('work in turn', () => {
  it('runs one at a time with what comes from elsewhere, and gives its result or its failure', async () => {
    const turns = createFairScheduler();
    const order: string[] = [];
    const step = (name: string) => runInTurn(turns, quick, async () => order.push(name));
    const steps = Promise.all([step('1'), step('2'), step('3')]);
    const failing = runInTurn(turns, quick, () => Promise.reject(new Error('none')));
    expect(order).toEqual(['1']);
    await expect(failing).rejects.toThrow('none');
    expect(await steps).toEqual([1, 2, 3]);
    expect(order).toEqual(['1', '2', '3']);
  });

  it('is refused where too many of its network wait', async () => {
    const turns = createFairScheduler({ ...usualTurnLimits, waitingPerNetwork: 1 });
    const works = Array.from({ length: 3 }, () => runInTurn(turns, quick, async () => 'done'));
    const [one, two, three] = await Promise.allSettled(works);
    expect([one, two]).toEqual(Array(2).fill({ status: 'fulfilled', value: 'done' }));
    expect(three).toMatchObject({ reason: { code: 'rest_too_many_requests', headers: { 'Retry-After': '2' } } });
  });

  it('keeps its own surroundings, such as a transaction, and nobody else gets into them', async () => {
    const surroundings = new AsyncLocalStorage<string>();
    const turns = createFairScheduler();
    const seen: (string | undefined)[] = [];
    const look = async () => void seen.push(surroundings.getStore());
    const add = (name: string) => surroundings.run(name, () => runInTurn(turns, quick, look));
    const works = [add('one'), add('two')];
    turns.add({ network: 'b', isSlow: false, start: look, refuse: () => {}, isGone: () => false });
    await Promise.all(works);
    await nextTurn();
    expect(seen).toEqual(['one', 'two', undefined]);
  });
});
