import { describe, expect, it } from 'vitest';
import { WriteLock } from './sqlite-driver.ts';

describe('WriteLock', () => {
  it('lets writers in one at a time, in the order they came', async () => {
    const lock = new WriteLock(60_000);
    const seen: string[] = [];
    const work = async (name: string) => {
      const leave = await lock.acquire();
      seen.push(`${name} in`);
      await new Promise((resolve) => setTimeout(resolve, 2));
      seen.push(`${name} out`);
      leave();
    };
    await Promise.all(['a', 'b', 'c'].map(work));
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('tells who waits too long, and lets the next one in', async () => {
    const lock = new WriteLock(10);
    const leave = await lock.acquire();
    await expect(lock.acquire()).rejects.toMatchObject({ failure: 'busy' });
    const next = lock.acquire();
    leave();
    (await next)();
    (await lock.acquire())();
  });
});
