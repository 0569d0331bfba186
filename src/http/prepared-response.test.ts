import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepAliveMs } from './http-server.ts';
import { PreparedResponse } from './prepared-response.ts';

const small = Buffer.from('short ü '.repeat(20));
const large = Buffer.alloc(300_000, 'long ');
const headersOf = (payload: Uint8Array): [string, string][] => [
  ['Content-Type', 'text/plain; charset=UTF-8'],
  ['Content-Length', String(payload.byteLength)],
  ['ETag', '"x"'],
  ['X-Cache', 'hit'],
];
const prepared = new Map([
  ['/small', new PreparedResponse(200, headersOf(small), small)],
  ['/large', new PreparedResponse(200, headersOf(large), large)],
  ['/unchanged', new PreparedResponse(304, headersOf(small).slice(2), Buffer.alloc(0))],
  ['/endless', new PreparedResponse(200, headersOf(small).toSpliced(1, 1), small)],
]);
const age = 7;

let server: Server;
let finished = 0;

beforeAll(async () => {
  server = createServer({ keepAliveTimeout: keepAliveMs }, (message, response) => {
    response.once('finish', () => {
      finished += 1;
    });
    const [path = '', by] = (message.url ?? '').split('?');
    const found = prepared.get(path);
    if (!found) throw new Error(`There is no response for ${path}.`);
    if (by === 'prepared') return void found.send(message, response, age);
    // The same, as the runtime writes it.
    const status = path === '/unchanged' ? 304 : 200;
    response.writeHead(status, [...found.headers().flat(), 'Age', String(age)]).end(found.payload);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Everything that comes back on one connection, which the last of the requests closes. */
async function exchange(requests: readonly string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(requests.join(''));
  await once(socket, 'close');
  // A response may be written in another second than the one it is compared with.
  return Buffer.concat(chunks)
    .toString('latin1')
    .replace(/^Date: .*GMT\r$/gm, 'Date: now\r');
}

const get = (path: string, by: string, more = ''): string => `GET ${path}?${by} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const last = (by: string): string => get('/small', by, 'Connection: close\r\n');

describe('a prepared response', () => {
  it.each<[what: string, requests: (by: string) => string[]]>([
    ['once', (by) => [get('/small', by), last(by)]],
    ['many times on one connection, without waiting', (by) => [...Array(5).fill(get('/small', by)), last(by)]],
    [
      'among others',
      (by) => [get('/large', by), get('/small', by), get('/unchanged', by), get('/large', by), last(by)],
    ],
    ['to a client that has it', (by) => [get('/unchanged', by), get('/unchanged', by), last(by)]],
    ['without a length', (by) => [get('/endless', by), last(by)]],
    ['for HEAD', (by) => [`HEAD /small?${by} HTTP/1.1\r\nHost: a\r\n\r\n`, last(by)]],
    ['to an old client', (by) => [`GET /small?${by} HTTP/1.0\r\n\r\n`]],
    [
      'to an old client that goes on',
      (by) => [`GET /small?${by} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`, last(by)],
    ],
    ['on a connection that is to be closed', (by) => [last(by)]],
    [
      'to a client that waits to send its empty body',
      (by) => [get('/small', by, 'Expect: 100-continue\r\n'), last(by)],
    ],
  ])('is sent as the runtime would send it: %s', async (_what, requests) => {
    const before = finished;
    const bytes = await exchange(requests('prepared'));
    expect(bytes).toBe(await exchange(requests('runtime')));
    expect(bytes).toContain('\r\nDate: now\r\n');
    expect(finished - before).toBe(requests('').length * 2);
  });

  it('arrives whole at a client that reads slowly', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const requests = [...Array(30).fill(get('/large', 'prepared')), last('prepared')];
    socket.write(requests.join(''));
    await new Promise((done) => setTimeout(done, 50));
    let length = 0;
    socket.on('data', (chunk) => {
      length += chunk.byteLength;
    });
    await once(socket, 'close');
    expect(length).toBeGreaterThan(30 * large.byteLength);
  });
});
