import { describe, expect, it } from 'vitest';
import { createBodyMemoryLimit } from './body-memory-limit.ts';

const limits = { bytes: 100, bytesPerNetwork: 60, waiting: 3, milliseconds: 60_000 };
const refusal = { code: 'rest_bodies_waiting', status: 503, headers: { 'Retry-After': '2' } };

/** Whether a promise is settled by now. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise(setImmediate);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('room for large bodies', () => {
  it('is given to whoever fits, and to the next one when it is given back', async () => {
    const room = createBodyMemoryLimit(limits);
    const leave = await room.enter('a', 60);
    await room.enter('b', 40);
    const next = room.enter('c', 30);
    expect(await isDone(next)).toBe(false);
    leave();
    expect(await isDone(next)).toBe(true);
  });

  it('one network takes its share only, and holds up no other', async () => {
    const room = createBodyMemoryLimit(limits);
    const leave = await room.enter('a', 50);
    const own = room.enter('a', 20);
    const other = room.enter('b', 40);
    expect(await Promise.all([own, other].map(isDone))).toEqual([false, true]);
    leave();
    expect(await isDone(own)).toBe(true);
  });

  it('a body larger than the room has it to itself', async () => {
    const room = createBodyMemoryLimit(limits);
    const leave = await room.enter('a', 500);
    const next = room.enter('b', 1);
    expect(await isDone(next)).toBe(false);
    leave();
    expect(await isDone(next)).toBe(true);
  });

  it('a large one that came first is not passed for ever', async () => {
    const room = createBodyMemoryLimit(limits);
    const leave = await room.enter('a', 60);
    const large = room.enter('b', 60);
    const small = room.enter('c', 10);
    expect(await Promise.all([large, small].map(isDone))).toEqual([false, false]);
    leave();
    expect(await Promise.all([large, small].map(isDone))).toEqual([true, true]);
  });

  it('a line that is full, or too slow, is refused', async () => {
    const room = createBodyMemoryLimit({ ...limits, waiting: 1, milliseconds: 5 });
    await room.enter('a', 60);
    const [late, tooMany] = await Promise.allSettled([room.enter('b', 60), room.enter('c', 60)]);
    expect([late, tooMany]).toMatchObject([{ reason: refusal }, { reason: refusal }]);
    expect(await isDone(room.enter('c', 40))).toBe(true);
  });
});
