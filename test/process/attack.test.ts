import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAttack, visitAt } from '../support/attack.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({ env: { PLATEN_ADMIN_PASSWORD: 'pw', PLATEN_LOG_LEVEL: 'error' } });
});
afterAll(() => server.stop());

/** Coarse, for machines that do other work meanwhile; `bench/attack.ts` measures what visitors really notice. */
const longestWaitMs = 30_000;

it('visitors are all answered while fifty connections attack', async () => {
  const attack = await startAttack(server.url, 50);
  const visits = await visitAt(server.url, 20, 6);
  const sent = await attack.stop();
  expect(visits.answered).toBe(visits.asked);
  expect(visits.p99).toBeLessThan(longestWaitMs);
  expect(Object.keys(sent)).toEqual(expect.arrayContaining(['hostile body', 'wrong log-in', 'slow body', 'search']));
  expect(server.child.exitCode).toBeNull();
}, 180_000);
