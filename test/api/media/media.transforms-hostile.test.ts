import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlaten, type Platen } from '../../../src/index.ts';
import { freshDatabase } from '../../support/database.ts';
import { pngBomb } from '../../support/png-bomb.ts';
import { type MediaSite, mediaSite, month, picture } from './media-client.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await mediaSite();
});
afterAll(() => site.close());

const uploadsOf = ({ platen }: MediaSite): string => join(platen.config.dataDir, 'uploads');

/** A row whose file another program has put there. */
async function planted(name: string, content: Buffer, mime = 'image/jpeg'): Promise<string> {
  const { body } = await site.upload('author', { name, content: await picture(10, 10), type: 'image/jpeg' });
  await writeFile(join(uploadsOf(site), month(), name), content);
  await site.platen.store.posts.update(body.id, { mimeType: mime });
  await site.platen.store.meta.set('post', body.id, '_wp_attachment_metadata', []);
  return `/media/${body.id}/${name}`;
}

const madeIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(join(folder, 'platen-transforms'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

describe('files that do harm are not read twice, and leave nothing', () => {
  it.each([
    ['more pixels than memory', 'bomb.jpg', pngBomb(50_000, 50_000)],
    [
      'a drawing called a picture',
      'drawing.jpg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['a script', 'script.jpg', Buffer.from('<?php system($_GET["c"]);')],
    ['nothing', 'nothing.jpg', Buffer.alloc(0)],
    ['the first bytes of a picture', 'begun.jpg', Buffer.from('ffd8ffe0', 'hex')],
  ])('%s', async (_, name, content) => {
    const at = await planted(name, content);
    const before = await madeIn(uploadsOf(site));
    const answers = await Promise.all([48, 64, 96].map((width) => site.fetch(`${at}?w=${width}`)));
    for (const { status, text } of answers)
      expect([status, text]).toEqual([422, expect.stringContaining('cannot be read')]);
    expect(await madeIn(uploadsOf(site))).toEqual(before);
    expect(await site.spooled()).toEqual([]);
  });

  it('a file that is gone is not found', async () => {
    const at = await planted('gone.jpg', await picture(10, 10));
    await rm(join(uploadsOf(site), month(), 'gone.jpg'));
    expect((await site.fetch(`${at}?w=48`)).status).toBe(404);
  });

  it('a link to a file elsewhere is not followed', async () => {
    const at = await planted('linked.jpg', await picture(10, 10));
    const path = join(uploadsOf(site), month(), 'linked.jpg');
    const elsewhere = join(site.platen.config.dataDir, 'elsewhere.jpg');
    await writeFile(elsewhere, await picture(10, 10));
    await rm(path);
    await symlink(elsewhere, path);
    expect((await site.fetch(`${at}?w=48`)).status).toBe(404);
  });
});

it.each([
  [1, 20_000],
  [20_000, 1],
  [1, 100_000],
  [100_000, 1],
])('a picture of %i × %i stays within the bounds', async (width, height) => {
  const content = await picture(width, height, 'png');
  const { status, body } = await site.upload('author', {
    name: `line-${width}-${height}.png`,
    content,
    type: 'image/png',
  });
  expect(status).toBe(201);
  for (const query of ['w=48', 'w=3840', 'preset=thumbnail', 'preset=medium']) {
    const answer = await fetch(`${site.origin}/media/${body.id}/line-${width}-${height}.png?${query}&format=webp`);
    expect([query, answer.status]).toEqual([query, 200]);
    const made = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(Math.max(made.width, made.height)).toBeLessThanOrEqual(4096);
    expect(Math.min(made.width, made.height)).toBe(1);
  }
});

describe('a thousand sizes of one file', () => {
  const signedFor = async (id: number, widths: readonly number[]): Promise<string[]> => {
    const found: string[] = [];
    for (let at = 0; at < widths.length; at += 40) {
      const query = `w=${widths.slice(at, at + 40)}&format=jpeg&q=1`;
      const { body } = await site.as('administrator').get(`/platen/v1/media/${id}/addresses?${query}`);
      found.push(...body.addresses.map(({ url }: { url: string }) => new URL(url).pathname + new URL(url).search));
    }
    return found;
  };

  it('are refused without a signature, and limited with one; those that are there stay', async () => {
    const { body } = await site.upload('author', {
      name: 'many.jpg',
      content: await picture(1200, 8),
      type: 'image/jpeg',
    });
    const at = `/media/${body.id}/many.jpg`;
    const before = (await madeIn(uploadsOf(site))).length;
    const free = await Promise.all(Array.from({ length: 50 }, (_, n) => site.fetch(`${at}?w=${129 + n}`)));
    expect(new Set(free.map(({ status }) => status))).toEqual(new Set([403]));
    expect((await madeIn(uploadsOf(site))).length).toBe(before);

    const addresses = await signedFor(
      body.id,
      Array.from({ length: 1000 }, (_, n) => n + 130),
    );
    const tally = new Map<number, number>();
    const served: string[] = [];
    let queue = 0;
    const client = async () => {
      for (let next = addresses[queue++]; next !== undefined; next = addresses[queue++]) {
        const { status } = await site.fetch(next);
        tally.set(status, (tally.get(status) ?? 0) + 1);
        if (status === 200) served.push(next);
      }
    };
    // While they are made, others are served.
    const others = async () => {
      for (let n = 0; n < 20; n += 1) expect((await site.as('anonymous').get('/wp/v2/posts')).status).toBe(200);
    };
    await Promise.all([...Array.from({ length: 30 }, client), others()]);
    expect(Object.fromEntries(tally)).toEqual({ 200: 100, 403: 900 });
    expect((await madeIn(uploadsOf(site))).length).toBe(before + 100);

    expect(served).toHaveLength(100);
    expect((await site.fetch(served[0] ?? '')).status).toBe(200);
    const [more = ''] = await signedFor(body.id, [2000]);
    expect(await site.fetch(more)).toMatchObject({ status: 403, text: expect.stringContaining('100 signed pictures') });
    // What anybody may ask for is made all the same.
    expect((await site.fetch(`${at}?w=3840&format=avif`)).status).toBe(200);
    expect((await site.fetch(`${at}?preset=thumbnail`)).status).toBe(200);
    expect(await site.spooled()).toEqual([]);
  });

  it('more than wait at once are asked to come again', async () => {
    const { body } = await site.upload('author', {
      name: 'crowd.jpg',
      content: await picture(900, 600),
      type: 'image/jpeg',
    });
    const addresses = await signedFor(
      body.id,
      Array.from({ length: 240 }, (_, n) => n + 400),
    );
    const answers = await Promise.all(addresses.map((address) => site.fetch(address)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses.has(503)).toBe(true);
    expect([...statuses].every((status) => [200, 403, 503].includes(status))).toBe(true);
    expect(answers.find(({ status }) => status === 503)?.headers['retry-after']).toBe('2');
  });

  it('and those of another file are made meanwhile', async () => {
    const names = ['busy.jpg', 'other.jpg'];
    const [busy, other] = await Promise.all(
      names.map(async (name) => {
        const content = await picture(900, 600);
        return (await site.upload('author', { name, content, type: 'image/jpeg' })).body.id;
      }),
    );
    const addresses = await signedFor(
      busy,
      Array.from({ length: 80 }, (_, n) => n + 400),
    );
    const flood = Promise.all(addresses.map((address) => site.fetch(address)));
    expect((await site.fetch(`/media/${other}/other.jpg?w=640`)).status).toBe(200);
    expect((await flood).some(({ status }) => status === 503)).toBe(true);
  });
});

describe('two instances on a bucket', () => {
  let folder: string;
  let bucket: S3rver;
  let one: MediaSite;
  let other: Platen;
  let otherOrigin: string;
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
    const shared = {
      mediaStorage: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/media/site?region=us-east-1`,
      databaseUrl: (await freshDatabase()).url,
      siteUrl: 'http://site.test',
      host: '127.0.0.1',
      port: 0,
      log: pino({ level: 'silent' }),
      leads: false,
    };
    one = await mediaSite(shared);
    other = await createPlaten({ ...shared, dataDir: join(folder, 'other') });
    otherOrigin = await other.listen();
  });
  afterAll(async () => {
    await other.close();
    await one.close();
    await bucket.close();
    await rm(folder, { recursive: true });
  });

  const keys = async (): Promise<string[]> => {
    const entries = await readdir(folder, { recursive: true });
    return entries.filter((entry) => entry.includes('platen-transforms') && entry.endsWith('_object'));
  };

  it('a picture is stored once, served by both, and purged for both', async () => {
    const content = await picture(400, 300);
    const { body } = await one.upload('author', { name: 'far.jpg', content, type: 'image/jpeg' });
    const { body: told } = await one.as('author').get(`/platen/v1/media/${body.id}/addresses?w=123&format=webp`);
    const { pathname, search } = new URL(told.addresses[0].url);
    const origins = [one.origin, otherOrigin, one.origin, otherOrigin];
    const answers = await Promise.all(origins.map((origin) => fetch(origin + pathname + search)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    for (const answer of answers) {
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(123);
    }
    expect(await keys()).toHaveLength(1);
    expect(await one.stored()).toEqual([]);
    expect(await one.spooled()).toEqual([]);
    const etag = String(answers[0]?.headers.get('etag'));
    const again = await fetch(otherOrigin + pathname + search, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect((await one.as('author').delete(`/wp/v2/media/${body.id}?force=true`)).status).toBe(200);
    expect(await keys()).toEqual([]);
    for (const origin of [one.origin, otherOrigin]) expect((await fetch(origin + pathname + search)).status).toBe(404);
  });
});
