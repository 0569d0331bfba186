import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { manyScans, processorMs, readersOf, tinyBoxes } from '../../../test/support/hostile-files.ts';
import { defaultImageLimits } from './image-processor.ts';
import {
  createMediaWorkers,
  defaultWorkerLimits,
  type MediaWorkerOptions,
  type MediaWorkers,
} from './media-workers.ts';

let folder: string;
let opened: MediaWorkers[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-workers-'));
  opened = [];
});
afterEach(async () => {
  for (const workers of opened) await workers.close();
  await rm(folder, { recursive: true });
});

function workersWith(options: Omit<MediaWorkerOptions, 'folder'>): MediaWorkers {
  const workers = createMediaWorkers({ folder, ...options });
  opened.push(workers);
  return workers;
}

async function fileOf(name: string, content: Buffer): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#482' } })
    .jpeg()
    .toBuffer();

it('a film that takes too long to read has no details, and nobody reads on', async () => {
  const workers = workersWith({ detailsMs: 500 });
  const file = await fileOf('film.mp4', tinyBoxes(60_000_000));
  const started = process.cpuUsage();
  expect(await workers.details(file, 'video/mp4', 60_000_016)).toEqual({
    filesize: 60_000_016,
    mime_type: 'video/mp4',
  });
  await pause(300);
  expect(processorMs(started)).toBeLessThan(500);
  await expect.poll(() => readersOf(folder)).toEqual([]);
});

it('a photograph that takes too long to decode is refused, and nobody decodes on', async () => {
  const workers = workersWith({ imageLimits: { ...defaultImageLimits, seconds: 5 } });
  const file = await fileOf('scans.jpg', manyScans(9000, 4000));
  const found = await workers.images.inspect(file, 'image/jpeg');
  const copy = join(folder, 'copy.jpg');
  const orders = [{ width: 150, height: 150, crop: true, file: copy }];
  const started = process.cpuUsage();
  await expect(workers.images.makeCopies(file, found, orders)).rejects.toMatchObject({ reason: 'broken-image' });
  expect(processorMs(started)).toBeLessThan(500);
  await expect.poll(() => readersOf(folder)).toEqual([]);
});

it('a picture that takes too much memory is refused, and the next one is read', async () => {
  const workers = workersWith({ processes: { ...defaultWorkerLimits, residentMegabytes: 200 } });
  // A progressive JPEG is held in memory while it is decoded: two bytes per coefficient.
  const file = await fileOf('large.jpg', manyScans(9900, 100));
  const found = await workers.images.inspect(file, 'image/jpeg');
  await expect(workers.images.makeCopies(file, found, [])).rejects.toMatchObject({ reason: 'broken-image' });
  const small = await fileOf('small.jpg', await picture(40, 30));
  expect(await workers.images.inspect(small, 'image/jpeg')).toMatchObject({ width: 40, height: 30 });
});

it('a process that runs out of heap costs one upload and no more', async () => {
  const workers = workersWith({ processes: { ...defaultWorkerLimits, heapMegabytes: 3 } });
  const file = await fileOf('small.jpg', await picture(40, 30));
  await expect(workers.images.inspect(file, 'image/jpeg')).rejects.toMatchObject({ reason: 'broken-image' });
  expect(await workers.details(file, 'audio/wav', 7)).toEqual({ filesize: 7, mime_type: 'audio/wav' });
});

it('a process that is killed from outside costs one look and no more', async () => {
  const workers = workersWith({});
  const film = await fileOf('film.mp4', tinyBoxes(60_000_000));
  const lost = workers.details(film, 'video/mp4', 60_000_016);
  let readers: number[] = [];
  while (readers.length === 0) readers = await readersOf(folder);
  expect(readers).not.toContain(process.pid);
  for (const pid of readers) process.kill(pid, 'SIGKILL');
  expect(await lost).toEqual({ filesize: 60_000_016, mime_type: 'video/mp4' });
  const small = await fileOf('small.jpg', await picture(40, 30));
  expect(await workers.images.inspect(small, 'image/jpeg')).toMatchObject({ width: 40 });
});

it('slow films and pictures do not keep other files waiting for their signature', async () => {
  const workers = workersWith({ detailsMs: 20_000 });
  const film = await fileOf('film.mp4', tinyBoxes(60_000_000));
  let waiting = 3;
  const slow = Array.from({ length: 3 }, () => workers.details(film, 'video/mp4', 1).finally(() => waiting--));
  expect(await workers.bytes(Buffer.from('GIF89a'))).toEqual({ kind: 'signature', mime: 'image/gif' });
  expect(waiting).toBe(3);
  await workers.close();
  await Promise.all(slow);
});

