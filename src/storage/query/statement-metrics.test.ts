import { expect, it } from 'vitest';
import { SlowStatements } from './statement-metrics.ts';

it('keeps statements that took long, the slowest first, each text once', () => {
  const slow = new SlowStatements();
  slow.note('select quick', 199);
  slow.note('select a', 300.4);
  slow.note('select b', 900);
  slow.note('select a', 250);
  expect(slow.list()).toEqual([
    { sql: 'select b', count: 1, longestMs: 900 },
    { sql: 'select a', count: 2, longestMs: 300 },
  ]);
});

it('keeps twenty, and of more the slowest', () => {
  const slow = new SlowStatements();
  for (let n = 1; n <= 50; n += 1) slow.note(`select ${n}`, 1000 + n);
  const kept = slow.list();
  expect(kept).toHaveLength(20);
  expect(kept[0]?.sql).toBe('select 50');
  expect(kept.at(-1)?.sql).toBe('select 31');
});
