import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { isDeadOwner, workerIdentity } from './process-identity.ts';

const [, , started] = workerIdentity().split('/');

it.each([
  ['itself', workerIdentity(), false],
  ['another worker of this process', workerIdentity(), false],
  ['an earlier process with the same id', `${hostname()}/${process.pid}/1000000/x`, true],
  ['one with the same id that began a moment earlier', `${hostname()}/${process.pid}/${Number(started) - 1}/x`, true],
  ['a process that runs', `${hostname()}/${process.ppid}/1000000/x`, false],
  ['a process that is gone', `${hostname()}/99999999/1000000/x`, true],
  ['another machine', 'elsewhere.example/99999999/1000000/x', false],
  ['nonsense of this machine', `${hostname()}/zero/x`, true],
])('%s', (_, owner, dead) => expect(isDeadOwner(owner)).toBe(dead));
