import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadOf } from '../../bench/lib/load-of.ts';
import { type BenchRequest, htmlWith, isItem, isItemWith, listOf, type PeerRequests } from '../../bench/lib/peer.ts';
import { answeredRequests, checkAnswers } from '../../bench/lib/rounds.ts';

const ten = JSON.stringify(Array.from({ length: 10 }, (_, id) => ({ id })));

/** What the server sends at each address. */
const pages: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/ten': (response) => json(response, ten),
  '/nine': (response) => json(response, JSON.stringify(JSON.parse(ten).slice(1))),
  '/none': (response) => json(response, '[]'),
  '/error': (response) => json(response, ten, 500),
  '/broken': (response) => json(response, ten.slice(0, -1)),
  '/item': (response) => json(response, '{"id":7}'),
  '/gzip': (response) => {
    response.setHeader('content-encoding', 'gzip');
    json(response, gzipSync(ten));
  },
  '/page': (response) => response.setHeader('content-type', 'text/html').end('<h2>One</h2>'),
};

function json(response: ServerResponse, body: string | Buffer, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

let server: Server;
let origin: string;
const seen: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const send = pages[request.url ?? ''] ?? ((nowhere) => nowhere.writeHead(404).end());
    send(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const at = (path: string, isRight: BenchRequest['isRight'], more: Partial<BenchRequest> = {}): BenchRequest => ({
  url: origin + path,
  isRight,
  ...more,
});
const check = (requests: PeerRequests) =>
  checkAnswers(new Map([['peer', { pid: 0, requests, stop: async () => {} }]]), ['list', 'item', 'update', 'mixed']);

describe('checking the answers of a server before it is measured', () => {
  it('accepts what was asked for', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    await check({ list: at('/gzip', listOf(10), { headers }), item: at('/item', isItemWith(7)) });
  });

  it.each<[string, () => BenchRequest]>([
    ['a list that is too short', () => at('/nine', listOf(10))],
    ['an empty list', () => at('/none', listOf(10))],
    ['a right body with an error', () => at('/error', listOf(10))],
    ['a body that breaks off', () => at('/broken', listOf(10))],
    ['an object instead of a list', () => at('/item', listOf(10))],
    ['a list instead of an object', () => at('/ten', isItem)],
    ['another object', () => at('/item', isItemWith(8))],
    ['a page without its entries', () => at('/page', htmlWith(/<h2[ >]/g, 10))],
    ['an answer that is not compressed', () => at('/ten', listOf(10), { headers: { 'accept-encoding': 'gzip' } })],
    ['another encoding', () => at('/gzip', listOf(10), { headers: { 'accept-encoding': 'br' } })],
    ['nothing at the address', () => at('/elsewhere', listOf(10))],
  ])('refuses %s', async (_, request) => {
    await expect(check({ list: request() })).rejects.toThrow(/^peer, list: http/);
  });

  it('checks every request of a load that sends several', async () => {
    const good = at('/item', isItemWith(7), { method: 'PUT', body: '{}' });
    await expect(check({ update: [good, at('/none', isItem)] })).rejects.toThrow(/^peer, update: .*\/none/);
    expect(seen).toContain('PUT /item');
  });

  it('leaves out what an older version does not answer', async () => {
    const asked = { list: at('/ten', listOf(10)), item: at('/elsewhere', isItem) };
    const { requests, lacking } = await answeredRequests(asked, ['list', 'item']);
    expect({ kept: Object.keys(requests), lacking }).toEqual({ kept: ['list'], lacking: ['item'] });
  });
});

describe('a mixed load', () => {
  const items = [at('/item', isItem)];
  const update = [0, 1].map((n) => at(`/item?${n}`, isItem, { body: '{}' }));
  const create = at('/item', isItem, { body: '{}' });

  it('reads nineteen times for each write, and creates and updates in turn', () => {
    const load = loadOf({ list: at('/ten', listOf(10)), items, update, create }, 'mixed');
    const writes = load.filter(({ body }) => body !== undefined);
    expect({ all: load.length, writes }).toEqual({ all: 40, writes: [create, update[1]] });
  });

  it('is not sent to a server that cannot be written to', () => {
    expect(loadOf({ list: at('/ten', listOf(10)), items, update }, 'mixed')).toEqual([]);
  });
});
