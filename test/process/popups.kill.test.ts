import { Agent, request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { type ServerProcess, serverProcess } from './server-process.ts';

let server: ServerProcess | undefined;
afterEach(() => server?.remove());

/** Sends events over so many connections; how many were acknowledged. */
async function sendEvents(
  origin: string,
  popups: readonly number[],
  count: number,
  connections: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  let acknowledged = 0;
  const one = (popup: number) =>
    new Promise<void>((done) => {
      const sent = request(`${origin}/wp-json/popups/v1/analytics?event=open&pid=${popup}`, { agent }, (answer) => {
        answer.resume().on('end', () => {
          if (answer.statusCode === 204) acknowledged++;
          done();
        });
      });
      sent.on('error', () => done());
      sent.end();
    });
  const visitor = async () => {
    while (next < count) await one(popups[next++ % popups.length]!);
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  agent.destroy();
  return acknowledged;
}

const opens = async (platen: ServerProcess): Promise<number> => {
  const rows = JSON.parse(await platen.command('popups', 'stats', '--format', 'json')) as { opens: number }[];
  return rows.reduce((sum, row) => sum + row.opens, 0);
};

test('twenty thousand events from fifty connections are all there after kill -9', async () => {
  server = await serverProcess();
  const popups = [
    Number(await server.command('popups', 'create', 'One')),
    Number(await server.command('popups', 'create', 'Two')),
  ];
  const started = performance.now();
  const acknowledged = await sendEvents(server.origin, popups, 20_000, 50);
  console.info(`20,000 events acknowledged in ${Math.round(performance.now() - started)} ms`);
  await server.kill();
  expect(acknowledged).toBe(20_000);
  expect(await opens(server)).toBe(20_000);
  expect(await opens(server)).toBe(20_000);
});

test('killed in the middle of the crowd, nothing acknowledged is lost and nothing is counted twice', async () => {
  server = await serverProcess();
  const popup = Number(await server.command('popups', 'create', 'One'));
  const crowd = sendEvents(server.origin, [popup], 20_000, 50);
  await new Promise((next) => setTimeout(next, 1_500));
  await server.kill();
  const acknowledged = await crowd;
  expect(acknowledged).toBeGreaterThan(0);
  const counted = await opens(server);
  expect(counted).toBeGreaterThanOrEqual(acknowledged);
  // What was on the disk but not yet answered may count: at most one event per connection.
  expect(counted - acknowledged).toBeLessThanOrEqual(50);
  await server.start();
  expect(await sendEvents(server.origin, [popup], 100, 10)).toBe(100);
  expect(await opens(server)).toBe(counted + 100);
});

test('two processes that answer count side by side, and the sum is exact', async () => {
  server = await serverProcess({ PLATEN_WORKERS: '2' });
  const popups = [
    Number(await server.command('popups', 'create', 'One')),
    Number(await server.command('popups', 'create', 'Two')),
  ];
  expect(await sendEvents(server.origin, popups, 3_000, 100)).toBe(3_000);
  expect(await opens(server)).toBe(3_000);
});
