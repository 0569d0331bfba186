import { describe, expect, it } from 'vitest';
import { firstFree } from './slug.ts';

describe('firstFree', () => {
  it.each([0, 1, 2, 5, 12, 13, 14, 24, 25, 100, 4096, 100_000])(
    'finds the number after %i taken ones, with few questions',
    async (last) => {
      for (const start of [0, 1, 2]) {
        let asked = 0;
        const found = await firstFree(start, async (n) => {
          asked++;
          return n > last;
        });
        expect(found).toBe(Math.max(start, last + 1));
        expect(asked).toBeLessThan(50);
      }
    },
  );

  it('takes an early gap', async () => {
    expect(await firstFree(2, async (n) => n === 5 || n > 9)).toBe(5);
  });
});
