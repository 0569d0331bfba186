import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadsTable } from '../../../src/media/uploads/upload-table.ts';
import { openTestBucket, type TestBucket } from '../../support/bucket.ts';
import { type MediaSite, mediaSite } from './media-client.ts';
import { bytes, metadata, tus } from './uploads-client.ts';

const megabyte = 1024 * 1024;
let bucket: TestBucket;
let one: MediaSite;
let nowMs = Date.now();
beforeAll(async () => {
  bucket = await openTestBucket();
  one = await mediaSite({ mediaStorage: bucket.storage, leads: true, clock: () => nowMs });
});
afterAll(async () => {
  await one.close();
  await bucket.close();
});

/** An archive of random bytes, as far as its first bytes tell. */
const archive = (size: number): Buffer => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(size - 4)]);
const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');

async function begun(length: number, name: string): Promise<string> {
  const headers = { 'upload-length': String(length), ...metadata({ filename: name }) };
  const answer = await tus('POST', `${one.origin}/wp-json/platen/v1/uploads`, { headers });
  expect(answer.status).toBe(201);
  return String(answer.headers['location']).replace('http://site.test', one.origin);
}

const patch = (url: string, offset: number, body: Buffer) =>
  tus('PATCH', url, { body, headers: { ...bytes, 'upload-offset': String(offset) } });

async function hashOf(id: string): Promise<string> {
  const { body } = await one.as('author').get(`/wp/v2/media/${id}`);
  const answer = await fetch(one.origin + new URL(body.source_url).pathname);
  return hash(Buffer.from(await answer.arrayBuffer()));
}

it('parts of a file lie in the bucket, and no instance has any of it between requests', async () => {
  const content = archive(20 * megabyte + 77);
  const url = await begun(content.length, 'parts.zip');
  const cuts = [0, 3 * megabyte, 6 * megabyte, 19 * megabyte, content.length];
  for (const [at, end] of cuts.slice(1).entries()) {
    const answer = await patch(url, cuts[at]!, content.subarray(cuts[at], end));
    expect(answer).toMatchObject({ status: 204, headers: { 'upload-offset': String(end) } });
    expect(await one.spooled()).toEqual([]);
    expect(await one.stored()).toEqual([]);
    // What is less than a part is one object, whatever came before.
    expect(bucket.keys('site/.platen-uploads')).toHaveLength(end === content.length ? 0 : 1);
    if (end === content.length)
      expect(await hashOf(String(answer.headers['platen-attachment-id']))).toBe(hash(content));
  }
  expect(bucket.asked.filter((line) => /^PUT .*partNumber=/.test(line))).toHaveLength(3);
  // The finished object is copied within the bucket: its bytes are not sent there again.
  expect(bucket.keys('site/')).toHaveLength(1);
});

it('a small file needs no parts', async () => {
  const before = bucket.asked.length;
  const content = archive(1000);
  const url = await begun(content.length, 'small.zip');
  await patch(url, 0, content.subarray(0, 400));
  const { headers } = await patch(url, 400, content.subarray(400));
  expect(await hashOf(String(headers['platen-attachment-id']))).toBe(hash(content));
  expect(
    bucket.asked.slice(before).filter((line) => /uploadId|uploads/.test(line.replace('.platen-uploads', ''))),
  ).toEqual([]);
  expect(bucket.keys('site/.platen-uploads')).toEqual([]);
});

it('bytes whose checksum is wrong are as if they had not been sent', async () => {
  const content = archive(9 * megabyte);
  const url = await begun(content.length, 'sum.zip');
  const wrong = { ...bytes, 'upload-offset': '0', 'upload-checksum': `sha256 ${hash(Buffer.from('x'))}` };
  const sum = { ...wrong, 'upload-checksum': `sha256 ${createHash('sha256').update('x').digest('base64')}` };
  expect((await tus('PATCH', url, { body: content, headers: sum })).status).toBe(460);
  expect((await tus('HEAD', url)).headers['upload-offset']).toBe('0');
  const { headers } = await patch(url, 0, content);
  expect(await hashOf(String(headers['platen-attachment-id']))).toBe(hash(content));
});

it.each([
  ['an object of its own', 3 * megabyte, 5 * megabyte],
  ['a part and what is after it', 11 * megabyte, 20 * megabyte],
  ['a part, before the last one', 11 * megabyte, 12 * megabyte],
])('bytes that were received stay when later ones do not match their checksum: %s', async (_, received, length) => {
  const content = archive(length);
  const url = await begun(length, 'stays.zip');
  await patch(url, 0, content.subarray(0, received));
  const sumOf = (body: Buffer) => `sha256 ${createHash('sha256').update(body).digest('base64')}`;
  const send = (body: Buffer, sum: string) =>
    tus('PATCH', url, {
      body,
      headers: { ...bytes, 'upload-offset': String(received), 'upload-checksum': sum },
    });
  const rest = content.subarray(received);
  const damaged = Buffer.from(rest);
  damaged[0] = 255 - damaged[0]!;
  // All that is left, and a part of it.
  for (const wrong of [damaged, damaged.subarray(0, megabyte / 2)]) {
    expect((await send(wrong, sumOf(rest))).status).toBe(460);
    expect((await tus('HEAD', url)).headers['upload-offset']).toBe(String(received));
  }
  const { status, headers } = await send(rest, sumOf(rest));
  expect(status).toBe(204);
  expect(await hashOf(String(headers['platen-attachment-id']))).toBe(hash(content));
  expect(bucket.keys('site/.platen-uploads')).toEqual([]);
});

it('an abandoned upload leaves nothing in the bucket', async () => {
  const content = archive(9 * megabyte);
  const url = await begun(content.length + 1, 'left.zip');
  await patch(url, 0, content);
  expect(bucket.keys('site/.platen-uploads')).toHaveLength(1);
  const [row] = await one.platen.store.table(uploadsTable).find({ id: url.split('/').at(-1)! });
  nowMs += 25 * 3_600_000;
  await one.platen.runDue();
  expect(bucket.keys('site/.platen-uploads')).toEqual([]);
  expect(bucket.aborted).toContain(row?.state.multipart);
  expect((await tus('HEAD', url)).status).toBe(404);
});
