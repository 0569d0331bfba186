import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';

const authorization = `Basic ${Buffer.from('admin:pw').toString('base64')}`;
const folder = await temporaryFolder();
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer({
    dataDir: folder.path,
    env: { PLATEN_ADMIN_PASSWORD: 'pw', PLATEN_LOG_LEVEL: 'error', PLATEN_BODY_LIMIT_MB: '1' },
  });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/wp-json${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: new Uint8Array(Buffer.from(body as string)),
  });

/** Sends bytes as they are and returns what comes back until the connection ends or falls silent. */
function raw(bytes: string | Buffer, silenceMs = 60_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let text = '';
    const end = () => {
      socket.destroy();
      resolve(text);
    };
    let timer = setTimeout(end, silenceMs * 4);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      clearTimeout(timer);
      timer = setTimeout(end, silenceMs);
    });
    socket.on('close', end);
    socket.on('error', end);
    socket.write(bytes);
  });
}

const head = (lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

describe('bodies that are not what they say', () => {
  it.each<[string, string | Buffer, number]>([
    ['broken JSON', '{"title": ', 400],
    ['a number', '7', 400],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['half a surrogate pair', '{"title":"\\ud800"}', 400],
    ['more than is taken', JSON.stringify({ title: 'x'.repeat(1_100_000) }), 413],
  ])('%s', async (_name, body, status) => {
    const answer = await post('/wp/v2/posts', body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code: expect.any(String), data: { status } });
  });

  it.each<Record<string, unknown>>([
    { title: { raw: [1, { deep: true }] }, content: 5, status: 'publish' },
    { title: ['a'], excerpt: { rendered: {} }, status: 'publish', content: 'x' },
    { ['__proto__']: { polluted: true }, title: 'plain', constructor: { prototype: { polluted: true } } },
    { title: 'x', categories: { a: 1 }, tags: 'no,numbers' },
    { title: 'x', date: [], slug: {}, author: {}, meta: 'text' },
    { title: 'x', featured_media: 1e308, author: -1, parent: 9e99 },
  ])('wrong types in any place: %j', async (body) => {
    const answer = await post('/wp/v2/posts', JSON.stringify(body));
    expect(answer.status).toBeLessThan(500);
    await answer.text();
  });

  it.each([
    '/wp/v2/tags',
    '/wp/v2/categories',
    '/wp/v2/users',
    '/wp/v2/comments',
    '/wp/v2/settings',
    '/wp/v2/media',
    '/wp/v2/pages',
  ])('nonsense for every argument of %s', async (path) => {
    const described = (await (await fetch(`${server.url}/wp-json${path}`, { method: 'OPTIONS' })).json()) as {
      endpoints: { methods: string[]; args: Record<string, unknown> }[];
    };
    const args = Object.keys(described.endpoints.find((endpoint) => endpoint.methods.includes('POST'))?.args ?? {});
    expect(args.length).toBeGreaterThan(0);
    for (const value of [
      null,
      [],
      {},
      [[]],
      { a: { b: [null] } },
      true,
      -1,
      1e300,
      '',
      '\u0000',
      '😀'.repeat(2000),
      "' or 1=1 --",
    ]) {
      const answer = await post(path, JSON.stringify(Object.fromEntries(args.map((name) => [name, value]))));
      expect(answer.status, `${path} with ${JSON.stringify(value).slice(0, 40)}`).toBeLessThan(500);
      await answer.text();
    }
  });
});

