import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { isDeadOwner, workerIdentity } from './worker-identity.ts';

const self = workerIdentity();

test.each([
  ['itself', self, false],
  ['an earlier process with the same id', `${hostname()}/${process.pid}/earlier`, true],
  ['a process that runs', `${hostname()}/${process.ppid}/x`, false],
  ['a process that is gone', `${hostname()}/99999999/x`, true],
  ['another machine', `elsewhere.example/99999999/x`, false],
  ['nonsense of this machine', `${hostname()}/zero/x`, true],
])('%s', (_, owner, dead) => expect(isDeadOwner(owner, self)).toBe(dead));
