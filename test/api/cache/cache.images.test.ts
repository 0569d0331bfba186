import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatherImages, sweepImages } from '../../../src/extensions/cache/images/gather-images.ts';
import { imageJobTable, imageTotalsEntry, jobStatus } from '../../../src/extensions/cache/images/image-jobs.ts';
import type { PullContext } from '../../../src/extensions/cache/images/picture-work.ts';
import { pullPictures, workOnPicture } from '../../../src/extensions/cache/images/picture-work.ts';
import { readState } from '../../../src/extensions/cache/stored-state.ts';
import { createLocalFileStore } from '../../../src/media/files/local-file-store.ts';
import { createMediaWorkers, type MediaWorkers } from '../../../src/media/workers/media-workers.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { call, key, proof, takeKey } from './cache-client.ts';

let site: TestPlaten;
let origin: string;
/** The time at which the clock of the site stands, if it does. */
let stoppedMs: number | null = null;
let spool: string;
let workers: MediaWorkers;
let context: PullContext;
/** What the service's hosts answer, by address. */
const offered = new Map<string, Buffer>();

beforeAll(async () => {
  site = await testPlaten({ clock: () => stoppedMs ?? Date.now() });
  origin = await site.platen.listen();
  spool = await mkdtemp(join(tmpdir(), 'platen-spool-'));
  workers = createMediaWorkers({ folder: spool });
  context = {
    store: site.platen.store,
    files: createLocalFileStore(join(site.platen.config.dataDir, 'uploads')),
    pictures: workers.pictures,
    spool,
    owner: 'here',
    clock: Date.now,
    fetch: async (url) => {
      const body = offered.get(url);
      return { status: body ? 200 : 404, url, contentType: '', body: body ?? Buffer.alloc(0) };
    },
  };
  await takeKey(site);
  await site.platen.store.options.set('platen_cache_node_hosts', 'good.example');
});
afterAll(async () => {
  await workers.close();
  await site.close();
  await rm(spool, { recursive: true, force: true });
});

const jobs = () => site.platen.store.table(imageJobTable);
const totals = () => readState(site.platen.store, imageTotalsEntry);
const pixels = (width: number, height: number) => {
  const noise = Buffer.from(Array.from({ length: width * height * 3 }, (_, i) => (i * 7 + ((i >> 5) % 60)) % 200));
  return sharp(noise, { raw: { width, height, channels: 3 } });
};

/** Uploads a picture of 120 by 90, which is too small for further sizes. */
async function upload(name: string, given?: Buffer): Promise<{ id: number; path: string; bytes: Buffer }> {
  const bytes = given ?? (await pixels(120, 90).jpeg({ quality: 100 }).toBuffer());
  const answer = await fetch(`${origin}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`,
      'content-type': given ? 'image/webp' : 'image/jpeg',
      'content-disposition': `attachment; filename=${name}`,
    },
    body: new Uint8Array(bytes),
  });
  const media = (await answer.json()) as { id: number; source_url: string };
  return { id: media.id, path: media.source_url.split('/uploads/')[1] as string, bytes };
}

const get = (path: string, accept: string) => fetch(`${origin}/wp-content/uploads/${path}`, { headers: { accept } });
const stored = (path: string) => readFile(join(site.platen.config.dataDir, 'uploads', path)).catch(() => null);

