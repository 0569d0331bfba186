import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MediaSite, mediaSite } from './media-client.ts';

let site: MediaSite;
let path: string;
beforeAll(async () => {
  site = await mediaSite();
  const { body } = await site.upload('author', { name: 'numbers.txt', content: '0123456789', type: 'text/plain' });
  path = new URL(body.source_url).pathname;
});
afterAll(() => site.close());

it('a file is handed out with what caches and browsers need', async () => {
  const answer = await site.fetch(path);
  expect(answer.text).toBe('0123456789');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-length': '10',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: expect.any(String),
  });
});

it('a client that has it is told so', async () => {
  const etag = (await site.fetch(path)).headers['etag'] as string;
  const again = await site.fetch(path, { headers: { 'if-none-match': etag } });
  expect([again.status, again.headers['cache-control'], again.headers['etag']]).toEqual([
    304,
    'public, max-age=3600',
    etag,
  ]);
});

it('a part, the head, and what lies outside', async () => {
  const part = await site.fetch(path, { headers: { range: 'bytes=2-4' } });
  expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
  const head = await site.fetch(path, { method: 'HEAD' });
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10']);
  expect((await site.fetch(path, { headers: { range: 'bytes=90-' } })).status).toBe(416);
});

it.each([
  '/wp-content/uploads/',
  '/wp-content/uploads/none.txt',
  '/wp-content/uploads/%2e%2e/platen.db',
  '/wp-content/uploads/..%2fplaten.db',
  '/wp-content/uploads/2021/%00.txt',
  '/wp-content/uploads/.platen-partial/x',
])('%s is not there', async (address) => {
  expect((await site.fetch(address)).status).toBe(404);
});

it('nothing can be put there', async () => {
  expect((await site.fetch(path, { method: 'PUT', body: 'x' })).status).toBe(405);
  expect((await site.fetch(path)).text).toBe('0123456789');
});
