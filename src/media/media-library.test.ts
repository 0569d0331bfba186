import { fork } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { manyScans, readersOf } from '../../test/support/hostile-files.ts';
import { openStore } from '../storage/open/open-store.ts';
import type { OpenStore } from '../storage/store.ts';
import type { StoredPicture } from './attachment-metadata.ts';
import { createLocalFileStore } from './files/local-file-store.ts';
import type { ImageSizes } from './image-sizes.ts';
import { type MediaLibrary, openMediaLibrary } from './media-library.ts';
import { createUploadClaims } from './upload-claims.ts';
import { defaultImageLimits } from './workers/image-processor.ts';

let root: string;
let rows: OpenStore;
let library: MediaLibrary;
const options = () => ({
  store: createLocalFileStore(join(root, 'uploads')),
  claims: (owner: string) => createUploadClaims(rows, owner),
  spoolFolder: join(root, 'spool'),
  maxBytes: 20_000_000,
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'platen-library-'));
  rows = await openStore({ url: `sqlite:${join(root, 'rows.db')}` });
  library = await openMediaLibrary(options());
});
afterEach(async () => {
  await library.close();
  await rows.close();
  await rm(root, { recursive: true });
});

const photo = (width = 1500, height = 1000) =>
  sharp({ create: { width, height, channels: 3, background: '#248' } })
    .jpeg()
    .toBuffer();

