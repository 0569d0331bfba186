import { describe, expect, it } from 'vitest';
import { createFairScheduler, type TurnRequest, usualTurnLimits } from './fair-scheduler.ts';

const turn = () => new Promise<void>((next) => setImmediate(next));

/** A queue, what has started and what was refused, and requests by name. */
function queueOf(limits: Partial<typeof usualTurnLimits> = {}) {
  const queue = createFairScheduler({ ...usualTurnLimits, ...limits });
  const started: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, request: Partial<TurnRequest> = {}) =>
    queue.add({
      network: 'a',
      isSlow: false,
      start: () => {
        started.push(name);
        return new Promise((end) => ends.set(name, end));
      },
      refuse: (why) => refused.push(`${name}: ${why}`),
      isGone: () => false,
      ...request,
    });
  return { queue, add, started, refused, end: (name: string) => ends.get(name)?.() };
}

describe('requests that are not cached', () => {
  it('start at once where nothing else does, and then one per turn', async () => {
    const { add, started } = queueOf();
    for (const name of ['1', '2', '3']) add(name);
    expect(started).toEqual(['1']);
    await turn();
    expect(started).toEqual(['1', '2']);
    await turn();
    expect(started).toEqual(['1', '2', '3']);
  });

  it('of one network do not keep another waiting', async () => {
    const { add, started } = queueOf();
    for (let n = 0; n < 50; n++) add(`many ${n}`);
    add('one', { network: 'b' });
    for (let n = 0; n < 3; n++) await turn();
    expect(started).toContain('one');
  });

  it('go before slow ones, of which a few run at a time and none waits for ever', async () => {
    const { add, started, end } = queueOf({ slowRunning: 1, quickInARow: 2 });
    add('slow 1', { isSlow: true });
    add('slow 2', { isSlow: true });
    for (let n = 1; n <= 4; n++) add(`quick ${n}`);
    for (let n = 0; n < 3; n++) await turn();
    expect(started).toEqual(['slow 1', 'quick 1', 'quick 2', 'quick 3']);
    end('slow 1');
    for (let n = 0; n < 3; n++) await turn();
    expect(started.slice(4)).toEqual(['slow 2', 'quick 4']);
  });

  it('are refused where too many wait, of a network or of all', async () => {
    const { add, refused, queue } = queueOf({ waitingPerNetwork: 2, waiting: 3 });
    for (let n = 0; n < 5; n++) add(`a${n}`);
    add('b', { network: 'b' });
    add('c', { network: 'c' });
    expect(refused).toEqual(['a3: network', 'a4: network', 'c: all']);
    expect(queue.count().waiting).toBe(3);
    for (let n = 0; n < 4; n++) await turn();
    expect(queue.count()).toEqual({ waiting: 0, slowRunning: 0 });
  });

  it('are dropped when nobody waits for them any more, and cost no turn', async () => {
    const { add, started } = queueOf();
    add('1');
    add('gone', { isGone: () => true });
    add('3');
    await turn();
    expect(started).toEqual(['1', '3']);
  });
});