describe('our own worker', () => {
  it('makes smaller files beside the picture, and browsers get what they take', async () => {
    const picture = await upload('sea.jpg');
    expect(await gatherImages(context.store, Date.now())).toBe(1);
    expect(await gatherImages(context.store, Date.now(), { all: true })).toBe(0);
    while (await workOnPicture(context));
    const [job] = await jobs().find({ attachment: picture.id });
    expect(job).toMatchObject({ status: jobStatus.fetched, sourceBytes: picture.bytes.length });
    for (const format of ['webp', 'avif'] as const) {
      const bytes = (await stored(`${picture.path}.${format}`)) as Buffer;
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 120, height: 90 });
      expect(job?.made?.[format]).toEqual({ md5: hash('md5', bytes), saved: picture.bytes.length - bytes.length });
    }
    const avif = await get(picture.path, 'image/avif,image/webp,*/*');
    expect([avif.headers.get('content-type'), avif.headers.get('vary')]).toEqual(['image/avif', 'Accept']);
    expect((await get(picture.path, 'image/webp')).headers.get('content-type')).toBe('image/webp');
    expect((await get(picture.path, 'image/webp;q=0, */*')).headers.get('content-type')).toBe('image/jpeg');
    expect((await get(picture.path, '*/*')).headers.get('vary')).toBe('Accept');
  });

  it('says what it saved, for each picture and in all', async () => {
    const picture = await upload('lake.jpg');
    const before = await totals();
    await gatherImages(context.store, Date.now());
    while (await workOnPicture(context));
    const answer = await call(site, 'check_img', { form: { hash: proof(key, 4, 8), data: String(picture.id) } });
    const { savings, img_data: list, _wp_attached_file: file } = answer.body.data;
    expect(file).toBe(picture.path);
    expect(list).toMatchObject([{ optm_status: 9, src: picture.path, srcpath_md5: hash('md5', picture.path) }]);
    expect(savings).toMatchObject({ ori_total: picture.bytes.length, ori_saved: 0, webp_total: picture.bytes.length });
    expect((await totals()).reduced - before.reduced).toBe(savings.webp_saved + savings.avif_saved);
  });

  it('keeps nothing that is not smaller', async () => {
    const picture = await upload('tiny.jpg');
    const small = await pixels(2, 2).webp({ quality: 1 }).toBuffer();
    await writeFile(join(site.platen.config.dataDir, 'uploads', picture.path), small);
    await gatherImages(context.store, Date.now());
    while (await workOnPicture(context));
    expect(await stored(`${picture.path}.webp`)).toBeNull();
  });

  it('keeps a picture in mind while files cannot be read', async () => {
    const picture = await upload('river.jpg');
    await gatherImages(context.store, Date.now());
    const read = () => Promise.reject(new Error('away'));
    await expect(workOnPicture({ ...context, files: { ...context.files, read } })).rejects.toThrow('away');
    expect(await jobs().count({ attachment: picture.id })).toBe(1);
    // After its lease, another attempt makes them.
    const later = Date.now() + 86_400_000;
    await sweepImages(context, 0, later);
    while (await workOnPicture(context));
    expect(await jobs().find({ attachment: picture.id })).toMatchObject([{ status: jobStatus.fetched }]);
  });

  it('cleans up after pictures that are gone, and never shows old files for new bytes', async () => {
    const picture = await upload('gone.jpg');
    await gatherImages(context.store, Date.now());
    while (await workOnPicture(context));
    const before = await totals();
    const [job] = await jobs().find({ attachment: picture.id });
    await site.as('administrator').delete(`/wp/v2/media/${picture.id}?force=true`);
    await context.files.put(picture.path, await file(await pixels(20, 20).jpeg().toBuffer()), 'image/jpeg');
    expect((await get(picture.path, 'image/avif')).headers.get('content-type')).toBe('image/jpeg');
    await sweepImages(context, 0, Date.now());
    expect(await jobs().count({ attachment: picture.id })).toBe(0);
    expect(await stored(`${picture.path}.webp`)).toBeNull();
    const saved = Object.values(job?.made ?? {}).reduce((sum, made) => sum + (made?.saved ?? 0), 0);
    expect(before.reduced - (await totals()).reduced).toBe(saved);
  });

  it('leaves a name alone that an upload has', async () => {
    const picture = await upload('own.jpg');
    const other = await upload('own.jpg.webp', await pixels(30, 30).webp().toBuffer());
    expect(other.path).toBe(`${picture.path}.webp`);
    await gatherImages(context.store, Date.now());
    while (await workOnPicture(context));
    expect((await stored(other.path))?.equals(other.bytes)).toBe(true);
    expect((await get(picture.path, 'image/webp')).headers.get('content-type')).toBe('image/jpeg');
  });
});

async function file(bytes: Buffer): Promise<string> {
  const path = join(spool, `${Math.random()}.tmp`);
  await writeFile(path, bytes);
  return path;
}

