import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWatched, type Watch } from '../fuzz/world/watched-server.ts';
import { visitAt } from '../support/attack/attack.ts';
import { freePort } from '../support/free-port.ts';
import { pngBomb } from '../support/png-bomb.ts';
import { temporaryFolder } from '../support/server-process.ts';

const folder = await temporaryFolder();
const authorization = `Basic ${Buffer.from('admin:pw').toString('base64')}`;
let watch: Watch;
let origin: string;
beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const env = { PLATEN_DATA_DIR: folder.path, PLATEN_PORT: String(port), PLATEN_ADMIN_PASSWORD: 'pw' };
  const quiet = { PLATEN_LOG_LEVEL: 'error', PLATEN_DRAIN_SECONDS: '0', PLATEN_BASIC_ACCOUNT_PASSWORD: 'on' };
  watch = await startWatched({ ...env, ...quiet }, `${origin}/readyz`);
});
afterAll(async () => {
  await watch.stop();
  await folder.remove();
});

/** As in the test of other attacks: how long visitors wait depends on the machine, this does not. */
const mostHoldMs = 250;

const send = (name: string, content: Buffer, type: string): Promise<Response> =>
  fetch(`${origin}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: { authorization, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
    body: new Uint8Array(content),
  });

/** Does things over and over, some at a time, until told to end; how often each ended with which status. */
function over(atOnce: number, work: (turn: number) => Promise<Response>) {
  const statuses = new Map<number, number>();
  let [turn, isOver] = [0, false];
  const client = async () => {
    while (!isOver) {
      const answer = await work(turn++);
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  const all = Promise.all(Array.from({ length: atOnce }, client));
  return async () => {
    isOver = true;
    await all;
    return statuses;
  };
}

it('visitors are all answered while pictures of every size are asked for and bombs are sent', async () => {
  const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#284' } })
    .jpeg()
    .toBuffer();
  const made = await send('photo.jpg', photo, 'image/jpeg');
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: number };
  const line = await sharp({ create: { width: 1, height: 100_000, channels: 3, background: '#284' } })
    .png()
    .toBuffer();
  const signed: string[] = [];
  for (let at = 0; at < 1000; at += 40) {
    const widths = Array.from({ length: 40 }, (_, n) => 200 + at + n);
    const address = `${origin}/wp-json/platen/v1/media/${id}/addresses?format=webp&w=${widths}`;
    const { addresses } = (await (await fetch(address, { headers: { authorization } })).json()) as {
      addresses: { url: string }[];
    };
    signed.push(...addresses.map(({ url }) => origin + new URL(url).pathname + new URL(url).search));
  }
  expect(signed).toHaveLength(1000);
  await visitAt(origin, 20, 1);

  const forged = over(8, (turn) =>
    fetch(`${origin}/media/${id}/photo.jpg?w=640&h=${301 + (turn % 999)}&s=${'A'.repeat(32)}`),
  );
  const asked = over(16, (turn) => fetch(signed[turn % signed.length] ?? ''));
  const bombs = over(2, (turn) => send(`bomb-${turn}.png`, pngBomb(50_000, 50_000), 'image/png'));
  const lines = over(1, (turn) => send(`line-${turn}.png`, line, 'image/png'));
  let visits = { asked: 0, answered: -1 };
  const hold = await watch.holdDuring(async () => {
    visits = await visitAt(origin, 20, 6);
  });
  const ended = { forged: await forged(), asked: await asked(), bombs: await bombs(), lines: await lines() };

  expect(visits.answered).toBe(visits.asked);
  expect(hold).toBeLessThan(mostHoldMs);
  expect(watch.isDead()).toBe(false);
  expect([...ended.forged.keys()]).toEqual([403]);
  expect([...ended.bombs.keys()].filter((status) => status !== 400)).toEqual([]);
  expect([...ended.lines.keys()].filter((status) => status !== 201)).toEqual([]);
  expect([...ended.asked.keys()].filter((status) => ![200, 403, 503].includes(status))).toEqual([]);
  expect(ended.asked.get(200) ?? 0).toBeGreaterThan(0);
});
