import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient, parameterPairs } from './client.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Handle = (response: ServerResponse, request: IncomingMessage, count: number) => void;

/** A far end that answers as a test says. */
async function farEnd(handle: Handle): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().once('end', () => handle(response, request, asked.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const busy: Handle = (response, _request, count) =>
  count < 3
    ? response.writeHead(503, { 'retry-after': '0' }).end('{"code":"rest_busy","message":"Busy.","data":null}')
    : response.writeHead(200, { 'content-type': 'application/json' }).end('[]');

describe('requests that are repeated', () => {
  it('are reads that the server puts off', async () => {
    const { url, asked } = await farEnd(busy);
    expect((await createClient({ url }).posts.list()).items).toEqual([]);
    expect(asked).toEqual(Array(3).fill('GET /wp-json/wp/v2/posts'));
  });

  it('are not writes', async () => {
    const { url, asked } = await farEnd(busy);
    await expect(createClient({ url }).posts.create({ title: 'x' })).rejects.toMatchObject({ code: 'rest_busy' });
    await expect(createClient({ url }).posts.delete(1)).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(2);
  });

  it('are no more than allowed', async () => {
    const always = await farEnd((response) => response.writeHead(429, { 'retry-after': '0' }).end());
    await expect(createClient({ url: always.url, retries: 1 }).posts.list()).rejects.toMatchObject({ status: 429 });
    await expect(createClient({ url: always.url }).posts.list({}, { retries: 0 })).rejects.toThrow();
    expect(always.asked).toHaveLength(3);
  });

  it('are none where the answer is another error, or the wait too long', async () => {
    for (const [status, wait] of [
      [500, '0'],
      [404, '0'],
      [503, '3600'],
      [429, new Date(Date.now() + 3_600_000).toUTCString()],
    ] as const) {
      const { url, asked } = await farEnd((response) => response.writeHead(status, { 'retry-after': wait }).end());
      await expect(createClient({ url }).posts.list()).rejects.toMatchObject({ status, code: 'http_error' });
      expect(asked).toHaveLength(1);
    }
  });

  it('take a date for a time that has passed as now', async () => {
    const { url, asked } = await farEnd((response, _request, count) =>
      count === 1
        ? response.writeHead(503, { 'retry-after': new Date(0).toUTCString() }).end()
        : response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
    );
    await createClient({ url }).posts.list();
    expect(asked).toHaveLength(2);
  });
});

describe('a request that is given up', () => {
  it('ends with the reason of its signal, also between two attempts', async () => {
    const waiting = await farEnd((response) => response.writeHead(503, { 'retry-after': '30' }).end());
    const controller = new AbortController();
    let answers = 0;
    const counting: typeof fetch = async (...asked) => {
      const answer = await fetch(...asked);
      answers += 1;
      return answer;
    };
    const listing = createClient({ url: waiting.url, fetch: counting }).posts.list({}, { signal: controller.signal });
    const hanging = await farEnd(() => {});
    const hung = createClient({ url: hanging.url }).posts.list({}, { signal: controller.signal });
    const reason = new Error('No longer wanted.');
    const ended = Promise.allSettled([listing, hung]);
    await expect.poll(() => [answers, hanging.asked.length]).toEqual([1, 1]);
    controller.abort(reason);
    expect((await ended).map((one) => one.status === 'rejected' && one.reason === reason)).toEqual([true, true]);
    expect(waiting.asked).toHaveLength(1);
    const before = createClient({ url: waiting.url }).posts.list({}, { signal: controller.signal });
    await expect(before).rejects.toBe(reason);
  });
});

describe('an answer that is none of the interface', () => {
  it('is an error of the same class', async () => {
    const html = await farEnd((response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    await expect(createClient({ url: html.url }).posts.get(1)).rejects.toMatchObject({
      name: 'PlatenError',
      code: 'http_error',
      status: 502,
      data: null,
    });
    const nobody = createClient({ url: 'http://127.0.0.1:9', retries: 0 });
    await expect(nobody.posts.get(1)).rejects.toMatchObject({ code: 'network_error', status: 0 });
    await expect(nobody.posts.get(1)).rejects.toHaveProperty('cause');
  });
});

it('finds the cursor in the link, where the header may not be read', async () => {
  const { url, asked } = await farEnd((response, _request, count) => {
    const link = '<https://x.test/wp-json/wp/v2/posts?per_page=1&cursor=abc>; rel="next"';
    response.writeHead(200, { 'content-type': 'application/json', ...(count === 1 ? { link } : {}) }).end('[{"id":1}]');
  });
  const found = [];
  for await (const post of createClient({ url }).posts.all({ cursor: '', per_page: 1 })) found.push(post.id);
  expect(found).toEqual([1, 1]);
  expect(asked[1]).toContain('cursor=abc');
});

it('uses the fetch it is given, with further options, and puts ids into paths as they are', async () => {
  const calls: [string, RequestInit][] = [];
  const client = createClient({
    url: 'https://x.test',
    fetch: async (address, init) => {
      calls.push([address, init]);
      return Response.json({ slug: 'x' });
    },
  });
  await client.types.get('../users?x=', {}, { init: { cache: 'no-store' }, headers: { 'x-trace': '1' } });
  expect(calls[0]?.[0]).toBe('https://x.test/wp-json/wp/v2/types/..%2Fusers%3Fx%3D');
  expect(calls[0]?.[1]).toMatchObject({ method: 'GET', cache: 'no-store', headers: { 'x-trace': '1' } });
});

it('writes lists and objects as the interface reads them', () => {
  expect(parameterPairs({ a: [1, 'x,y'], b: { c: true, d: [2] }, e: undefined, f: null, g: 0 })).toEqual([
    ['a[]', '1'],
    ['a[]', 'x,y'],
    ['b[c]', 'true'],
    ['b[d][]', '2'],
    ['g', '0'],
  ]);
});
