import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type KillableSite, killableSite } from '../support/server-process.ts';

let site: KillableSite | undefined;
afterEach(() => site?.remove());

/** What one visitor's browser says, as bytes: making them anew for each of thousands would cost more than answering them. */
const eventRequest = (origin: string, popup: number) =>
  `GET /wp-json/popups/v1/analytics?event=open&pid=${popup} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`;

interface Crowd {
  readonly acknowledged: number;
  /** Settles when every visitor has sent its part or lost its connection. */
  readonly done: Promise<void>;
}

/** Sends events over so many connections, one at a time on each, and counts those that were acknowledged. */
function crowd(origin: string, popups: readonly number[], count: number, connections: number): Crowd {
  const requests = popups.map((popup) => eventRequest(origin, popup));
  const seen = { next: 0, acknowledged: 0 };
  const visitor = () =>
    new Promise<void>((done) => {
      const socket: Socket = connect(Number(new URL(origin).port), '127.0.0.1');
      let received = '';
      const ask = () => {
        if (seen.next >= count) socket.end();
        else socket.write(requests[seen.next++ % requests.length]!);
      };
      socket
        .setNoDelay(true)
        .on('connect', ask)
        .on('error', () => {})
        .on('close', () => done());
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        // An answer without a body ends with its head.
        if (!received.endsWith('\r\n\r\n')) return;
        if (received.startsWith('HTTP/1.1 204')) seen.acknowledged++;
        received = '';
        ask();
      });
    });
  const done = Promise.all(Array.from({ length: connections }, visitor)).then(() => {});
  return {
    done,
    get acknowledged() {
      return seen.acknowledged;
    },
  };
}

async function sendEvents(...asked: Parameters<typeof crowd>): Promise<number> {
  const sending = crowd(...asked);
  await sending.done;
  return sending.acknowledged;
}

const opens = async (platen: KillableSite): Promise<number> => {
  const rows = JSON.parse(await platen.command('popups', 'stats', '--format', 'json')) as { opens: number }[];
  return rows.reduce((sum, row) => sum + row.opens, 0);
};

it('twenty thousand events from fifty connections are all there after kill -9', async () => {
  site = await killableSite();
  const popups = [
    Number(await site.command('popups', 'create', 'One')),
    Number(await site.command('popups', 'create', 'Two')),
  ];
  const acknowledged = await sendEvents(site.origin, popups, 20_000, 50);
  await site.kill();
  expect(acknowledged).toBe(20_000);
  expect(await opens(site)).toBe(20_000);
  expect(await opens(site)).toBe(20_000);
});

it('killed in the middle of the crowd, nothing acknowledged is lost and nothing is counted twice', async () => {
  site = await killableSite();
  const popup = Number(await site.command('popups', 'create', 'One'));
  const sending = crowd(site.origin, [popup], 20_000, 50);
  await expect.poll(() => sending.acknowledged, { interval: 5, timeout: 300_000 }).toBeGreaterThan(2_000);
  await site.kill();
  await sending.done;
  const { acknowledged } = sending;
  expect(acknowledged).toBeLessThan(20_000);
  const counted = await opens(site);
  expect(counted).toBeGreaterThanOrEqual(acknowledged);
  // What was on the disk but not yet answered may count: at most one event per connection.
  expect(counted - acknowledged).toBeLessThanOrEqual(50);
  await site.start();
  expect(await sendEvents(site.origin, [popup], 100, 10)).toBe(100);
  expect(await opens(site)).toBe(counted + 100);
});

it('two processes that answer count side by side, and the sum is exact', async () => {
  site = await killableSite({ PLATEN_WORKERS: '2' });
  const popups = [
    Number(await site.command('popups', 'create', 'One')),
    Number(await site.command('popups', 'create', 'Two')),
  ];
  expect(await sendEvents(site.origin, popups, 3_000, 100)).toBe(3_000);
  expect(await opens(site)).toBe(3_000);
});
