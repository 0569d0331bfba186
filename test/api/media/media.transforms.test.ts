import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaSite, mediaSite, picture } from './media-client.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await mediaSite({ imagePresets: { card: '120x80 cover q70', strip: '200x20 contain' } });
});
afterAll(() => site.close());

const webp = { accept: 'image/avif;q=0,image/webp,*/*' };

async function uploaded(content: Buffer | Promise<Buffer>, name: string, type: string) {
  const { status, body } = await site.upload('author', { name, content: await content, type });
  expect(status).toBe(201);
  const path = new URL(body.source_url).pathname;
  return { id: body.id as number, at: `/media/${body.id}/${path.split('/').at(-1)}`, path };
}

/** The bytes of an answer. */
async function bytes(path: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await fetch(site.origin + path, { headers });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function facts(path: string, headers: Record<string, string> = {}) {
  const { width, height, format, pages = 1 } = await sharp(await bytes(path, headers)).metadata();
  return { width, height, format: format === 'heif' ? 'avif' : format, frames: pages };
}

/** Every address is signed as those who may edit get it. */
async function signed(id: number, query: string): Promise<string> {
  const { status, body } = await site.as('administrator').get(`/platen/v1/media/${id}/addresses?${query}`);
  expect(status).toBe(200);
  return new URL(body.addresses[0].url).pathname + new URL(body.addresses[0].url).search;
}

const made = async (path: string): Promise<string[]> => {
  const folder = join(
    site.platen.config.dataDir,
    'uploads/platen-transforms',
    path.replace('/wp-content/uploads/', ''),
  );
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((one) => one.isFile()).map((one) => one.name);
};

describe('anybody may ask for', () => {
  it('a public width, in the best format that is accepted', async () => {
    const { at, path } = await uploaded(picture(1000, 600), 'wide.jpg', 'image/jpeg');
    expect(await facts(`${at}?w=640`)).toEqual({ width: 640, height: 384, format: 'jpeg', frames: 1 });
    expect(await facts(`${at}?w=640`, webp)).toMatchObject({ width: 640, format: 'webp' });
    expect(await facts(`${at}?w=640`, { accept: 'image/avif,image/webp' })).toMatchObject({ format: 'avif' });
    expect(await facts(`${at}?w=640&format=webp`)).toMatchObject({ format: 'webp' });
    // What has the same result is stored once: 640 in three formats.
    expect(await made(path)).toHaveLength(3);
  });

  it('a preset of the configuration, and a registered size', async () => {
    const { at } = await uploaded(picture(1000, 600), 'preset.jpg', 'image/jpeg');
    expect(await facts(`${at}?preset=card`)).toMatchObject({ width: 120, height: 80 });
    expect(await facts(`${at}?preset=card&format=webp`)).toMatchObject({ width: 120, height: 80, format: 'webp' });
    expect(await facts(`${at}?preset=thumbnail`)).toMatchObject({ width: 150, height: 150 });
    expect(await facts(`${at}?preset=medium`)).toMatchObject({ width: 300, height: 180 });
    expect(await facts(`${at}?preset=strip`)).toMatchObject({ width: 200, height: 20 });
  });

  it('no picture larger than the file', async () => {
    const { at, path } = await uploaded(picture(300, 200), 'small.jpg', 'image/jpeg');
    for (const width of [640, 1080, 3840])
      expect(await facts(`${at}?w=${width}`)).toMatchObject({ width: 300, height: 200 });
    expect(await made(path)).toHaveLength(1);
  });
});

describe('other parameters need a signature', () => {
  it.each(['w=641', 'w=640&h=10', 'w=640&q=50', 'w=640&fit=cover', 'w=640&focal=0,0', 'h=640', 'format=webp', 'q=80'])(
    '%s',
    async (query) => {
      const { at, path } = await uploaded(picture(20, 10), 'unsigned.jpg', 'image/jpeg');
      const answer = await site.fetch(`${at}?${query}`);
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('need a signature');
      expect(answer.text).toContain('/addresses');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(await made(path)).toEqual([]);
    },
  );

  it('a signature is for its parameters and its file, in any order', async () => {
    const one = await uploaded(picture(400, 300), 'one.jpg', 'image/jpeg');
    const two = await uploaded(picture(400, 300), 'two.jpg', 'image/jpeg');
    const address = await signed(one.id, 'w=123&h=45&fit=cover&format=webp&q=61');
    expect(await facts(address)).toMatchObject({ width: 123, height: 45, format: 'webp' });
    const [path = '', search = ''] = address.split('?');
    const parameters = new URLSearchParams(search);
    expect((await site.fetch(`${path}?${new URLSearchParams([...parameters].reverse())}`)).status).toBe(200);
    for (const [name, value] of [
      ['w', '124'],
      ['h', '46'],
      ['fit', 'contain'],
      ['format', 'avif'],
      ['q', '62'],
      ['focal', '0.1,0.1'],
      ['s', 'A'.repeat(32)],
      ['s', ''],
    ] as const) {
      const forged = new URLSearchParams(parameters);
      forged.set(name, value);
      expect([name, (await site.fetch(`${path}?${forged}`)).status]).toEqual([name, 403]);
    }
    const elsewhere = await site.fetch(`${two.at}?${search}`);
    expect([elsewhere.status, elsewhere.text.split('.')[0]]).toEqual([
      403,
      'The signature does not match the parameters',
    ]);
    // Parameters of others neither help nor disturb.
    expect((await site.fetch(`${address}&utm_source=x&W=9`)).status).toBe(200);
  });

  it('addresses are signed for those who may edit the file, and for nobody else', async () => {
    const { id } = await uploaded(picture(40, 30), 'mine.jpg', 'image/jpeg');
    const path = `/platen/v1/media/${id}/addresses?w=10,20`;
    expect((await site.as('anonymous').get(path)).status).toBe(401);
    expect((await site.as('contributor').get(path)).status).toBe(403);
    const { body } = await site.as('author').get(path);
    expect(body.addresses.map(({ width }: { width: number }) => width)).toEqual([10, 20]);
    for (const { url, width } of body.addresses)
      expect(await facts(new URL(url).pathname + new URL(url).search)).toMatchObject({ width });
    for (const query of [
      'w=0',
      'w=5000',
      'w=a',
      'w=',
      'h=4097',
      'q=0',
      'fit=x',
      'focal=2,2',
      'format=gif',
      `w=${Array.from({ length: 41 }, (_, n) => n + 1)}`,
    ])
      expect([query, (await site.as('author').get(`/platen/v1/media/${id}/addresses?${query}`)).status]).toEqual([
        query,
        400,
      ]);
  });
});

describe('parameters out of their bounds are refused before anything is read', () => {
  it.each([
    'w=0',
    'w=4097',
    'w=-1',
    'w=1e3',
    'w=',
    'w=0640',
    'h=0',
    'w=640&q=0',
    'w=640&q=101',
    'w=640&fit=fill',
    'w=640&format=svg',
    'w=640&focal=1.5,0',
    'w=640&focal=a',
    'w=640&w=640',
    'w=640&%77=641',
    'preset=card&preset=card',
    'preset=nothing',
    'preset=__proto__',
    'preset=card&w=640',
    'preset=card&q=10',
    'w=640&v=1&v=2',
  ])('%s', async (query) => {
    const answer = await site.fetch(`/media/999999/photo.jpg?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/\w.*\.$/);
  });

  it('other methods and addresses without a parameter are no pictures', async () => {
    const { at } = await uploaded(picture(20, 10), 'method.jpg', 'image/jpeg');
    expect((await site.fetch(`${at}?w=16`, { method: 'POST' })).status).toBe(405);
    expect((await site.fetch(at)).headers['content-type']).toContain('text/html');
    expect((await site.fetch(`${at}?w[]=16`)).headers['content-type']).toContain('text/html');
  });
});

describe('fits and the focal point', () => {
  /** Left half red, right half blue. */
  const halves = async (): Promise<Buffer> =>
    sharp({ create: { width: 400, height: 100, channels: 3, background: '#f00' } })
      .composite([
        { input: { create: { width: 200, height: 100, channels: 3, background: '#00f' } }, left: 200, top: 0 },
      ])
      .png()
      .toBuffer();
  const colour = async (path: string, left: number, top: number) => {
    const { data, info } = await sharp(await bytes(path))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data.subarray((top * info.width + left) * 3, (top * info.width + left) * 3 + 3)]
      .map((value) => (value > 200 ? 'x' : value < 55 ? '.' : '?'))
      .join('');
  };

  it('a cut keeps the focal point of the address, else that of the file', async () => {
    const { id } = await uploaded(halves(), 'halves.png', 'image/png');
    const box = 'w=50&h=50&fit=cover&format=jpeg';
    expect(await colour(await signed(id, `${box}&focal=0,0.5`), 25, 25)).toBe('x..');
    expect(await colour(await signed(id, `${box}&focal=1,0.5`), 25, 25)).toBe('..x');
    const before = await signed(id, box);
    await site.platen.store.meta.set('post', id, '_platen_focal_point', ['0.1 0.5']);
    const after = await signed(id, box);
    expect(after).not.toBe(before);
    expect(await colour(after, 25, 25)).toBe('x..');
    expect((await facts(after)).width).toBe(50);
  });

  it('a border fills a box: white, or nothing where the format can say so', async () => {
    const { id } = await uploaded(halves(), 'bordered.png', 'image/png');
    const jpeg = await signed(id, 'w=100&h=100&fit=contain&format=jpeg');
    expect([await colour(jpeg, 50, 2), await colour(jpeg, 10, 50)]).toEqual(['xxx', 'x..']);
    const clear = await bytes(await signed(id, 'w=100&h=100&fit=contain&format=webp'));
    const { data } = await sharp(clear).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([data[3], data[(50 * 100 + 10) * 4 + 3]]).toEqual([0, 255]);
  });

  it('inside keeps the shape', async () => {
    const { id } = await uploaded(halves(), 'inside.png', 'image/png');
    expect(await facts(await signed(id, 'w=100&h=100&fit=inside&format=webp'))).toMatchObject({
      width: 100,
      height: 25,
    });
  });

  it('a photograph is turned as its camera was held', async () => {
    const content = sharp({ create: { width: 400, height: 100, channels: 3, background: '#f00' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { at } = await uploaded(content, 'turned.jpg', 'image/jpeg');
    expect(await facts(`${at}?w=48`)).toMatchObject({ width: 48, height: 192 });
  });
});

describe('what is served', () => {
  it('is cached for good with the version of the file, else for an hour', async () => {
    const { id, at } = await uploaded(picture(100, 50), 'cached.jpg', 'image/jpeg');
    const plain = await site.fetch(`${at}?w=48`);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      vary: 'Accept',
      'content-type': 'image/jpeg',
    });
    expect(plain.headers['x-content-type-options']).toBe('nosniff');
    const address = await signed(id, 'w=30&format=webp');
    const versioned = await site.fetch(address);
    expect(versioned.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(versioned.headers['vary']).toBeUndefined();
    expect(versioned.headers['etag']).toMatch(/^"[\w-]+"$/);
    const again = await site.fetch(address, { headers: { 'if-none-match': String(versioned.headers['etag']) } });
    expect([again.status, again.headers['cache-control'], again.text]).toEqual([
      304,
      'public, max-age=31536000, immutable',
      '',
    ]);
    const other = await site.fetch(address.replace(/v=[\w-]+/, 'v=older'));
    expect([other.status, other.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
    const part = await site.fetch(address, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.text]).toEqual([206, 'RIFF']);
    const head = await site.fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.text]).toEqual([
      200,
      versioned.headers['content-length'],
      '',
    ]);
  });

  it('comes from the response cache, a large one after it was asked for twice, in the format of each browser', async () => {
    const { id, at } = await uploaded(picture(100, 50), 'again.jpg', 'image/jpeg');
    const ask = async (accept: string) => (await site.fetch(`${at}?w=48`, { headers: { accept } })).headers;
    for (const [accept, type] of [
      ['image/webp,*/*', 'image/webp'],
      ['*/*', 'image/jpeg'],
      ['image/avif', 'image/avif'],
    ] as const) {
      expect(await ask(accept)).toMatchObject({ 'content-type': type });
      expect(await ask(accept)).toMatchObject({ 'content-type': type, 'x-cache': 'hit', vary: 'Accept' });
    }
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const grainy = sharp({ create: { width: 1300, height: 1300, channels: 3, background: '#888', noise } });
    const large = await uploaded(grainy.jpeg().toBuffer(), 'grainy.jpg', 'image/jpeg');
    for (const state of ['bypass', 'miss', 'hit']) {
      const { headers } = await site.fetch(`${large.at}?w=1200`);
      expect(Number(headers['content-length'])).toBeGreaterThan(262_144);
      expect(headers['x-cache']).toBe(state);
    }
    await site.as('author').delete(`/wp/v2/media/${id}?force=true`);
    expect((await site.fetch(`${at}?w=48`)).status).toBe(404);
  });

  it.each([
    'w=48&made=up',
    'w=48&v=another',
    'w=48&v=',
    'w=48&',
    'w=%348',
    '%77=48',
    'w=48&s=made-up',
    'format=webp&w=48',
    'preset=thumbnail&s=made-up',
  ])('is not cached again for an address like ?%s', async (query) => {
    const { at } = await uploaded(picture(100, 50), 'made-up.jpg', 'image/jpeg');
    for (const path of [`${at}?${query}`, `${at.replace('made', 'm%61de')}?w=48`])
      for (let n = 0; n < 2; n += 1)
        expect(await site.fetch(path)).toMatchObject({ status: 200, headers: { 'x-cache': 'bypass' } });
  });

  it('is cached under the addresses that the server and front ends write', async () => {
    const { id, at } = await uploaded(picture(100, 50), 'usual.jpg', 'image/jpeg');
    const { body } = await site.as('author').get(`/platen/v1/media/${id}/addresses?w=48,33&h=20&fit=cover&focal=0,1`);
    const { pathname, search } = new URL(body.url);
    const signed = body.addresses.map(({ url }: { url: string }) => new URL(url).pathname + new URL(url).search);
    const preset = new URL(body.presets.card);
    for (const path of [
      `${at}?w=48`,
      `${at}?w=48&format=webp`,
      `${pathname}${search}&w=64`,
      `${preset.pathname}${preset.search}&format=webp`,
      ...signed,
    ])
      for (const state of ['miss', 'hit'])
        expect([path, (await site.fetch(path)).headers['x-cache']]).toEqual([path, state]);
    const [one = ''] = signed;
    const turned = [...new URL(one, site.origin).searchParams].reverse();
    expect(await site.fetch(`${pathname}?${new URLSearchParams(turned)}`)).toMatchObject({
      status: 200,
      headers: { 'x-cache': 'bypass' },
    });
  });

  it('is made once, however many ask at once', async () => {
    const { at, path } = await uploaded(picture(1500, 900), 'once.jpg', 'image/jpeg');
    const answers = await Promise.all(Array.from({ length: 12 }, () => site.fetch(`${at}?w=1080&format=webp`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // The tag changes with every file that is stored.
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1);
    expect(await made(path)).toHaveLength(1);
  });

  it('is not reached below the uploads', async () => {
    const { at, path } = await uploaded(picture(100, 50), 'direct.jpg', 'image/jpeg');
    await bytes(`${at}?w=48`);
    const [name] = await made(path);
    expect(name).toBeDefined();
    const listed: string[] = [];
    const folder = join(site.platen.config.dataDir, 'uploads/platen-transforms');
    for (const one of await readdir(folder, { recursive: true })) if (one.endsWith(String(name))) listed.push(one);
    expect((await site.fetch(`/wp-content/uploads/platen-transforms/${listed[0]}`)).status).toBe(404);
  });
});

describe('goes with its file', () => {
  it('a replaced file has new pictures under a new version, and the old ones are gone', async () => {
    const { id, at, path } = await uploaded(picture(100, 50), 'replaced.jpg', 'image/jpeg');
    const before = await signed(id, 'w=30&format=webp');
    const old = await bytes(before);
    const other = await sharp({ create: { width: 100, height: 50, channels: 3, background: '#f0f' } })
      .jpeg()
      .toBuffer();
    const replaced = await fetch(`${site.origin}/wp-json/platen/v1/media/${id}/file`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('the-author:pw-author').toString('base64')}`,
        'content-type': 'image/jpeg',
        'content-disposition': 'attachment; filename="x.jpg"',
      },
      body: new Uint8Array(other),
    });
    expect(replaced.status).toBe(200);
    expect(await made(path)).toEqual([]);
    const after = await signed(id, 'w=30&format=webp');
    expect(after).not.toBe(before);
    expect((await bytes(after)).equals(old)).toBe(false);
    // The old address shows the new file, and not for good.
    const stale = await site.fetch(before);
    expect([stale.status, stale.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
    expect(await made(path)).toHaveLength(1);
    expect((await site.fetch(`${at}?w=48`)).status).toBe(200);
  });

  it('a deleted file has none, and a file of the same name has its own', async () => {
    const first = await uploaded(picture(100, 50), 'reused.jpg', 'image/jpeg');
    await bytes(`${first.at}?w=48`);
    expect(await made(first.path)).toHaveLength(1);
    expect((await site.as('author').delete(`/wp/v2/media/${first.id}?force=true`)).status).toBe(200);
    expect(await made(first.path)).toEqual([]);
    expect((await site.fetch(`${first.at}?w=48`)).status).toBe(404);
    const second = await uploaded(picture(100, 50), 'reused.jpg', 'image/jpeg');
    expect(second.path).toBe(first.path);
    expect((await site.fetch(`${second.at}?w=48`)).status).toBe(200);
    expect((await site.fetch(`/media/${first.id}/reused.jpg?w=48`)).status).toBe(404);
  });

  it('a file in the trash has none until it is back', async () => {
    const { id, at } = await uploaded(picture(100, 50), 'trashed.jpg', 'image/jpeg');
    await bytes(`${at}?w=48`);
    await site.platen.store.posts.update(id, { status: 'trash' });
    expect((await site.fetch(`${at}?w=48`)).status).toBe(404);
    await site.platen.store.posts.update(id, { status: 'inherit' });
    expect((await site.fetch(`${at}?w=48`)).status).toBe(200);
  });

  it('neither another name, nor a post, nor an id of nothing has one', async () => {
    const { id } = await uploaded(picture(100, 50), 'named.jpg', 'image/jpeg');
    const post = await site.as('author').post('/wp/v2/posts', { title: 'x', status: 'publish' });
    const paths = [
      `/media/${id}/other.jpg`,
      `/media/${post.body.id}/named.jpg`,
      '/media/999999/named.jpg',
      `/media/${id}/named.jpg%00`,
    ];
    for (const path of paths) expect((await site.fetch(`${path}?w=48`)).status).toBe(404);
  });
});

describe('kinds of files', () => {
  it('an animation is shown by its first frame', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer();
    const content = await sharp([await frame('#f00'), await frame('#00f')], { join: { animated: true } })
      .gif({ delay: 100 })
      .toBuffer();
    expect((await sharp(content, { animated: true }).metadata()).pages).toBe(2);
    const { at } = await uploaded(content, 'moving.gif', 'image/gif');
    const shown = await bytes(`${at}?w=48&format=webp`);
    expect((await sharp(shown, { animated: true }).metadata()).pages ?? 1).toBe(1);
    const { data } = await sharp(shown).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([data[0]! > 200, data[2]! < 55]).toEqual([true, true]);
  });

  it.each([
    ['image/svg+xml', 'a.svg'],
    ['application/pdf', 'a.pdf'],
    ['video/mp4', 'a.mp4'],
    ['text/plain', 'a.txt'],
  ])('%s is not resized', async (mime, name) => {
    const { id } = await uploaded(picture(10, 10), `kind-${name}.jpg`, 'image/jpeg');
    await site.platen.store.posts.update(id, { mimeType: mime });
    await site.platen.store.meta.set('post', id, '_wp_attached_file', [`2020/01/${name}`]);
    const answer = await site.fetch(`/media/${id}/${name}?w=48`);
    expect([answer.status, answer.text]).toEqual([415, `Files of type ${mime} are not resized. Use the file itself.`]);
  });
});
