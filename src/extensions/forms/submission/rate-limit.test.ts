import { expect, it } from 'vitest';
import { memoryLimiters } from '../../../limits/limiters.ts';
import { createRateLimit } from './forms-context.ts';

/** The limit, called at a time that the test sets. */
function limitAt() {
  let nowMs = 0;
  const limit = createRateLimit(memoryLimiters(() => nowMs));
  return (address: string, formId: number, atMs: number) => {
    nowMs = atMs;
    return limit.take(address, formId);
  };
}

it('five a minute per address and form, and it says how long to wait', async () => {
  const take = limitAt();
  for (let n = 0; n < 5; n++) expect(await take('192.0.2.1', 7, n * 1_000)).toBe(0);
  expect(await take('192.0.2.1', 7, 10_000)).toBe(50);
  expect(await take('192.0.2.2', 7, 10_000)).toBe(0);
  expect(await take('192.0.2.1', 8, 10_000)).toBe(0);
  expect(await take('192.0.2.1', 7, 60_000)).toBe(0);
  expect(await take('192.0.2.1', 7, 60_000)).toBe(1);
});

it('thirty an hour', async () => {
  const take = limitAt();
  let granted = 0;
  for (let n = 0; n < 100; n++) if ((await take('192.0.2.1', 7, n * 30_000)) === 0) granted++;
  expect(granted).toBe(30);
});

it('a ceiling for everyone together', async () => {
  const take = limitAt();
  let granted = 0;
  for (let n = 0; n < 1_000; n++) if ((await take(`192.0.2.${n}`, 7, 0)) === 0) granted++;
  expect(granted).toBe(600);
});
