import { describe, expect, it } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

/** Tasks that count how many of them run at once and end when released. */
function countedWork() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const seen = { running: 0, most: 0 };
  const work = async () => {
    seen.most = Math.max(seen.most, ++seen.running);
    await released;
    seen.running--;
    return 'done';
  };
  return { work, release, seen };
}

describe('a work queue', () => {
  it('never runs more than it may, in order, and goes on after a failure', async () => {
    const queue = createWorkQueue({ running: 2 });
    const finished: number[] = [];
    let running = 0;
    let most = 0;
    const piece = (n: number) => async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      finished.push(n);
      if (n === 3) throw new Error('piece 3');
      return n;
    };
    const results = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => queue.run(piece(n))));
    expect(most).toBe(2);
    expect(finished).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('says that it is full while so many run and so many wait', async () => {
    const queue = createWorkQueue({ running: 2, waiting: 1 });
    const { work, release, seen } = countedWork();
    const fullAfter: boolean[] = [];
    const results = Array.from({ length: 3 }, () => {
      const result = queue.run(work);
      fullAfter.push(queue.isFull);
      return result;
    });
    expect(fullAfter).toEqual([false, false, true]);
    release();
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
    expect([queue.isFull, seen.most]).toEqual([false, 2]);
  });

  it('lets nobody slip in between work that ends and the one that waits', async () => {
    const queue = createWorkQueue({ running: 1 });
    const { work, release, seen } = countedWork();
    const runs: Promise<unknown>[] = [queue.run(async () => {}), queue.run(work)];
    // New tasks arrive at every promise step between the end of the first and the start of the second.
    for (let step = 0; step < 10; step++) {
      runs.push(queue.run(work));
      await Promise.resolve();
    }
    release();
    await Promise.all(runs);
    expect(seen.most).toBe(1);
  });
});
