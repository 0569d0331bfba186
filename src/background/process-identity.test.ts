import { expect, it } from 'vitest';
import { isDeadOwner, processSpace, workerIdentity } from './lease.ts';

const [, , started] = workerIdentity().split('/');

it.each([
  ['itself', workerIdentity(), false],
  ['another worker of this process', workerIdentity(), false],
  ['an earlier process with the same id', `${processSpace}/${process.pid}/1000000/x`, true],
  ['one with the same id that began a moment earlier', `${processSpace}/${process.pid}/${Number(started) - 1}/x`, true],
  ['a process that runs', `${processSpace}/${process.ppid}/1000000/x`, false],
  ['a process that is gone', `${processSpace}/99999999/1000000/x`, true],
  ['another machine or container of the same name', `${processSpace.slice(0, -1)}x/99999999/1000000/x`, false],
  ['another machine', 'elsewhere.example/99999999/1000000/x', false],
  ['nonsense of this machine', `${processSpace}/zero/x`, true],
])('%s', (_, owner, dead) => expect(isDeadOwner(owner)).toBe(dead));
