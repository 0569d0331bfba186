import { expect, it } from 'vitest';
import { isFree, processSpace, workerIdentity } from './lease.ts';

it.each([
  ['held by nobody', { owner: '', untilMs: 2_000 }, true],
  ['held by a living worker', { owner: workerIdentity(), untilMs: 1_000 }, false],
  ['held by another machine', { owner: 'elsewhere.example/1/1/x', untilMs: 1_000 }, false],
  ['run out', { owner: workerIdentity(), untilMs: 999 }, true],
  ['held by a process that is gone', { owner: `${processSpace}/99999999/1/x`, untilMs: 2_000 }, true],
])('%s', (_, lease, free) => expect(isFree(lease, 1_000)).toBe(free));
