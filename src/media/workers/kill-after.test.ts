import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { killAfter } from './kill-after.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A process that waits for a processor for this share of the time. */
function starved(share: number) {
  const begun = performance.now();
  const child = { pid: 1, kill: vi.fn(() => true) };
  return { child, waited: () => new Map([['1', (performance.now() - begun) * share]]) };
}

it('a process that works is killed at its deadline', () => {
  const { child, waited } = starved(0);
  killAfter(child, 1000, waited);
  vi.advanceTimersByTime(999);
  expect(child.kill).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect(child.kill).toHaveBeenCalledWith('SIGKILL');
});

it('one that gets half a processor has twice the time', () => {
  const { child, waited } = starved(0.5);
  killAfter(child, 1000, waited);
  vi.advanceTimersByTime(1900);
  expect(child.kill).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(child.kill).toHaveBeenCalledWith('SIGKILL');
});

it('what other threads waited before, for other files, does not hide that one waits now', () => {
  const { child, waited } = starved(0.5);
  killAfter(child, 1000, () => new Map([...waited(), ['2', 50_000]]));
  vi.advanceTimersByTime(1900);
  expect(child.kill).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(child.kill).toHaveBeenCalledWith('SIGKILL');
});

it('one that gets none is killed in the end', () => {
  const { child, waited } = starved(1);
  killAfter(child, 1000, waited);
  vi.advanceTimersByTime(3900);
  expect(child.kill).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(child.kill).toHaveBeenCalledWith('SIGKILL');
});

it('one that has answered is left alone', () => {
  const { child, waited } = starved(0);
  killAfter(child, 1000, waited).cancel();
  vi.advanceTimersByTime(10_000);
  expect(child.kill).not.toHaveBeenCalled();
});
