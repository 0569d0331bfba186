import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { attachmentMetaKeys } from '../../../src/media/attachment-metadata.ts';
import { mediaUsageTable } from '../../../src/media/uploads/media-usage.ts';
import { type MediaSite, mediaSite } from './media-client.ts';
import { bytes, metadata, tus } from './uploads-client.ts';

const megabyte = 1024 * 1024;
let site: MediaSite | undefined;
afterEach(() => site?.close());

const archive = (size: number): Buffer => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(size - 4)]);
const begin = (length: number, content?: Buffer) =>
  tus('POST', `${site?.origin}/wp-json/platen/v1/uploads`, {
    headers: { 'upload-length': String(length), ...metadata({ filename: 'a.zip' }), ...(content ? bytes : {}) },
    ...(content ? { body: content } : {}),
  });

it('files of every kind of upload count towards the quota, and those that are removed do not', async () => {
  const opened = await mediaSite({ mediaQuotaMegabytes: 3 });
  site = opened;
  const usual = { name: 'b.zip', content: archive(megabyte), type: 'application/zip' };
  const first = await opened.upload('author', usual);
  expect(first.status).toBe(201);
  expect((await begin(megabyte, archive(megabyte))).status).toBe(201);
  const sum = async () => (await opened.platen.store.table(mediaUsageTable).find({ attachmentId: 0 }))[0]?.bytes;
  expect(await sum()).toBe(2 * megabyte);

  const large = { ...usual, content: archive(megabyte + 1) };
  const refused = { status: 413, body: { code: 'platen_media_quota' } };
  expect(await opened.upload('author', large)).toMatchObject(refused);
  expect(await begin(megabyte + 1)).toMatchObject(refused);
  // What is on its way counts with all of its bytes.
  const open = await begin(megabyte);
  expect(open.status).toBe(201);
  expect(await begin(1)).toMatchObject(refused);
  await tus('DELETE', String(open.headers['location']).replace('http://site.test', opened.origin));

  await opened.as('author').delete(`/wp/v2/media/${first.body.id}?force=true`);
  expect(await sum()).toBe(megabyte);
  expect((await opened.upload('author', large)).status).toBe(201);
});

it('an upload that does not fit at its end any more waits until there is room', async () => {
  const opened = await mediaSite({ mediaQuotaMegabytes: 2 });
  site = opened;
  const content = archive(megabyte);
  const begun = await begin(content.length);
  const url = String(begun.headers['location']).replace('http://site.test', opened.origin);
  const usual = { name: 'b.zip', content: archive(1.5 * megabyte), type: 'application/zip' };
  const other = await opened.upload('author', usual);
  expect(other.status).toBe(201);
  const sent = await tus('PATCH', url, { headers: { ...bytes, 'upload-offset': '0' }, body: content });
  expect(sent).toMatchObject({ status: 413, body: { code: 'platen_media_quota' } });
  expect((await tus('HEAD', url)).status).toBe(413);
  expect((await opened.stored()).filter((name) => name.endsWith('.zip'))).toEqual(['b.zip']);
  expect(await opened.spooled()).toEqual([]);
  await opened.as('author').delete(`/wp/v2/media/${other.body.id}?force=true`);
  const after = await tus('HEAD', url);
  expect(after).toMatchObject({ status: 200, headers: { 'upload-offset': String(content.length) } });
  expect(after.headers['platen-attachment-id']).toMatch(/^\d+$/);
  expect(await opened.stored()).toEqual(['a.zip']);
});

it('files from before are counted once, by the sizes in their metadata', async () => {
  const opened = await mediaSite({ variant: 'c', mediaQuotaMegabytes: 2 });
  site = opened;
  const { store } = opened.platen;
  const rows = store.table(mediaUsageTable);
  const small = { name: 'b.zip', content: archive(1000), type: 'application/zip' };
  const old = await opened.upload('author', small);
  // As if it had been stored by another program, before anything was counted.
  await rows.remove({});
  const stored = `a:1:{s:8:"filesize";i:${2 * megabyte};}`;
  await store.meta.set('post', old.body.id, attachmentMetaKeys.metadata, [stored]);
  expect(await opened.upload('author', small)).toMatchObject({ status: 413, body: { code: 'platen_media_quota' } });
  expect(await rows.find({ attachmentId: 0 })).toMatchObject([{ bytes: 2 * megabyte }]);
});

