import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { manyScans, readersOf } from '../../../test/support/hostile-files.ts';
import { openStore } from '../../storage/open/open-store.ts';
import type { OpenStore } from '../../storage/store.ts';
import { createLocalFileStore } from '../files/local-file-store.ts';
import { createUploadClaims } from '../upload-claims.ts';
import { defaultImageLimits, type ImageLimits, type PictureConverter } from '../workers/image-processor.ts';
import { createMediaWorkers, type MediaWorkers } from '../workers/media-workers.ts';
import {
  createPictureTransforms,
  type PictureTransforms,
  type Transform,
  type TransformTools,
} from './picture-transforms.ts';

let root: string;
let rows: OpenStore;
const opened: MediaWorkers[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'platen-transforms-'));
  rows = await openStore({ url: `sqlite:${join(root, 'rows.db')}` });
  await mkdir(join(root, 'scratch'));
});
afterEach(async () => {
  for (const workers of opened.splice(0)) await workers.close();
  await rows.close();
  await rm(root, { recursive: true });
});

interface Instance {
  readonly transforms: PictureTransforms;
  readonly seen: { made: number; running: number; most: number };
}

/** An instance that counts what its worker processes are given. */
function instance(
  owner: string,
  imageLimits: ImageLimits = defaultImageLimits,
  claimWaitMs = 500,
  claims: TransformTools['claims'] = createUploadClaims(rows, owner),
  versions: readonly string[] = [],
): Instance {
  const store = createLocalFileStore(join(root, 'uploads'));
  const workers = createMediaWorkers({ folder: join(root, 'scratch'), imageLimits });
  opened.push(workers);
  const seen = { made: 0, running: 0, most: 0 };
  const convert: PictureConverter['convert'] = async (...order) => {
    seen.made += 1;
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    return workers.pictures.convert(...order).finally(() => {
      seen.running -= 1;
    });
  };
  let number = 0;
  const transforms = createPictureTransforms({
    store,
    claims,
    pictures: { convert },
    versions: async () => new Set(versions),
    withScratch: (work) => work(() => join(root, 'scratch', `${owner}-${number++}`)),
    withLocalFile: async (path, work) => work((await store.localFile(path)) ?? ''),
    claimWaitMs,
  });
  return { transforms, seen };
}

async function put(name: string, content: Buffer | Promise<Buffer>): Promise<void> {
  await mkdir(join(root, 'uploads'), { recursive: true });
  await writeFile(join(root, 'uploads', name), await content);
}

const photo = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#248' } })
    .jpeg()
    .toBuffer();

const order = (file: string, width: number, version = 'v1'): Transform => ({
  file,
  version,
  dimensions: { width: 800, height: 600 },
  box: { width, height: null, fit: 'inside' },
  focus: { x: 0.5, y: 0.5 },
  format: 'jpeg',
  quality: 50,
  isPublic: false,
});

const stored = async (): Promise<string[]> =>
  (await readdir(join(root, 'uploads/platen-transforms'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + '/uploads/platen-transforms/'.length));

it('of two instances that are asked at once, one makes a picture', async () => {
  await put('a.jpg', photo(800, 600));
  const patient = (owner: string) => instance(owner, defaultImageLimits, 300_000);
  const [one, other] = [patient('one'), patient('other')];
  await Promise.all([one, other, one, other].map(({ transforms }) => transforms.make(order('a.jpg', 100))));
  expect(one.seen.made + other.seen.made).toBe(1);
  expect(await stored()).toEqual(['a.jpg/v1/signed/100x75-inside-q50.jpg']);
  expect(await readdir(join(root, 'scratch'))).toEqual([]);
});

it('worker processes get two pictures at a time, and one of each file', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await put(`${name}.jpg`, photo(800, 600));
  const { transforms, seen } = instance('one');
  const orders = ['a', 'b', 'c', 'd'].flatMap((name) => [10, 20, 30].map((width) => order(`${name}.jpg`, width)));
  await Promise.all(orders.map((one) => transforms.make(one)));
  expect(seen).toEqual({ made: 12, running: 0, most: 2 });
  const alone = instance('other');
  await Promise.all([40, 50, 60].map((width) => alone.transforms.make(order('a.jpg', width))));
  expect(alone.seen).toEqual({ made: 3, running: 0, most: 1 });
});

