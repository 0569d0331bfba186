import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uploadClaimsTable } from '../../../src/media/upload-claims.ts';
import { uploadsTable } from '../../../src/media/uploads/upload-table.ts';
import type { Role } from '../../support/platen.ts';
import { type MediaSite, mediaSite, month, picture } from './media-client.ts';
import { breakOff, bytes, metadata, type TusRequest, tus } from './uploads-client.ts';

let site: MediaSite;
let collection: string;
let nowMs = Date.now();
beforeAll(async () => {
  site = await mediaSite({ uploadLimits: { editor: 100 }, uploadLimitMegabytes: 20, leads: true, clock: () => nowMs });
  collection = `${site.origin}/wp-json/platen/v1/uploads`;
});
afterAll(() => site.close());
beforeEach(() => {
  nowMs = Date.now();
});

/** Where the server of links is, as this test reaches it. */
const reached = (location: string | undefined): string => String(location).replace('http://site.test', site.origin);

const begin = (length: number, pairs: Record<string, string>, { who, headers, body }: TusRequest = {}) =>
  tus('POST', collection, {
    headers: { 'upload-length': String(length), ...metadata(pairs), ...headers },
    ...(who ? { who } : {}),
    ...(body ? { body } : {}),
  });

async function begun(length: number, name = 'a.txt', who: Role = 'author'): Promise<string> {
  const answer = await begin(length, { filename: name }, { who });
  expect(answer.status).toBe(201);
  return reached(answer.headers['location']);
}

const patch = (url: string, offset: number, body: Uint8Array | string, more: TusRequest = {}) =>
  tus('PATCH', url, { ...more, body, headers: { ...bytes, 'upload-offset': String(offset), ...more.headers } });