async function upload(name: string, content: Buffer | string, unfilteredHtml = false) {
  const received = await library.receive(Readable.from([Buffer.from(content)]));
  return library.store(received, { name, folder: '2021/03', unfilteredHtml });
}
const files = async (folder: string) =>
  (await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

it('a photograph is kept with its copies and described', async () => {
  const kept = await upload('My Meadow.JPG', await photo());
  expect(kept).toMatchObject({ path: '2021/03/My-Meadow.jpg', mime: 'image/jpeg' });
  expect(kept.metadata).toMatchObject({
    width: 1500,
    height: 1000,
    file: '2021/03/My-Meadow.jpg',
    sizes: {
      thumbnail: { file: 'My-Meadow-150x150.jpg', width: 150, height: 150, 'mime-type': 'image/jpeg' },
      large: { file: 'My-Meadow-1024x683.jpg', width: 1024, height: 683, 'mime-type': 'image/jpeg' },
    },
    image_meta: { aperture: '0' },
  });
  expect(Object.keys((kept.metadata as StoredPicture).sizes)).toEqual(['thumbnail', 'medium', 'medium_large', 'large']);
  await rows.transaction((store) => kept.settle(store, 1));
  expect(await files('uploads')).toEqual([
    'My-Meadow-1024x683.jpg',
    'My-Meadow-150x150.jpg',
    'My-Meadow-300x200.jpg',
    'My-Meadow-768x512.jpg',
    'My-Meadow.jpg',
  ]);
  expect(await files('spool')).toEqual([]);
});

it('the original is kept byte for byte and can be fetched', async () => {
  const content = await photo(100, 80);
  const { path } = await upload('a.jpg', content);
  const { status, body } = await library.serve({ method: 'GET', path, headers: {} });
  expect(status).toBe(200);
  expect((await buffer(body!)).equals(content)).toBe(true);
});

it('text has nothing to tell', async () => {
  expect(await upload('note.txt', 'words')).toMatchObject({
    path: '2021/03/note.txt',
    mime: 'text/plain',
    metadata: null,
  });
});

it('equal names are numbered, together with their copies', async () => {
  const content = await photo(200, 200);
  const paths: string[] = [];
  for (let n = 0; n < 3; n += 1) paths.push((await upload('a.jpg', content)).path);
  expect(paths).toEqual(['2021/03/a.jpg', '2021/03/a-1.jpg', '2021/03/a-2.jpg']);
  expect(await files('uploads')).toContain('a-2-150x150.jpg');
});

it('a name that looks like that of a copy never gets in the way of one', async () => {
  const impostor = await upload('a-150x150.jpg', await photo(60, 60));
  const { metadata } = await upload('a.jpg', await photo(200, 200));
  expect(impostor.path).toBe('2021/03/a-150x150-1.jpg');
  expect((metadata as StoredPicture).sizes['thumbnail']?.file).toBe('a-150x150.jpg');
});

it('a stray file with the name of a copy is left alone', async () => {
  await upload('b.jpg', await photo(60, 60));
  await writeFile(join(root, 'uploads/2021/03/a-150x150.jpg'), 'stray');
  expect((await upload('a.jpg', await photo(200, 200))).path).toBe('2021/03/a-1.jpg');
  expect(await readFile(join(root, 'uploads/2021/03/a-150x150.jpg'), 'utf8')).toBe('stray');
});

it('after hundreds of equal names the next is still found quickly', async () => {
  for (let n = 0; n < 300; n += 1) {
    const { path } = await upload('same.txt', 'x');
    if (n === 299) expect(path).toBe('2021/03/same-299.txt');
  }
});

it('uploads at the same moment all get names of their own', async () => {
  const kept = await Promise.all(Array.from({ length: 30 }, (_, n) => upload('same.txt', `content ${n}`)));
  expect(new Set(kept.map(({ path }) => path)).size).toBe(30);
  for (const [n, { path }] of kept.entries()) {
    expect(await readFile(join(root, 'uploads', path), 'utf8')).toBe(`content ${n}`);
  }
});

it.each([
  ['a type nobody may store', 'a.php', '<?php', 'type'],
  ['bytes of another type', 'a.jpg', 'words', 'type'],
  ['a page by a filtered caller', 'a.html', '<p>', 'type'],
  ['a broken picture', 'a.gif', 'GIF89a/*<script>*/', 'broken-image'],
])('%s leaves nothing behind', async (_, name, content, reason) => {
  await expect(upload(name, content)).rejects.toMatchObject({ name: 'UploadRefused', reason });
  expect((await readdir(root)).filter((name) => !name.startsWith('rows.db'))).toEqual(['spool']);
  expect(await files('spool')).toEqual([]);
});

it('script text under a defused name is kept and told nothing about', async () => {
  expect(await upload('evil.php.jpg', '<?php echo 1;')).toMatchObject({
    path: '2021/03/evil.php_.jpg',
    mime: 'image/jpeg',
    metadata: null,
  });
});

it('undo takes everything back', async () => {
  const kept = await upload('a.jpg', await photo(200, 200));
  await kept.undo();
  expect(await files('uploads')).toEqual([]);
  expect(await files('spool')).toEqual([]);
});

it('removal takes a picture and its copies, and nothing else', async () => {
  const [kept, other] = [await upload('a.jpg', await photo(200, 200)), await upload('a-1.jpg', await photo(60, 60))];
  await library.remove({ file: kept.path, metadata: kept.metadata });
  expect(await files('uploads')).toEqual([other.path.slice(8)]);
});

it('copies are made in the sizes that are asked for when a file comes in', async () => {
  let sizes: ImageSizes = {};
  const own = await openMediaLibrary({
    ...options(),
    maxBytes: 1_000_000,
    sizes: () => sizes,
  });
  const copiesOf = async () => {
    const received = await own.receive(Readable.from([await photo(600, 600)]));
    const { metadata } = await own.store(received, { name: 'a.jpg', folder: '2021/03', unfilteredHtml: false });
    return (metadata as StoredPicture).sizes;
  };
  expect(await copiesOf()).toEqual({});
  sizes = {
    banner: { width: 400, height: 100, crop: true },
    medium: { width: 300, height: 300, crop: false },
    same: { width: 300, height: 300, crop: false },
  };
  const copies = await copiesOf();
  expect(copies['banner']).toMatchObject({ file: 'a-1-400x100.jpg', width: 400, height: 100 });
  expect(copies['same']).toEqual(copies['medium']);
  await own.close();
});

it('what a killed process had begun is gone after the next start; what a row owns stays', async () => {
  const script = join(root, 'killed.mjs');
  const source = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  await writeFile(
    script,
    `import { Readable } from 'node:stream';
     const [{ openMediaLibrary }, { createLocalFileStore }, { openStore }, { createUploadClaims }] = await Promise.all([
       import(${source('./media-library.ts')}),
       import(${source('./files/local-file-store.ts')}),
       import(${source('../storage/open/open-store.ts')}),
       import(${source('./upload-claims.ts')}),
     ]);
     const rows = await openStore({ url: ${JSON.stringify(`sqlite:${join(root, 'rows.db')}`)} });
     const library = await openMediaLibrary({
       store: createLocalFileStore(${JSON.stringify(join(root, 'uploads'))}),
       claims: (owner) => createUploadClaims(rows, owner),
       spoolFolder: ${JSON.stringify(join(root, 'spool'))}, maxBytes: 1000 });
     for (const name of ['owned.txt', 'orphan.txt']) {
       const received = await library.receive(Readable.from([Buffer.from(name)]));
       const stored = await library.store(received, { name, folder: '2021/03', unfilteredHtml: false });
       if (name === 'owned.txt') await rows.transaction((store) => stored.settle(store));
     }
     library.receive((async function* () { yield Buffer.from('half'); await new Promise(() => {}); })());
     setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50);`,
  );
  const child = fork(script, { silent: true });
  const signal = await new Promise((resolve) => child.on('exit', (_, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
  expect(await files('uploads')).toEqual(['orphan.txt', 'owned.txt']);
  await library.recover();
  expect(await files('uploads')).toEqual(['owned.txt']);
  expect(await files('spool')).toEqual([]);
});

it('a photograph that takes too long to decode is refused in time and leaves nothing', async () => {
  await library.close();
  library = await openMediaLibrary({ ...options(), imageLimits: { ...defaultImageLimits, seconds: 2 } });
  const started = performance.now();
  await expect(upload('slow.jpg', manyScans(9000, 4000))).rejects.toMatchObject({ reason: 'broken-image' });
  // Decoding it to the end takes more than a minute.
  expect(performance.now() - started).toBeLessThan(60_000);
  expect(await files('spool')).toEqual([]);
  await expect.poll(() => readersOf(join(root, 'spool'))).toEqual([]);
});

const replaced = async (kept: { path: string; metadata: unknown }, read: () => string | null, settle: () => void) => {
  const stored = { file: kept.path, metadata: kept.metadata };
  await library.replace(await library.receive(Readable.from([await photo(900, 600)])), {
    id: 1,
    mime: 'image/jpeg',
    unfilteredHtml: false,
    read: async () => {
      const file = read();
      return file === null ? null : { ...stored, file };
    },
    settle: async () => settle(),
  });
};

it('nothing is left of a file that is deleted while it is replaced', async () => {
  const kept = await upload('a.jpg', await photo());
  await rows.transaction((store) => kept.settle(store, 1));
  let file: string | null = kept.path;
  const deleted = () => {
    file = null;
    throw new Error('There is no such row.');
  };
  await expect(replaced(kept, () => file, deleted)).rejects.toThrow('There is no such row.');
  expect(await files('uploads')).toEqual([]);
  expect(await files('spool')).toEqual([]);
});

it('a file that was changed meanwhile is not replaced', async () => {
  const kept = await upload('a.jpg', await photo(40, 30));
  await rows.transaction((store) => kept.settle(store, 1));
  const before = await readFile(join(root, 'uploads/2021/03/a.jpg'));
  const shown = [kept.path, '2021/03/a-e1700000000000.jpg'];
  const settled: true[] = [];
  const replacing = replaced(
    kept,
    () => shown.shift() ?? null,
    () => settled.push(true),
  );
  await expect(replacing).rejects.toMatchObject({ reason: 'busy' });
  expect([settled, await readFile(join(root, 'uploads/2021/03/a.jpg'))]).toEqual([[], before]);
  expect(await files('spool')).toEqual([]);
});
