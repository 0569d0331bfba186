import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

test('never runs more than it may, in order, and goes on after a failure', async () => {
  const queue = createWorkQueue(2);
  const finished: number[] = [];
  let running = 0;
  let most = 0;
  const piece = (n: number) => async () => {
    running += 1;
    most = Math.max(most, running);
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
