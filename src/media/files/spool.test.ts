import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { processSpace } from '../../background/lease.ts';
import { openSpool, type Spool } from './spool.ts';

let root: string;
let spool: Spool;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'platen-spool-'));
  spool = await openSpool(root);
});
afterEach(() => rm(root, { recursive: true }));

const body = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const waiting = async () => (await readdir(root, { recursive: true })).filter((name) => name.includes('/'));

it('receives a body in pieces', async () => {
  const received = await spool.receive(body('one ', 'two ', 'three'), { maxBytes: 100 });
  expect(received).toMatchObject({ size: 13, head: Buffer.from('one two three') });
  expect(await readFile(received.file, 'utf8')).toBe('one two three');
  await received.discard();
  expect(await waiting()).toEqual([]);
});

it.each([
  ['no-data', () => body(), { maxBytes: 10 }],
  ['too-large', () => body('12345', '67890', '1'), { maxBytes: 10 }],
  ['hash-mismatch', () => body('words'), { maxBytes: 10, md5: '0'.repeat(32) }],
  ['interrupted', () => Readable.from(brokenOff()), { maxBytes: 10 }],
])('%s: refused, and nothing is left', async (reason, source, options) => {
  await expect(spool.receive(source(), options)).rejects.toMatchObject({ name: 'UploadRefused', reason });
  expect(await waiting()).toEqual([]);
});

async function* brokenOff() {
  yield Buffer.from('some');
  throw new Error('socket hang up');
}

it('a sender that falls silent is given up', async () => {
  const source = new Readable({ read() {} });
  source.push('begun');
  await expect(spool.receive(source, { maxBytes: 10, idleMs: 30 })).rejects.toMatchObject({ reason: 'interrupted' });
  expect(source.destroyed).toBe(true);
  expect(await waiting()).toEqual([]);
});

it('a slow sender is not', async () => {
  async function* slow() {
    for (const piece of 'abcdefgh') {
      await new Promise((resolve) => setTimeout(resolve, 500));
      yield Buffer.from(piece);
    }
  }
  await expect(spool.receive(Readable.from(slow()), { maxBytes: 20, idleMs: 3_000 })).resolves.toMatchObject({
    size: 8,
  });
});

it.each(['hex', 'base64'] as const)('a right checksum in %s is accepted', async (encoding) => {
  const md5 = createHash('md5').update('words').digest(encoding);
  await expect(spool.receive(body('words'), { maxBytes: 10, md5 })).resolves.toMatchObject({ size: 5 });
});

it('a body that is too large is left open, so that the sender can be told', async () => {
  const source = body('12345', '67890', '12345');
  await expect(spool.receive(source, { maxBytes: 8 })).rejects.toThrow();
  expect(source.destroyed).toBe(false);
});

it('does not hold what it receives', async () => {
  const piece = Buffer.alloc(1_000_000, 1);
  async function* large() {
    for (let sent = 0; sent < 200; sent += 1) yield piece;
  }
  const before = process.memoryUsage().arrayBuffers;
  const received = await spool.receive(large(), { maxBytes: 300_000_000 });
  expect(received.size).toBe(200_000_000);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
});

async function abandonedSpool(pid: number) {
  const folder = join(root, `${processSpace}.${pid}.1.${crypto.randomUUID()}`);
  await mkdir(folder);
  await writeFile(join(folder, 'half-an-upload'), 'x');
  return basename(folder);
}
const noSuchProcess = 2 ** 22 + 1;

it('clears up after a process that is gone, and names its spool first', async () => {
  const name = await abandonedSpool(noSuchProcess);
  let spooled: string[] = [];
  await spool.recover(async (names) => {
    expect(names).toEqual([name]);
    spooled = await waiting();
  });
  expect(spooled).toEqual([`${name}/half-an-upload`]);
  expect(await waiting()).toEqual([]);
});

it('keeps an abandoned spool until what belongs to it is cleaned up', async () => {
  await abandonedSpool(noSuchProcess);
  const failing = async () => {
    throw new Error('not now');
  };
  await expect(spool.recover(failing)).rejects.toThrow('not now');
  expect(await waiting()).toHaveLength(1);
});

it('may be recovered by several processes at once', async () => {
  for (let n = 0; n < 20; n++) await abandonedSpool(noSuchProcess);
  await Promise.all(Array.from({ length: 5 }, () => spool.recover(async () => {})));
  expect(await waiting()).toEqual([]);
});

it('leaves the spools of the living alone', async () => {
  await abandonedSpool(process.ppid);
  const ours = await spool.receive(body('x'), { maxBytes: 1 });
  await spool.recover(async (names) => expect(names).toEqual([]));
  expect(await readFile(ours.file, 'utf8')).toBe('x');
  expect(await waiting()).toHaveLength(2);
});
