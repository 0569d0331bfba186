import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '../../support/platen.ts';
import { type MediaSite, mediaSite } from './media-client.ts';
import { metadata, tus } from './uploads-client.ts';

const megabyte = 1024 * 1024;
let site: MediaSite;
beforeAll(async () => {
  site = await mediaSite({ uploadLimitMegabytes: 3, uploadLimits: { author: 1, editor: 5 } });
});
afterAll(() => site.close());

const archive = (size: number): Buffer => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(size - 4)]);
const refused = { status: 413, body: { code: 'rest_upload_file_too_big' } };
const begin = (who: Role, length: number) =>
  tus('POST', `${site.origin}/wp-json/platen/v1/uploads`, {
    who,
    headers: { 'upload-length': String(length), ...metadata({ filename: 'a.zip' }) },
  });

it('a limit of a role below that of the site holds for every way to upload', async () => {
  const large = { name: 'large.zip', content: archive(megabyte + 1), type: 'application/zip' };
  expect(await site.upload('author', large)).toMatchObject(refused);
  expect(await site.uploadForm('author', large)).toMatchObject(refused);
  expect(await begin('author', megabyte + 1)).toMatchObject(refused);
  expect(await site.stored()).toEqual([]);
  expect(await site.spooled()).toEqual([]);

  const fitting = { ...large, content: archive(megabyte) };
  const { status, body } = await site.upload('author', fitting);
  expect(status).toBe(201);
  const replaced = await fetch(`${site.origin}/wp-json/platen/v1/media/${body.id}/file`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('the-author:pw-author').toString('base64')}`,
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="large.zip"',
    },
    body: new Uint8Array(large.content),
  });
  expect(replaced.status).toBe(413);
  expect(await site.spooled()).toEqual([]);
});

it('one above it is for resumable uploads; roles without one have that of the site', async () => {
  const file = (size: number) => ({ name: 'file.zip', content: archive(size), type: 'application/zip' });
  expect((await site.upload('editor', file(2 * megabyte))).status).toBe(201);
  expect((await site.upload('editor', file(4 * megabyte))).status).toBe(413);
  expect((await begin('editor', 5 * megabyte)).status).toBe(201);
  expect(await begin('editor', 5 * megabyte + 1)).toMatchObject(refused);
  expect((await site.upload('administrator', file(2 * megabyte))).status).toBe(201);
  expect((await begin('administrator', 3 * megabyte)).status).toBe(201);
  expect(await begin('administrator', 3 * megabyte + 1)).toMatchObject(refused);
});
