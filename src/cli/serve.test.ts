import { expect, it } from 'vitest';
import { replacementPauseMs } from './serve.ts';

it('replaces a worker soon, and later each time if the ones before it ended at once', () => {
  expect([0, 1, 2, 5, 6, 7, 2_000].map(replacementPauseMs)).toEqual([
    500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});