it('the surroundings of the server stay out of the processes that read files', async () => {
  process.env['PLATEN_TEST_SECRET'] = 'hush';
  const workers = workersWith({});
  const film = await fileOf('film.mp4', tinyBoxes(60_000_000));
  const work = workers.details(film, 'video/mp4', 1);
  let readers: number[] = [];
  while (readers.length === 0) readers = await readersOf(folder);
  const surroundings = await open(`/proc/${readers[0]}/environ`);
  expect(await surroundings.readFile('utf8')).not.toContain('hush');
  await surroundings.close();
  await workers.close();
  await work;
  delete process.env['PLATEN_TEST_SECRET'];
});

it('processes for slow work give way to the server, with all their threads', async () => {
  const workers = workersWith({});
  const film = await fileOf('film.mp4', tinyBoxes(60_000_000));
  const work = workers.details(film, 'video/mp4', 1);
  let readers: number[] = [];
  while (readers.length === 0) readers = await readersOf(folder);
  const threads = (await readdir(`/proc/${readers[0]}/task`)).map(Number);
  expect(threads.length).toBeGreaterThan(1);
  // They are where they should be already where the tests themselves give way.
  for (const thread of threads) expect(getPriority(thread)).toBe(Math.max(getPriority(), 5));
  await workers.close();
  await work;
});

it('a process that has nothing to do is ended, and another is started when there is', async () => {
  const workers = workersWith({ processes: { ...defaultWorkerLimits, idleMs: 1 } });
  for (let n = 0; n < 2; n += 1) {
    expect(await workers.bytes(Buffer.from('GIF89a'))).toMatchObject({ mime: 'image/gif' });
    await pause(50);
  }
});

it('many pictures are worked on a few at a time, and leave only their copies', async () => {
  const workers = workersWith({});
  const made = await mkdtemp(join(folder, 'many-'));
  const file = await fileOf('many.jpg', await picture(2000, 1500));
  const found = await workers.images.inspect(file, 'image/jpeg');
  const before = process.memoryUsage().rss;
  await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      workers.images.makeCopies(file, found, [{ width: 1024, height: 768, crop: false, file: join(made, `${n}.jpg`) }]),
    ),
  );
  expect(await readdir(made)).toHaveLength(60);
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  expect((await stat(join(made, '0.jpg'))).size).toBeGreaterThan(0);
});

it('a picture that takes too long to convert is left as it is, without half a file beside it', async () => {
  const workers = workersWith({ imageLimits: { ...defaultImageLimits, seconds: 5 } });
  const slow = await fileOf('scans.jpg', manyScans(9000, 4000));
  const target = join(folder, 'made.webp');
  const conversion = { format: 'webp', quality: 80, keepMetadata: false } as const;
  expect(await workers.pictures.measure(slow)).toBeNull();
  expect(await workers.pictures.convert(slow, target, conversion)).toBeNull();
  expect(await readdir(folder)).toEqual(['scans.jpg']);
  const quick = await fileOf('quick.jpg', await picture(40, 30));
  expect(await workers.pictures.measure(quick)).toEqual({ width: 40, height: 30, format: 'jpeg', frames: 1 });
  expect(await workers.pictures.convert(quick, target, conversion)).toBe((await stat(target)).size);
});

it('a program that closes its workers comes to its end, and so does one that forgets to', async () => {
  const module = JSON.stringify(new URL('./media-workers.ts', import.meta.url).href);
  const program = (last: string) => `import { createMediaWorkers } from ${module};
    const workers = createMediaWorkers({ folder: ${JSON.stringify(folder)} });
    await workers.bytes(Buffer.from('GIF89a'));
    ${last}
    console.log('done');`;
  for (const last of ['await workers.close();', '']) {
    const script = await fileOf('program.mjs', Buffer.from(program(last)));
    const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 300_000 });
    expect(stdout).toBe('done\n');
  }
});

it('nobody reads on for a program that was killed', async () => {
  const film = await fileOf('film.mp4', tinyBoxes(60_000_000));
  const module = JSON.stringify(new URL('./media-workers.ts', import.meta.url).href);
  const script = await fileOf(
    'killed.mjs',
    Buffer.from(`import { createMediaWorkers } from ${module};
      const workers = createMediaWorkers({ folder: ${JSON.stringify(folder)}, detailsMs: 600_000 });
      await workers.details(${JSON.stringify(film)}, 'video/mp4', 1);`),
  );
  const program = execFile(process.execPath, [script]);
  while ((await readersOf(film)).length === 0) await pause(50);
  program.kill('SIGKILL');
  await expect.poll(() => readersOf(film)).toEqual([]);
});
