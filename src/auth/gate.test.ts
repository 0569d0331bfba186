import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';

function latch() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a gate', () => {
  it('runs so many at a time, lets so many wait and turns the rest away', async () => {
    const gate = createGate({ running: 2, waiting: 1 });
    const { open, opened } = latch();
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await opened;
      running--;
      return 'done';
    };
    const passed = [gate.pass(work), gate.pass(work), gate.pass(work)];
    expect(gate.pass(work)).toBeNull();
    open();
    expect(await Promise.all(passed)).toEqual(['done', 'done', 'done']);
    expect(most).toBe(2);
  });

  it('opens again after work that failed', async () => {
    const gate = createGate({ running: 1, waiting: 0 });
    await expect(gate.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await gate.pass(async () => 'yes')).toBe('yes');
  });
});
