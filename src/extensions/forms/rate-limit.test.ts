import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

test('five a minute per address and form, and it says how long to wait', () => {
  const limit = createRateLimit();
  for (let n = 0; n < 5; n++) expect(limit.take('192.0.2.1', 7, n * 1_000)).toBe(0);
  expect(limit.take('192.0.2.1', 7, 10_000)).toBe(50);
  expect(limit.take('192.0.2.2', 7, 10_000)).toBe(0);
  expect(limit.take('192.0.2.1', 8, 10_000)).toBe(0);
  expect(limit.take('192.0.2.1', 7, 60_000)).toBe(0);
});

test('thirty an hour', () => {
  const limit = createRateLimit();
  const granted = Array.from({ length: 100 }, (_, n) => limit.take('192.0.2.1', 7, n * 30_000)).filter(
    (wait) => wait === 0,
  );
  expect(granted).toHaveLength(30);
});

test('a ceiling for everyone together', () => {
  const limit = createRateLimit();
  const granted = Array.from({ length: 1_000 }, (_, n) => limit.take(`192.0.2.${n}`, 7, 0)).filter(
    (wait) => wait === 0,
  );
  expect(granted).toHaveLength(600);
});
