import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let url: string;

beforeAll(async () => {
  site = await testPlaten();
  url = await site.platen.listen();
  for (let n = 0; n < 10; n += 1) {
    const content = `<p>${'Some words to read. '.repeat(100)}</p>`;
    await site.as('administrator').post('/wp/v2/posts', { title: `Post ${n}`, content, status: 'publish' });
  }
});
afterAll(() => site.close());

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** As a client sends it; `fetch` would undo the encoding. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    request(`${url}/wp-json${path}`, { headers, method }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
    })
      .on('error', reject)
      .end();
  });
}

const undo = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync } as const;

describe.each(['br', 'zstd', 'gzip'] as const)('a list asked for in %s', (encoding) => {
  const path = `/wp/v2/posts?one=${encoding}`;

  it('is the same text, much shorter, and cached in that form', async () => {
    const plain = await get(`/wp/v2/posts?other=${encoding}`);
    for (const cache of ['miss', 'hit', 'hit']) {
      const { status, headers, bytes } = await get(path, { 'Accept-Encoding': encoding });
      expect([status, headers['x-cache'], headers['content-encoding']]).toEqual([200, cache, encoding]);
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(headers.vary).toBe('Origin, Accept-Encoding');
      expect(headers.etag).toBe(plain.headers.etag?.replace(/"$/, `.${encoding}"`));
      expect(bytes.length).toBeLessThan(plain.bytes.length / 5);
      expect(undo[encoding](bytes).toString()).toBe(plain.bytes.toString());
    }
  });

  it('is cached for those who take it plain or in another form, too', async () => {
    const plain = await get(path);
    expect([plain.headers['x-cache'], plain.headers['content-encoding']]).toEqual(['hit', undefined]);
    for (const other of ['br', 'zstd', 'gzip'] as const) {
      const both = await Promise.all([
        get(path, { 'Accept-Encoding': other }),
        get(path, { 'Accept-Encoding': other }),
      ]);
      for (const { headers, bytes } of both) {
        expect([headers['x-cache'], headers['content-encoding']]).toEqual(['hit', other]);
        expect(undo[other](bytes).equals(plain.bytes)).toBe(true);
      }
    }
  });

  it('is not sent again to those who have it, in whatever form', async () => {
    const { headers } = await get(path, { 'Accept-Encoding': encoding });
    for (const wanted of ['br', 'gzip', 'identity']) {
      const again = await get(path, { 'Accept-Encoding': wanted, 'If-None-Match': String(headers.etag) });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      expect(again.headers.vary).toBe('Origin, Accept-Encoding');
    }
  });

  it('is new after a change', async () => {
    await site.as('administrator').post('/wp/v2/posts', { title: `New for ${encoding}`, status: 'publish' });
    const { headers, bytes } = await get(path, { 'Accept-Encoding': encoding });
    expect(headers['x-cache']).toBe('miss');
    expect(undo[encoding](bytes).toString()).toContain(`New for ${encoding}`);
  });
});

it('a HEAD request tells the length of the encoded body and sends none', async () => {
  const whole = await get('/wp/v2/posts?head', { 'Accept-Encoding': 'gzip' });
  const head = await get('/wp/v2/posts?head', { 'Accept-Encoding': 'gzip' }, 'HEAD');
  expect(head.headers['content-length']).toBe(whole.headers['content-length']);
  expect(head.bytes.length).toBe(0);
});

it('short answers are sent as they are', async () => {
  const { headers, bytes } = await get('/wp/v2/posts/999', { 'Accept-Encoding': 'br' });
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Origin']);
  expect(JSON.parse(bytes.toString())).toMatchObject({ data: { status: 404 } });
});

it('answers to logged-in callers are compressed, and not cached', async () => {
  const authorization = `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`;
  const { headers } = await get('/wp/v2/posts?context=edit', { authorization, 'Accept-Encoding': 'gzip' });
  expect([headers['x-cache'], headers['content-encoding']]).toEqual(['bypass', 'gzip']);
});
