import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWatched, type Watch } from '../fuzz/world/watched-server.ts';
import { startAttack, visitAt } from '../support/attack/attack.ts';
import { attackKinds } from '../support/attack/attack-kinds.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/server-process.ts';

const folder = await temporaryFolder();
let watch: Watch;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const env = { PLATEN_DATA_DIR: folder.path, PLATEN_PORT: String(port), PLATEN_ADMIN_PASSWORD: 'pw' };
  watch = await startWatched({ ...env, PLATEN_LOG_LEVEL: 'error', PLATEN_DRAIN_SECONDS: '0' }, `${url}/readyz`);
});
afterAll(async () => {
  await watch.stop();
  await folder.remove();
});

/**
 * Most processor time of the main thread in one turn of the event loop, whoever takes part in it; coarse, since code
 * that runs for the first time is slow. How long visitors wait depends on the machine: `bench/attack.ts` measures it.
 */
const mostHoldMs = 250;

it('visitors are all answered while fifty connections attack, and no turn of the event loop is long', async () => {
  await visitAt(url, 20, 1);
  const attack = await startAttack(url, 50);
  let visits = { asked: 0, answered: -1 };
  const hold = await watch.holdDuring(async () => {
    visits = await visitAt(url, 20, 6);
  });
  const sent = await attack.stop();
  expect(visits.answered).toBe(visits.asked);
  expect(hold).toBeLessThan(mostHoldMs);
  expect(Object.keys(sent)).toEqual(expect.arrayContaining(attackKinds));
  expect(watch.isDead()).toBe(false);
});