describe('messages of a node', () => {
  /** A job that a node was asked to do. */
  async function requested(name: string) {
    const picture = await upload(name);
    await gatherImages(context.store, Date.now());
    const [job] = await jobs().find({ attachment: picture.id });
    await jobs().update({ id: job!.id }, { status: jobStatus.requested });
    return { ...picture, job: job!.id };
  }
  const entry = (bytes: Buffer, source: Buffer, path = 'out/a.webp') => ({
    id: 'x',
    src_size: source.length,
    webp: path,
    webp_md5: hash('md5', bytes),
    webp_reduced: source.length - bytes.length,
  });
  const notify = (message: Record<string, unknown>) =>
    call(site, 'notify_img', { json: { domain_key: proof(key, 0, 99), ...message }, address: `127.0.0.${++lane}` });
  let lane = 10;

  it('bring files home once, whatever is sent twice', async () => {
    const { job, bytes, path } = await requested('node.jpg');
    const made = await sharp(bytes).webp({ quality: 40 }).toBuffer();
    offered.set('https://n1.good.example/out/a.webp', made);
    const message = {
      server: 'https://n1.good.example',
      status: 6,
      data: { [job]: entry(made, bytes), 999999: entry(made, bytes) },
    };
    expect((await notify(message)).body).toEqual({ count: 2, _res: 'ok' });
    await pullPictures(context);
    const before = await totals();
    expect((await notify(message)).body).toEqual({ count: 2, _res: 'ok' });
    await pullPictures(context);
    expect(await totals()).toEqual(before);
    expect((await stored(`${path}.webp`))?.equals(made)).toBe(true);
  });

  it.each([
    'https://a.example/.good.example',
    'https://good.example.evil.example',
    'https://evilgood.example',
    'https://good.example@evil.example',
    'http://n1.good.example',
    'https://127.0.0.1',
    'local',
    '',
  ])('are refused whole when they come from %j', async (server) => {
    const { job, bytes } = await requested('server.jpg');
    const wrong = { _res: 'err', _msg: 'no/wrong server' };
    const data = { [job]: entry(Buffer.alloc(3), bytes) };
    expect((await notify({ server, status: 6, data })).body).toEqual(wrong);
    const inside = { [job]: { ...data[job], server } };
    expect((await notify({ server: 'https://n1.good.example', status: 6, data: inside })).body).toEqual(wrong);
    expect((await jobs().find({ id: job }))[0]?.status).toBe(jobStatus.requested);
  });

  it.each([{ webp_reduced: -5 }, { webp_reduced: '1e3' }, { src_size: 'many' }, { webp_md5: 'x' }])(
    'change nothing where metrics cannot be: %o',
    async (wrong) => {
      const { job, bytes } = await requested('metrics.jpg');
      const data = { [job]: { ...entry(Buffer.alloc(3), bytes), ...wrong } };
      await notify({ server: 'https://n1.good.example', status: 6, data });
      expect((await jobs().find({ id: job }))[0]?.status).toBe(jobStatus.requested);
    },
  );

  it.each([
    ['bytes that are no picture', async () => Buffer.from('<script>alert(1)</script>')],
    ['another size', () => pixels(10, 10).webp().toBuffer()],
    ['another format', () => pixels(120, 90).png().toBuffer()],
  ])('lose their job for %s', async (_what, make) => {
    const { job, bytes, path } = await requested('bad.jpg');
    const made = await make();
    offered.set('https://n1.good.example/out/bad.webp', made);
    const item = { ...entry(made, bytes, 'out/bad.webp'), webp_reduced: Math.max(0, bytes.length - made.length) };
    await notify({ server: 'https://n1.good.example', status: 6, data: { [job]: item } });
    await pullPictures(context);
    expect(await jobs().count({ id: job })).toBe(0);
    expect(await stored(`${path}.webp`)).toBeNull();
  });

  it('of another instance are left to it, and made again when it is gone', async () => {
    const { job, bytes } = await requested('elsewhere.jpg');
    const lease = { owner: 'elsewhere.example/1/1/x', ownedUntilMs: Date.now() + 300_000 };
    const node = { server: 'local', id: '1', files: { webp: { path: 'there.webp', md5: '0'.repeat(32), reduced: 1 } } };
    await jobs().update({ id: job }, { status: jobStatus.notified, node, sourceBytes: bytes.length, ...lease });
    await pullPictures(context);
    expect(await jobs().find({ id: job })).toMatchObject([{ status: jobStatus.notified, owner: lease.owner }]);
    await pullPictures({ ...context, clock: () => Date.now() + 300_001 });
    expect(await jobs().find({ id: job })).toMatchObject([{ status: jobStatus.gathered }]);
    await jobs().remove({ id: job });
  });

  it('wait again when the node has lost the file', async () => {
    const { job, bytes } = await requested('lost.jpg');
    const data = { [job]: entry(Buffer.alloc(3), bytes, '../lost.webp') };
    await notify({ server: 'https://n1.good.example', status: 6, data });
    await pullPictures(context);
    expect((await jobs().find({ id: job }))[0]?.status).toBe(jobStatus.gathered);
    await jobs().remove({ id: job });
  });

  it('take failed jobs away', async () => {
    const { job } = await requested('failed.jpg');
    expect((await notify({ server: 'https://n1.good.example', status: -7, data: [job] })).body.count).toBe(1);
    expect(await jobs().count({ id: job })).toBe(0);
  });

  it('need data, a server and a status, in this order', async () => {
    const server = 'https://n1.good.example';
    expect((await notify({})).body._msg).toBe('no notified data');
    expect((await notify({ data: [1] })).body._msg).toBe('no/wrong server');
    expect((await notify({ data: [1], server })).body._msg).toBe('no status');
  });

  it('hold back the address of a wrong key for three seconds, and no other', async () => {
    stoppedMs = Date.now();
    const wrong = { json: { domain_key: 'x' }, address: '127.0.9.1' };
    expect((await call(site, 'notify_img', wrong)).body._msg).toBe('wrong_key');
    const held = await call(site, 'notify_img', wrong);
    expect([held.body._msg, held.headers['Retry-After']]).toEqual(['too_often', '3']);
    expect((await notify({})).body._msg).toBe('no notified data');
  });
});