const used = async (opened: MediaSite): Promise<number> =>
  (await opened.platen.store.table(mediaUsageTable).find({ attachmentId: 0 }))[0]?.bytes ?? 0;
const stored = async (opened: MediaSite): Promise<number> => {
  const folder = join(opened.platen.config.dataDir, 'uploads');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};
/** A picture that no encoder makes small. */
const noise = (side: number): Promise<Buffer> =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();

it('uploads at the same time do not exceed the quota together', async () => {
  const opened = await mediaSite({ mediaQuotaMegabytes: 3 });
  site = opened;
  const names = Array.from({ length: 8 }, (_, at) => `at-once-${at}.zip`);
  const sent = await Promise.all(
    names.map((name) => opened.upload('author', { name, content: archive(megabyte), type: 'application/zip' })),
  );
  const statuses = sent.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(3).fill(201), ...Array(5).fill(413)]);
  for (const { status, body } of sent) if (status === 413) expect(body.code).toBe('platen_media_quota');
  expect(await used(opened)).toBe(3 * megabyte);
  expect(await stored(opened)).toBe(3 * megabyte);
});

it('versions, replaced files and copies that are made again count, and versions are refused above the quota', async () => {
  const opened = await mediaSite({ variant: 'c', mediaQuotaMegabytes: 2 });
  site = opened;
  const who = opened.as('author');
  const content = await noise(700);
  const { body } = await opened.upload('author', { name: 'noise.jpg', content, type: 'image/jpeg' });
  expect(await used(opened)).toBe(await stored(opened));

  const turn = { modifiers: [{ type: 'rotate', args: { angle: 90 } }] };
  const edited = await who.post(`/platen/v1/media/${body.id}/edit`, { src: body.source_url, ...turn });
  expect(edited.status).toBe(200);
  expect(await used(opened)).toBe(await stored(opened));

  await opened.as('administrator').post('/platen/v1/settings', { medium_size_w: 200, medium_size_h: 200 });
  await opened.as('administrator').post(`/platen/v1/media/${body.id}/regenerate`, { remove_unused: true });
  expect(await used(opened)).toBe(await stored(opened));

  const other = await noise(600);
  const replaced = await fetch(`${opened.origin}/wp-json/platen/v1/media/${body.id}/file`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('the-author:pw-author').toString('base64')}`,
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="less.jpg"',
    },
    body: new Uint8Array(other),
  });
  expect(replaced.status).toBe(200);
  expect(await used(opened)).toBe(await stored(opened));

  let src: string = edited.body.source_url;
  const refused = { status: 413, body: { code: 'platen_media_quota' } };
  for (let left = 20; ; left -= 1) {
    const before = await stored(opened);
    const answer = await who.post(`/platen/v1/media/${body.id}/edit`, { src, ...turn });
    expect(await used(opened)).toBe(await stored(opened));
    if (answer.status !== 200) {
      expect(answer).toMatchObject(refused);
      expect(await stored(opened)).toBe(before);
      break;
    }
    expect(await used(opened)).toBeLessThanOrEqual(2 * megabyte);
    expect(left).toBeGreaterThan(0);
    src = answer.body.source_url;
  }
  for (let left = 20; ; left -= 1) {
    const answer = await who.post(`/wp/v2/media/${body.id}/edit`, { src, ...turn });
    expect(await used(opened)).toBe(await stored(opened));
    if (answer.status !== 201) {
      expect(answer).toMatchObject(refused);
      break;
    }
    expect(left).toBeGreaterThan(0);
  }
});
