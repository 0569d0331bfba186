import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MediaSite, mediaSite, picture } from './media-client.ts';

let folder: string;
let bucket: S3rver;
let site: MediaSite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-bucket-'));
  bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    allowMismatchedSignatures: true,
    directory: folder,
    configureBuckets: [{ name: 'media', configs: [] }],
  });
  const { port } = await bucket.run();
  site = await mediaSite({ mediaStorage: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/media/site?region=us-east-1` });
});
afterAll(async () => {
  await site.close();
  await bucket.close();
  await rm(folder, { recursive: true });
});

it('a site whose files lie in a bucket behaves as one with a folder', async () => {
  const content = await picture(400, 300);
  const { status, body } = await site.upload('author', { name: 'far.jpg', content, type: 'image/jpeg' });
  expect(status).toBe(201);
  const path = new URL(body.source_url).pathname;
  const whole = await site.fetch(path);
  expect([whole.status, whole.headers['content-type'], whole.headers['content-length']]).toEqual([
    200,
    'image/jpeg',
    String(content.length),
  ]);
  const part = await site.fetch(path, { headers: { range: 'bytes=0-1' } });
  expect([part.status, part.headers['content-length']]).toEqual([206, '2']);
  const again = await site.fetch(path, { headers: { 'if-none-match': String(whole.headers['etag']) } });
  expect(again.status).toBe(304);

  const copy = new URL(body.media_details.sizes.thumbnail.source_url).pathname;
  expect((await site.fetch(copy)).status).toBe(200);
  expect(await site.stored()).toEqual([]);
  expect(await site.spooled()).toEqual([]);

  expect((await site.as('author').delete(`/wp/v2/media/${body.id}?force=true`)).status).toBe(200);
  expect([(await site.fetch(path)).status, (await site.fetch(copy)).status]).toEqual([404, 404]);
});

it('equal names are told apart there too', async () => {
  const file = { name: 'same.txt', content: 'x', type: 'text/plain' };
  const uploads = await Promise.all(Array.from({ length: 5 }, () => site.upload('author', file)));
  expect(new Set(uploads.map(({ body }) => body.source_url)).size).toBe(5);
});