it('what was made of an earlier version goes when the next is made', async () => {
  await put('a.jpg', photo(800, 600));
  const { transforms } = instance('one');
  await transforms.make(order('a.jpg', 100, 'v1'));
  await transforms.make(order('a.jpg', 200, 'v1'));
  await transforms.make(order('a.jpg', 100, 'v2'));
  expect(await stored()).toEqual(['a.jpg/v2/signed/100x75-inside-q50.jpg']);
  await transforms.purge('a.jpg');
  expect(await readdir(join(root, 'uploads'))).toEqual(['a.jpg']);
});

it('a file is not taken for one whose name begins with its own', async () => {
  await put('a.jpg', photo(800, 600));
  await put('a.jpg.jpg', photo(800, 600));
  const { transforms } = instance('one');
  await transforms.make(order('a.jpg', 100));
  await transforms.make(order('a.jpg.jpg', 100));
  await transforms.purge('a.jpg');
  expect(await stored()).toEqual(['a.jpg.jpg/v1/signed/100x75-inside-q50.jpg']);
});

it('a picture that takes too long is given up once, with its process', async () => {
  await put('slow.jpg', manyScans(9000, 4000));
  const { transforms, seen } = instance('one', { ...defaultImageLimits, seconds: 1 });
  await expect(transforms.make(order('slow.jpg', 100))).rejects.toMatchObject({ reason: 'unreadable' });
  await expect(transforms.make(order('slow.jpg', 200))).rejects.toMatchObject({ reason: 'unreadable' });
  expect(seen.made).toBe(1);
  expect(await readersOf(join(root, 'uploads'))).toEqual([]);
  expect(await stored()).toEqual([]);
});

it('files that another instance works on keep nobody from others', async () => {
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await put(name, photo(800, 600));
  const other = createUploadClaims(rows, 'other');
  const held = await Promise.all(['a.jpg', 'b.jpg'].map((name) => other.claim(`platen-transforms/${name}`)));
  const { transforms, seen } = instance('one', defaultImageLimits, 300_000);
  const waiting = ['a.jpg', 'b.jpg'].map((name) => transforms.make(order(name, 100)));
  await transforms.make(order('c.jpg', 100));
  expect(seen.made).toBe(1);
  for (const claim of held) await claim?.abandon(async () => {});
  await Promise.all(waiting);
  expect(seen.made).toBe(3);
});

it('no file is claimed that waits for others', async () => {
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await put(name, photo(800, 600));
  const own = createUploadClaims(rows, 'one');
  const claimed: string[] = [];
  const gate = Promise.withResolvers<void>();
  const claims = {
    claim: async (path: string) => {
      claimed.push(path);
      await gate.promise;
      return own.claim(path);
    },
  };
  const { transforms } = instance('one', defaultImageLimits, 300_000, claims);
  const all = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => transforms.make(order(name, 100)));
  await expect.poll(() => claimed).toEqual(['platen-transforms/a.jpg', 'platen-transforms/b.jpg']);
  gate.resolve();
  await Promise.all(all);
  expect(claimed.at(-1)).toBe('platen-transforms/c.jpg');
});

it('pictures of every version that a media item shows stay', async () => {
  await put('a.jpg', photo(800, 600));
  const { transforms } = instance('one', defaultImageLimits, 500, createUploadClaims(rows, 'one'), ['v1', 'v2']);
  for (const version of ['v0', 'v1', 'v2']) await transforms.make(order('a.jpg', 100, version));
  expect((await stored()).map((path) => path.split('/')[1]).sort()).toEqual(['v1', 'v2']);
});

it('the claim of an instance that was killed does not stop others for long', async () => {
  await put('a.jpg', photo(800, 600));
  await createUploadClaims(rows, 'killed').claim('platen-transforms/a.jpg');
  const { transforms, seen } = instance('one');
  await transforms.make(order('a.jpg', 100));
  expect(seen.made).toBe(1);
});
