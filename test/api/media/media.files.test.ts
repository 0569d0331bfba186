import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
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

it('nothing stays open behind clients that leave early', async () => {
  const content = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(4_000_000)]);
  const { body } = await site.upload('author', { name: 'large.zip', content, type: 'application/zip' });
  const { hostname, port } = new URL(site.origin);
  const asked = `GET ${new URL(body.source_url).pathname} HTTP/1.1\r\nHost: site.test\r\n\r\n`;
  const left: string[] = [];
  // The runtime says so where it closes what nobody has closed.
  const note = ({ message }: Error) => message.includes('on garbage collection') && left.push(message);
  process.on('warning', note);
  for (let round = 0; round < 40; round += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await new Promise<void>((sent) => socket.write(asked, () => sent()));
    // Some leave before the answer, some in the middle of it.
    if (round % 2 === 0) await once(socket, 'data');
    socket.resetAndDestroy();
  }
  const uploads = join(site.platen.config.dataDir, 'uploads');
  await expect.poll(() => openedBelow(uploads)).toEqual([]);
  process.off('warning', note);
  expect(left).toEqual([]);
});

/** The files of a folder that this process has open. */
async function openedBelow(folder: string): Promise<string[]> {
  const handles = await readdir('/proc/self/fd');
  const targets = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder));
}
