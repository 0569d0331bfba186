import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFilmHeader } from './film-header.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-mp4-'));
});
afterAll(() => rm(folder, { recursive: true }));

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 8);
  return Buffer.concat([size, Buffer.from(type), body]);
}

function longBox(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1, 0);
  head.write(type, 4);
  head.writeBigUInt64BE(BigInt(content.length + 16), 8);
  return Buffer.concat([head, content]);
}

function track(width: number, height: number, version: 0 | 1 = 0): Buffer {
  const body = Buffer.alloc(version === 1 ? 96 : 84);
  body[0] = version;
  body.writeUInt32BE(width * 65_536, version === 1 ? 88 : 76);
  body.writeUInt32BE(height * 65_536, version === 1 ? 92 : 80);
  return box('trak', box('tkhd', body), box('mdia', Buffer.alloc(20)));
}

async function measure(content: Buffer) {
  const file = join(folder, 'film.mp4');
  await writeFile(file, content);
  return readFilmHeader(file);
}

const start = box('ftyp', Buffer.from('isommp42'));
const header = box('mvhd', Buffer.alloc(100));

it.each([
  ['a film', Buffer.concat([start, box('moov', header, track(640, 360))])],
  ['a film after its sound', Buffer.concat([start, box('moov', header, track(0, 0), track(640, 360))])],
  [
    'a film whose table stands at the end',
    Buffer.concat([start, box('mdat', Buffer.alloc(5000)), box('moov', track(640, 360))]),
  ],
  ['a long film', Buffer.concat([start, longBox('mdat', Buffer.alloc(5000)), box('moov', track(640, 360, 1))])],
])('%s is measured', async (_, content) => {
  expect(await measure(content)).toEqual({ width: 640, height: 360 });
});

it.each([
  ['a sound', Buffer.concat([start, box('moov', header, track(0, 0))])],
  ['a box of no size', Buffer.concat([start, Buffer.from('00000004moov', 'latin1')])],
  ['nothing', Buffer.alloc(0)],
  ['a film cut off', Buffer.concat([start, box('moov', header, track(640, 360)).subarray(0, 150)])],
])('%s has no size', async (_, content) => {
  expect(await measure(content)).toEqual({});
});

it('any bytes give some answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (tail) => {
      const found = await measure(Buffer.concat([start, Buffer.from('\0\0\x01\0moov', 'latin1'), tail]));
      expect(found.width ?? 1).toBeGreaterThan(0);
    }),
    { numRuns: 100 },
  );
});

it('the length of a film is told with or without sound', async () => {
  const told = Buffer.alloc(100);
  told.writeUInt32BE(600, 12);
  told.writeUInt32BE(3900, 16);
  const long = Buffer.alloc(112);
  long[0] = 1;
  long.writeUInt32BE(600, 20);
  long.writeBigUInt64BE(3900n, 24);
  for (const body of [told, long]) {
    const found = await measure(Buffer.concat([start, box('moov', box('mvhd', body), track(640, 360))]));
    expect(found).toEqual({ width: 640, height: 360, seconds: 6.5 });
  }
});