describe('queries', () => {
  it.each([
    'per_page=0',
    'per_page=-1',
    'per_page=1e9',
    'per_page[]=1',
    'page=99999999999999999999',
    'offset=-99999999999',
    'include=1,2)--',
    'author_exclude=0) OR 1=1--',
    'author_exclude[]=0)',
    'categories[]=1) UNION',
    'tags[0][x]=1',
    'orderby=(select',
    'order=;',
    'slug[][]=x',
    'search[a]=b',
    'search=%25',
    'search=%00',
    'after=yesterday',
    'status=secret',
    'a[__proto__]=b&a[__proto__]&a[length]=100000000',
    'filter[post_status]=any',
    'static=1',
    'context[]=edit',
    '_fields[a][b]=c',
    '_jsonp[]=x',
  ])('%s', async (query) => {
    for (const path of ['posts', 'pages', 'media', 'categories', 'tags', 'users', 'comments']) {
      const answer = await fetch(`${server.url}/wp-json/wp/v2/${path}?${query}`);
      expect(answer.status, path).toBeLessThan(500);
      await answer.text();
    }
    expect(({} as Record<string, unknown>)['b']).toBeUndefined();
  });

  it('refuses an address that is too long', async () => {
    expect((await fetch(`${server.url}/wp-json/wp/v2/posts?search=${'x'.repeat(20_000)}`)).status).toBe(414);
  });
});

describe('what is not quite HTTP', () => {
  it.each(['/wp-json/%zz', '/wp-json/wp/v2/%ff', '/%zz', '/wp-content/uploads/%e4.png'])(
    'the path %s is refused, and the connection stays',
    async (path) => {
      const answer = await raw(
        head([`GET ${path} HTTP/1.1`, 'Host: a']) + head(['GET /healthz HTTP/1.1', 'Host: a', 'Connection: close']),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"rest_invalid_url".*HTTP\/1\.1 200 .*ok\n$/s);
    },
  );

  it.each<[string, string | Buffer]>([
    ['two host headers', head(['GET /wp-json/ HTTP/1.1', 'Host: a', 'Host: b', 'Connection: close'])],
    [
      'an absolute target',
      head(['GET http://evil.example/wp-json/ HTTP/1.1', 'Host: evil.example', 'Connection: close']),
    ],
    ['an unknown method', head(['BREW /wp-json/ HTTP/1.1', 'Host: a', 'Connection: close'])],
    ['a header without a value', head(['GET /wp-json/ HTTP/1.1', 'Host: a', 'X-Empty:', 'Connection: close'])],
    [
      'many headers',
      head([
        'GET /wp-json/ HTTP/1.1',
        'Host: a',
        ...Array.from({ length: 5000 }, (_, i) => `X-${i}: ${'y'.repeat(20)}`),
      ]),
    ],
    ['two lengths', head(['POST /wp-json/wp/v2/posts HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Content-Length: 6'])],
    [
      'a body and chunks',
      head(['POST /wp-json/wp/v2/posts HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked']),
    ],
    ['noise', Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 37) % 256))],
    [
      'a broken multipart body',
      `${head(['POST /wp-json/wp/v2/tags HTTP/1.1', 'Host: a', 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 30', 'Connection: close'])}--x\r\nContent-Disposition: form-d`,
    ],
    [
      'multipart without a boundary',
      `${head(['POST /wp-json/wp/v2/tags HTTP/1.1', 'Host: a', 'Content-Type: multipart/form-data', 'Content-Length: 3', 'Connection: close'])}abc`,
    ],
  ])('%s', async (_name, bytes) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 [234]/);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('does not build links from the Host header', async () => {
    const answer = await raw(
      head(['GET /wp-json/ HTTP/1.1', 'Host: evil.example', 'X-Forwarded-Host: evil.example', 'Connection: close']),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(answer).not.toContain('evil.example');
  });

  it('gives up on a body that does not come', async () => {
    const slow = head([
      'POST /wp-json/wp/v2/tags HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 500',
    ]);
    const waiting = raw(`${slow}{"name":`, 300);
    expect((await fetch(`${server.url}/wp-json/wp/v2/tags`)).status).toBe(200);
    await waiting;
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

it('is still the same process, and logged no failure of its own', () => {
  expect(server.child.exitCode).toBeNull();
  expect(server.output()).not.toContain('request failed');
});