const partial = (): string[] => {
  const folder = join(site.platen.config.dataDir, 'uploads', '.platen-uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** The bytes on the disk of an unfinished upload. */
const partialBytes = (url: string): number => {
  const file = join(site.platen.config.dataDir, 'uploads', '.platen-uploads', idOf(url));
  return existsSync(file) ? statSync(file).size : 0;
};
const idOf = (url: string): string => url.split('/').at(-1) ?? '';

const stored = (path: string) => readFile(join(site.platen.config.dataDir, 'uploads', path));

describe('a file in several requests', () => {
  it('becomes a media item like any other, with the fields of its metadata', async () => {
    const content = await picture(1200, 900);
    const post = await site.as('author').post('/wp/v2/posts', { title: 'Holiday' });
    const pairs = {
      filename: 'Beach.jpg',
      filetype: 'image/jpeg',
      title: 'Übersee',
      alt_text: 'A beach',
      post: String(post.body.id),
    };
    const created = await begin(content.length, pairs);
    expect(created).toMatchObject({ status: 201, headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0' } });
    expect(created.body).toMatchObject({ filename: 'Beach.jpg', length: content.length, offset: 0, attachment: 0 });
    const url = reached(created.headers['location']);

    const first = await patch(url, 0, content.subarray(0, 1000));
    expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': '1000' }, body: null });
    expect(first.headers).not.toHaveProperty('platen-attachment-id');
    const middle = await tus('HEAD', url);
    expect(middle).toMatchObject({
      status: 200,
      headers: { 'upload-offset': '1000', 'upload-length': String(content.length), 'cache-control': 'no-store' },
    });
    const last = await patch(url, 1000, content.subarray(1000));
    expect(last).toMatchObject({ status: 204, headers: { 'upload-offset': String(content.length) } });

    const id = Number(last.headers['platen-attachment-id']);
    const made = await site.as('author').get(`/wp/v2/media/${id}?context=edit`);
    expect(made.body).toMatchObject({
      title: { raw: 'Übersee' },
      alt_text: 'A beach',
      post: post.body.id,
      author: site.users.author,
      mime_type: 'image/jpeg',
      media_details: { width: 1200, height: 900, sizes: { thumbnail: { width: 150 } } },
    });
    const usual = await site.upload('author', { name: 'usual.jpg', content, type: 'image/jpeg' });
    const { body: plain } = await site.as('author').get(`/wp/v2/media/${usual.body.id}?context=edit`);
    expect(Object.keys(made.body)).toEqual(Object.keys(plain));
    expect(await stored(made.body.media_details.file)).toEqual(content);
    expect((await tus('GET', url)).body).toMatchObject({ attachment: id, offset: content.length });
    expect((await tus('HEAD', url)).headers['platen-attachment-id']).toBe(String(id));
    expect(partial()).not.toContain(idOf(url));
    expect(await site.spooled()).toEqual([]);
  });

  it('may begin with the request that creates it, and end there', async () => {
    const whole = await begin(5, { filename: 'short.txt' }, { headers: bytes, body: 'hello' });
    expect(whole).toMatchObject({ status: 201, headers: { 'upload-offset': '5' } });
    const part = await begin(10, { filename: 'half.txt' }, { headers: bytes, body: 'hello' });
    expect(part).toMatchObject({ status: 201, headers: { 'upload-offset': '5' }, body: { attachment: 0 } });
    expect((await site.as('author').get(`/wp/v2/media/${whole.body.attachment}`)).body.title.rendered).toBe('short');
    await tus('DELETE', reached(part.headers['location']));
  });

  it('makes one media item, however often and at once its end is sent', async () => {
    const before = (await site.as('author').get('/wp/v2/media?search=once')).body.length;
    const url = await begun(5, 'once.txt');
    const answers = await Promise.all(Array.from({ length: 4 }, () => patch(url, 0, 'hello').catch(() => null)));
    const again = await Promise.all([tus('HEAD', url), tus('HEAD', url), patch(url, 5, '')]);
    const ids = [...answers, ...again].flatMap((answer) => answer?.headers['platen-attachment-id'] ?? []);
    expect(again.map(({ status }) => status)).toEqual([200, 200, 204]);
    expect(new Set(ids).size).toBe(1);
    expect((await site.as('author').get('/wp/v2/media?search=once')).body).toHaveLength(before + 1);
  });

  it('keeps what arrived of a request that broke off, and the client goes on there', async () => {
    const content = randomBytes(300_000);
    const url = await begun(content.length, 'cut.zip');
    const broken = await breakOff(
      url,
      { headers: { 'upload-offset': '0' }, body: content.subarray(0, 100_000) },
      300_000,
    );
    await expect.poll(() => partialBytes(url)).toBeGreaterThan(0);
    broken.destroy();
    const { headers } = await tus('HEAD', url);
    const at = Number(headers['upload-offset']);
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThanOrEqual(100_000);
    const rest = await patch(url, at, content.subarray(at));
    // Random bytes are no archive.
    expect(rest).toMatchObject({ status: 400, body: { code: 'rest_upload_sideload_error' } });
    expect((await tus('HEAD', url)).status).toBe(404);
    expect(partial()).not.toContain(idOf(url));
  });

  it('a client that comes back while its old request hangs takes over', async () => {
    const url = await begun(10, 'hang.txt');
    const hanging = await breakOff(url, { headers: { 'upload-offset': '0' }, body: 'hello' }, 10);
    await expect.poll(() => partialBytes(url)).toBe(5);
    const { headers } = await tus('HEAD', url);
    expect(headers['upload-offset']).toBe('5');
    expect((await patch(url, 5, 'world')).headers['platen-attachment-id']).toMatch(/^\d+$/);
    hanging.destroy();
  });
});

describe('checksums', () => {
  const sha1 = (text: string) => createHash('sha1').update(text).digest('base64');

  it('bytes count only when they match', async () => {
    const url = await begun(10, 'sum.txt');
    const wrong = await patch(url, 0, 'hello', { headers: { 'upload-checksum': `sha1 ${sha1('other')}` } });
    expect(wrong).toMatchObject({ status: 460, body: { code: 'platen_upload_checksum' } });
    expect((await tus('HEAD', url)).headers['upload-offset']).toBe('0');
    const right = await patch(url, 0, 'hello', { headers: { 'upload-checksum': `sha1 ${sha1('hello')}` } });
    expect(right).toMatchObject({ status: 204, headers: { 'upload-offset': '5' } });
    await tus('DELETE', url);
  });

  it('what was received before stays when those of a later request do not match', async () => {
    const url = await begun(10, 'second.txt');
    await patch(url, 0, 'hello');
    const headers = { 'upload-checksum': `sha1 ${sha1('other')}` };
    for (const body of ['w', 'world']) expect(await patch(url, 5, body, { headers })).toMatchObject({ status: 460 });
    expect((await tus('HEAD', url)).headers['upload-offset']).toBe('5');
    const last = await patch(url, 5, 'world', { headers: { 'upload-checksum': `sha1 ${sha1('world')}` } });
    const { body } = await site.as('author').get(`/wp/v2/media/${last.headers['platen-attachment-id']}`);
    expect(String(await stored(`${month()}/${new URL(body.source_url).pathname.split('/').at(-1)}`))).toBe(
      'helloworld',
    );
  });

  it('an unknown algorithm is refused', async () => {
    const url = await begun(5);
    const answer = await patch(url, 0, 'hello', { headers: { 'upload-checksum': 'crc32 AAAA' } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'platen_upload_header' } });
    await tus('DELETE', url);
  });
});

describe('what is refused', () => {
  it.each([
    ['no version', { headers: { 'tus-resumable': '' } }, 412, 'platen_upload_version'],
    ['another version', { headers: { 'tus-resumable': '0.2.2' } }, 412, 'platen_upload_version'],
    ['no length', { headers: { 'upload-length': '' } }, 400, 'platen_upload_header'],
    ['a length that is none', { headers: { 'upload-length': '-1' } }, 400, 'platen_upload_header'],
    ['an empty file', { headers: { 'upload-length': '0' } }, 400, 'platen_upload_header'],
    [
      'a length that comes later',
      { headers: { 'upload-length': '', 'upload-defer-length': '1' } },
      400,
      'platen_upload_header',
    ],
    ['parts of another upload', { headers: { 'upload-concat': 'partial' } }, 400, 'platen_upload_header'],
    ['no name', { headers: { 'upload-metadata': '' } }, 400, 'platen_upload_header'],
    ['broken metadata', { headers: { 'upload-metadata': 'filename %%%' } }, 400, 'platen_upload_header'],
    [
      'a file that is too large',
      { headers: { 'upload-length': String(21 * 1024 * 1024) } },
      413,
      'rest_upload_file_too_big',
    ],
    ['a post that is none', { headers: metadata({ filename: 'a.txt', post: 'x' }) }, 400, 'rest_invalid_param'],
    ['a post of nobody', { headers: metadata({ filename: 'a.txt', post: '999999' }) }, 403, 'rest_cannot_edit'],
    ['a visitor', { who: 'anonymous' }, 401, 'rest_cannot_create'],
    ['an account that may not upload', { who: 'subscriber' }, 403, 'rest_cannot_create'],
  ] as const)('%s', async (_, { headers = {}, who = 'author' }: { headers?: object; who?: Role }, status, code) => {
    const sent = { 'upload-length': '5', ...metadata({ filename: 'a.txt' }), ...headers };
    const answer = await tus('POST', collection, { headers: sent, who });
    expect(answer).toMatchObject({ status, body: { code, data: { status } } });
    expect(answer.headers['tus-resumable']).toBe('1.0.0');
    if (status === 412) expect(answer.headers['tus-version']).toBe('1.0.0');
  });

  it('a larger file is for those whose role allows it', async () => {
    const url = await begun(90 * 1024 * 1024, 'large.zip', 'editor');
    await tus('DELETE', url, { who: 'editor' });
    const options = await tus('OPTIONS', collection, { who: 'editor' });
    expect(options).toMatchObject({
      status: 200,
      headers: {
        'tus-version': '1.0.0',
        'tus-max-size': String(100 * 1024 * 1024),
        'tus-extension': 'creation,creation-with-upload,termination,expiration,checksum',
      },
    });
  });

  it('bytes at another place, of another type, or too many of them', async () => {
    const url = await begun(5);
    expect(await patch(url, 3, 'lo')).toMatchObject({ status: 409, body: { code: 'platen_upload_offset' } });
    expect(await patch(url, 0, 'x', { headers: { 'upload-offset': 'x' } })).toMatchObject({ status: 400 });
    expect(await patch(url, 0, 'x', { headers: { 'content-type': 'text/plain' } })).toMatchObject({ status: 415 });
    expect(await patch(url, 0, 'x', { headers: { 'tus-resumable': '' } })).toMatchObject({ status: 412 });
    expect(await patch(url, 0, 'hello world')).toMatchObject({ status: 413 });
    const chunked = await patch(url, 0, 'hello world', { headers: { 'transfer-encoding': 'chunked' } });
    expect(chunked).toMatchObject({ status: 400, body: { code: 'platen_upload_header' } });
    await tus('DELETE', url);
  });

  it('the upload of another account is not there', async () => {
    const url = await begun(5);
    for (const who of ['editor', 'administrator'] as const) {
      expect((await tus('HEAD', url, { who })).status).toBe(404);
      expect((await patch(url, 0, 'hello', { who })).status).toBe(404);
      expect((await tus('DELETE', url, { who })).status).toBe(404);
    }
    expect((await tus('GET', url, { who: 'anonymous' })).status).toBe(401);
    expect((await patch(url, 0, 'hello')).status).toBe(204);
  });

  it('one upload too many', async () => {
    const urls: string[] = [];
    for (let n = 0; n < 20; n += 1) urls.push(await begun(5, 'many.txt', 'editor'));
    const refused = await begin(5, { filename: 'many.txt' }, { who: 'editor' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'platen_too_many_uploads' } });
    expect((await tus('DELETE', urls[0]!, { who: 'editor' })).status).toBe(204);
    expect((await begin(5, { filename: 'many.txt' }, { who: 'editor' })).status).toBe(201);
  });

  it('a file whose bytes are no picture is removed with its upload', async () => {
    const url = await begun(5, 'no.jpg');
    expect((await patch(url, 0, 'hello')).status).toBe(400);
    expect((await tus('HEAD', url)).status).toBe(404);
    expect(await site.stored()).not.toContain('no.jpg');
  });
});

it('an upload that was given up is gone; the media item of a finished one stays', async () => {
  const url = await begun(10, 'gone.txt');
  await patch(url, 0, 'hello');
  expect(partialBytes(url)).toBe(5);
  expect(await tus('DELETE', url)).toMatchObject({ status: 204, headers: { 'tus-resumable': '1.0.0' } });
  expect((await tus('HEAD', url)).status).toBe(404);
  expect(partial()).not.toContain(idOf(url));
  const finished = await begun(5, 'stays.txt');
  const { headers } = await patch(finished, 0, 'hello');
  await tus('DELETE', finished);
  expect((await site.as('author').get(`/wp/v2/media/${headers['platen-attachment-id']}`)).status).toBe(200);
});

it('an abandoned upload expires, and its bytes go', async () => {
  const { store } = site.platen;
  const url = await begun(10, 'late.txt');
  const { headers } = await patch(url, 0, 'hello');
  expect(Date.parse(String(headers['upload-expires']))).toBeGreaterThan(nowMs + 23 * 3_600_000);
  nowMs += 25 * 3_600_000;
  expect((await tus('HEAD', url)).status).toBe(404);
  expect((await patch(url, 5, 'world')).status).toBe(404);
  expect(partial()).toContain(idOf(url));
  await site.platen.runDue();
  expect(partial()).toEqual([]);
  expect(await store.table(uploadsTable).count({ expiresMs: { below: nowMs } })).toBe(0);
});

it('an expired upload that cannot be removed does not keep the others', async () => {
  const { mkdir, rm } = await import('node:fs/promises');
  const broken = await begun(10, 'broken.txt');
  await patch(broken, 0, 'hello');
  nowMs += 1000;
  const other = await begun(10, 'other.txt');
  await patch(other, 0, 'hello');
  const file = join(site.platen.config.dataDir, 'uploads', '.platen-uploads', idOf(broken));
  await rm(file);
  await mkdir(join(file, 'folder'), { recursive: true });
  nowMs += 26 * 3_600_000;
  await site.platen.runDue();
  expect(partial()).toEqual([idOf(broken)]);
  const rows = site.platen.store.table(uploadsTable);
  expect((await rows.find({ expiresMs: { below: nowMs } })).map(({ id }) => id)).toEqual([idOf(broken)]);

  await rm(file, { recursive: true });
  nowMs += 3_600_000;
  await site.platen.runDue();
  expect(await rows.count({ expiresMs: { below: nowMs } })).toBe(0);
});

it('bytes that are lost are said to be, and nothing is made of them', async () => {
  const { rm, readdir } = await import('node:fs/promises');
  const folder = join(site.platen.config.dataDir, 'uploads', '.platen-uploads');
  const url = await begun(10, 'lost.txt');
  await patch(url, 0, 'hello');
  for (const name of await readdir(folder)) await rm(join(folder, name));
  expect(await patch(url, 5, 'world')).toMatchObject({ status: 404, body: { code: 'platen_upload_lost' } });
  await tus('DELETE', url);
});

it('another process at work is said to be; one that was killed is not in the way', async () => {
  const { store } = site.platen;
  const url = await begun(5, 'busy.txt');
  const name = createHash('sha256')
    .update(`upload ${url.split('/').at(-1)}`)
    .digest('base64url');
  const rows = store.table(uploadClaimsTable);
  await rows.insert({ name, paths: [], owner: 'another machine', untilMs: Date.now() + 60_000 });
  expect(await patch(url, 0, 'hello')).toMatchObject({ status: 423, headers: { 'retry-after': '5' } });
  await rows.update({ name }, { untilMs: Date.now() - 1 });
  expect((await patch(url, 0, 'hello')).status).toBe(204);
});

it('scripts of other origins may send and read what the protocol needs', async () => {
  const asked = { origin: 'https://front.test', 'access-control-request-headers': 'tus-resumable,upload-offset' };
  const preflight = await tus('OPTIONS', collection, { headers: asked, who: 'anonymous' });
  expect(preflight.headers['access-control-allow-headers']).toContain('Upload-Offset');
  const url = await begun(5);
  const { headers } = await tus('HEAD', url, { headers: { origin: 'https://front.test' } });
  expect(headers['access-control-expose-headers']).toContain('Upload-Offset');
  await tus('DELETE', url);
});

it(`files lie in the folder of the month ${month()}`, async () => {
  const url = await begun(5, 'month.txt');
  const { headers } = await patch(url, 0, 'hello');
  const { body } = await site.as('author').get(`/wp/v2/media/${headers['platen-attachment-id']}`);
  expect(body.source_url).toContain(`/${month()}/month.txt`);
});
