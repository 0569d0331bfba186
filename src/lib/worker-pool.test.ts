import { afterEach, describe, expect, it } from 'vitest';
import type { TestTask } from './worker-pool.test-support.ts';
import { createWorkerPool, type PoolOptions, type WorkerPool } from './worker-pool.ts';

let open: WorkerPool<TestTask, string>[] = [];
afterEach(async () => {
  await Promise.all(open.map((pool) => pool.close()));
  open = [];
});

function pool(more: Partial<PoolOptions> = {}): WorkerPool<TestTask, string> {
  const made = createWorkerPool<TestTask, string>({
    body: new URL('./worker-pool.test-support.ts', import.meta.url),
    size: 1,
    mostWaiting: 10,
    deadlineMs: 300_000,
    idleMs: 60_000,
    memoryMegabytes: 64,
    ...more,
  });
  open.push(made);
  return made;
}

describe('a pool of threads', () => {
  it('gives each task its own result', async () => {
    const two = pool({ size: 2 });
    const said = await Promise.all(['a', 'b', 'c', 'd'].map((say) => two.run({ say })));
    expect(said).toEqual(['a', 'b', 'c', 'd']);
  });

  it('leaves the event loop to others', async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    expect(await pool().run({ spin: 200 })).toBe('spun');
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(1);
  });

  it('tells of a task that fails, and goes on', async () => {
    const one = pool();
    await expect(one.run({ fail: 'no such thing' })).rejects.toMatchObject({ failure: 'failed' });
    await expect(one.run({ fail: 'no such thing' })).rejects.toThrow('no such thing');
    expect(await one.run({ say: 'still here' })).toBe('still here');
  });

  it('starts another thread where one ended', async () => {
    const one = pool();
    await expect(one.run({ exit: 3 })).rejects.toMatchObject({ failure: 'closed' });
    expect(await one.run({ say: 'new' })).toBe('new');
  });

  it('ends a thread that takes more memory than it has, and no other', async () => {
    const one = pool();
    await expect(one.run({ hoard: true })).rejects.toMatchObject({ failure: 'failed' });
    expect(await one.run({ say: 'new' })).toBe('new');
  });

  it('ends a task that misses the deadline, and gives up one that waited too long', async () => {
    const one = pool({ deadlineMs: 1_500 });
    const [long, behind] = await Promise.allSettled([one.run({ spin: 60_000 }), one.run({ spin: 60_000 })]);
    expect([long, behind]).toMatchObject([{ reason: { failure: 'late' } }, { reason: { failure: 'late' } }]);
  });

  it('takes no more than it can serve', async () => {
    const one = pool({ mostWaiting: 2 });
    const asked = [1, 2, 3, 4].map(() => one.run({ spin: 50 }));
    await expect(asked.at(-1)).rejects.toMatchObject({ failure: 'busy' });
    expect(await Promise.all(asked.slice(0, 3))).toEqual(['spun', 'spun', 'spun']);
  });

  it('tells whoever waits when it is closed, and takes nothing after that', async () => {
    const one = pool();
    const waiting = Promise.allSettled([one.run({ spin: 60_000 }), one.run({ say: 'never' })]);
    await one.close();
    expect(await waiting).toMatchObject([{ reason: { failure: 'closed' } }, { reason: { failure: 'closed' } }]);
    await expect(one.run({ say: 'late' })).rejects.toMatchObject({ failure: 'closed' });
  });

  it('ends threads that have nothing to do', async () => {
    const kept = pool();
    const ended = pool({ idleMs: 20 });
    for (const one of [kept, ended]) expect(await one.run({ count: true })).toBe('1');
    await expect.poll(() => ended.run({ count: true }), { interval: 200 }).toBe('1');
    expect(await kept.run({ count: true })).toBe('2');
  });
});
