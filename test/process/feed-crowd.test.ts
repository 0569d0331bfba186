import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../support/server-process.ts';

/** Clients of the change feed that wait in one process, and of one network; see `src/changes/waiting-clients.ts`. */
const [most, mostPerNetwork] = [500, 50];

let server: ServerProcess;
let cursor: string;
beforeAll(async () => {
  server = await startServer({ env: { PLATEN_TRUSTED_PROXIES: '127.0.0.1', PLATEN_LOG_LEVEL: 'error' } });
  const page = await fetch(`${server.url}/wp-json/platen/v1/changes`);
  cursor = ((await page.json()) as { cursor: string }).cursor;
});
afterAll(async () => {
  await server.stop();
  await rm(server.dataDir, { recursive: true, force: true });
});

interface Stream {
  readonly socket: Socket;
  readonly status: number;
  /** What came so far. */
  readonly text: () => string;
}

/** Opens a stream from an address, and waits for the first bytes of the answer. */
function open(address: string): Promise<Stream> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
      if (status > 0 && text.includes('\r\n\r\n')) resolve({ socket, status, text: () => text });
    });
    socket.write(
      `GET /wp-json/platen/v1/changes?since=${cursor} HTTP/1.1\r\nHost: site.test\r\nAccept: text/event-stream\r\nX-Forwarded-For: ${address}\r\n\r\n`,
    );
  });
}

/** Opens many, some at a time. */
async function openAll(addresses: readonly string[]): Promise<Stream[]> {
  const streams: Stream[] = [];
  for (let from = 0; from < addresses.length; from += 100)
    streams.push(...(await Promise.all(addresses.slice(from, from + 100).map(open))));
  return streams;
}

const close = (streams: readonly Stream[]): void => {
  for (const { socket } of streams) socket.destroy();
};
const counts = (streams: readonly Stream[]) =>
  Object.fromEntries([...Map.groupBy(streams, ({ status }) => status)].map(([status, list]) => [status, list.length]));
const addresses = (count: number, perAddress: number) =>
  Array.from(
    { length: count },
    (_, n) => `198.${18 + (Math.floor(n / perAddress) >> 8)}.${Math.floor(n / perAddress) & 255}.1`,
  );
const residentMegabytes = async (): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1024 / 1024;
};
const reads = async (): Promise<number> => (await fetch(`${server.url}/wp-json/wp/v2/posts?x=${Math.random()}`)).status;
/** Fills every place, once those of clients that left are free. */
async function fill(): Promise<Stream[]> {
  for (;;) {
    const streams = await openAll(addresses(most, 10));
    if (streams.every(({ status }) => status === 200)) return streams;
    close(streams);
  }
}

describe('thousands of clients of the change feed', () => {
  it('from many addresses get their places or a clear refusal, and the server goes on answering', async () => {
    await reads();
    const before = await residentMegabytes();
    const streams = await openAll(addresses(3_000, 10));
    expect(counts(streams)).toEqual({ 200: most, 503: 3_000 - most });
    const refused = streams.find(({ status }) => status === 503)?.text() ?? '';
    expect(refused).toContain('rest_too_many_waiting');
    expect(refused).toMatch(/^retry-after: 5\r$/im);
    expect(await reads()).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const grown = (await residentMegabytes()) - before;
    close(streams);
    // Coarse: a client costs kilobytes, not megabytes.
    expect(grown).toBeLessThan(400);
  });

  it('of one network have their share only, and leave the rest to others', async () => {
    const own = await openAll(Array.from({ length: 300 }, () => '203.0.113.7'));
    const taken = own.filter(({ status }) => status === 200).length;
    // Places of the clients before may still be taken.
    expect(taken).toBeLessThanOrEqual(mostPerNetwork);
    const late = own.find(({ status }) => status === 429);
    expect(late?.text()).toContain('rest_too_many_requests');
    close(own);
    const household = await openAll(Array.from({ length: 120 }, (_, n) => `2001:db8:1:2::${n.toString(16)}`));
    expect(household.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(mostPerNetwork);
    close(household);
  });

  it('free their places when they leave, however often they come and go', async () => {
    close(await fill());
    const streams = await fill();
    const before = await residentMegabytes();
    close(streams);
    for (let round = 0; round < 4; round += 1) close(await fill());
    expect((await residentMegabytes()) - before).toBeLessThan(400);
    expect(await reads()).toBe(200);
  });
});
