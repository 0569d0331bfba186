import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readImageMeta } from './image-meta.ts';

type Value = string | number | readonly [number, number];

/** Builds an EXIF block: image tags, then a photo IFD with the rest. */
function exif(image: Record<number, Value>, photo: Record<number, Value> = {}, little = true): Buffer {
  const bytes: number[] = [];
  const put = (at: number, value: number, size: number) => {
    for (let n = 0; n < size; n += 1) bytes[at + n] = (value / 256 ** (little ? n : size - 1 - n)) & 0xff;
  };
  let free = 0;
  const directory = (at: number, tags: Record<number, Value>) => {
    const rows = Object.entries(tags);
    put(at, rows.length, 2);
    free = Math.max(free, at + 2 + rows.length * 12 + 4);
    put(at + 2 + rows.length * 12, 0, 4);
    rows.forEach(([tag, value], index) => {
      const row = at + 2 + index * 12;
      put(row, Number(tag), 2);
      if (typeof value === 'number') {
        const long = Number(tag) === 0x8769;
        put(row + 2, long ? 4 : 3, 2);
        put(row + 4, 1, 4);
        put(row + 8, 0, 4);
        put(row + 8, value, long ? 4 : 2);
        return;
      }
      const data = typeof value === 'string' ? [...Buffer.from(`${value}\0`)] : null;
      put(row + 2, data ? 2 : 5, 2);
      put(row + 4, data ? data.length : 1, 4);
      put(row + 8, free, 4);
      for (const [n, byte] of (data ?? []).entries()) put(free + n, byte, 1);
      if (typeof value !== 'string') for (const [n, part] of value.entries()) put(free + n * 4, part, 4);
      free += data ? data.length : 8;
    });
  };
  put(0, little ? 0x4949 : 0x4d4d, 2);
  put(2, 42, 2);
  put(4, 8, 4);
  const after = 8 + 2 + (Object.keys(image).length + 1) * 12 + 4;
  free = after;
  directory(after, photo);
  const photoEnd = free;
  directory(8, { ...image, 34665: after });
  free = Math.max(free, photoEnd);
  return Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(Uint8Array.from(bytes, (byte) => byte ?? 0))]);
}

const camera = exif(
  { 270: 'Red barn', 272: 'Model X', 274: 1, 315: 'Jo Doe', 33432: '(c) Jo' },
  { 33434: [1, 60], 33437: [28, 10], 34855: 400, 36868: '2020:02:03 04:05:06', 37386: [35, 1] },
);

/** Builds IPTC records inside the Photoshop block that editors write. */
function iptc(records: readonly (readonly [number, string])[]): Buffer {
  const data = Buffer.concat(
    records.map(([id, text]) => {
      const value = Buffer.from(text);
      return Buffer.concat([Buffer.from([0x1c, 2, id, value.length >> 8, value.length & 0xff]), value]);
    }),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  return Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'), size, data]);
}

describe('what a camera wrote', () => {
  it.each([true, false])('is read in either byte order (little: %s)', (little) => {
    const block = exif({ 272: 'Model X', 274: 3 }, { 33437: [56, 10], 34855: 100 }, little);
    expect(readImageMeta({ exif: block })).toMatchObject({
      camera: 'Model X',
      orientation: '3',
      aperture: '5.6',
      iso: '100',
    });
  });

  it('is published as text', () => {
    expect(readImageMeta({ exif: camera })).toEqual({
      aperture: '2.8',
      credit: 'Jo Doe',
      camera: 'Model X',
      caption: 'Red barn',
      created_timestamp: String(Date.UTC(2020, 1, 3, 4, 5, 6) / 1000),
      copyright: '(c) Jo',
      focal_length: '35',
      iso: '400',
      shutter_speed: '0.016666666666667',
      title: 'Red barn',
      orientation: '1',
      keywords: [],
    });
  });

  it('gives a title only when it is short', () => {
    const long = 'x'.repeat(80);
    expect(readImageMeta({ exif: exif({ 270: long }) })).toMatchObject({ caption: long, title: '' });
    expect(readImageMeta({ exif: exif({ 270: long.slice(1) }) })).toMatchObject({ title: long.slice(1) });
  });
});

it('markup in a picture is not trusted, whoever uploads it', () => {
  const attack = '<script>alert(1)</script><b onclick="x()">Barn</b>';
  const block = exif({ 270: attack, 272: attack, 315: attack, 33432: attack });
  const { title, caption, camera, credit, copyright } = readImageMeta({ exif: block });
  expect([title, camera, credit, copyright]).toEqual(['Barn', 'Barn', 'Barn', 'Barn']);
  expect(caption).toBe('alert(1)<b>Barn</b>');
});

it('a picture that says nothing', () => {
  expect(readImageMeta({})).toEqual({
    aperture: '0',
    credit: '',
    camera: '',
    caption: '',
    created_timestamp: '0',
    copyright: '',
    focal_length: '0',
    iso: '0',
    shutter_speed: '0',
    title: '',
    orientation: '0',
    keywords: [],
  });
});

describe('what an editor wrote', () => {
  it('wins over the camera', () => {
    const block = iptc([
      [105, 'Headline'],
      [120, 'A caption'],
      [110, 'Agency'],
      [116, 'Rights'],
      [25, 'barn'],
      [25, 'red'],
      [55, '20190607'],
      [60, '080910+0000'],
    ]);
    expect(readImageMeta({ exif: camera, iptc: block })).toMatchObject({
      title: 'Headline',
      caption: 'A caption',
      credit: 'Agency',
      copyright: 'Rights',
      keywords: ['barn', 'red'],
      created_timestamp: '1559894950',
      camera: 'Model X',
    });
  });

  it('a short caption is a title too, a byline is a credit too, old encodings are read', () => {
    const block = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, 4]), Buffer.from('M\u00fcll', 'latin1')]);
    expect(readImageMeta({ iptc: block })).toMatchObject({ title: 'Müll', caption: 'Müll' });
    expect(readImageMeta({ iptc: iptc([[80, 'Jo']]) })).toMatchObject({ credit: 'Jo' });
  });

  it('texts of any length are cut between two characters', () => {
    const long = iptc([
      [120, `a${'ü'.repeat(8000)}`],
      [25, `a${'ü'.repeat(2000)}`],
    ]);
    const { caption, keywords } = readImageMeta({ iptc: long });
    expect([caption, keywords[0]]).toEqual([`a${'ü'.repeat(4095)}`, `a${'ü'.repeat(499)}`]);
  });
});

describe('hostile blocks', () => {
  it('any bytes give some answer', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('II*\0', 'MM\0*', 'Exif\0\0II*\0', '8BIM', ''),
        (tail, start) => {
          const block = Buffer.concat([Buffer.from(start, 'latin1'), tail]);
          expect(Object.keys(readImageMeta({ exif: block, iptc: block }))).toHaveLength(12);
        },
      ),
    );
  });

  it('damaged real blocks give some answer', () => {
    fc.assert(
      fc.property(fc.nat(camera.length - 1), fc.nat(255), (at, byte) => {
        const damaged = Buffer.from(camera);
        damaged[at] = byte;
        expect(readImageMeta({ exif: damaged }).keywords).toEqual([]);
      }),
    );
  });

  it('thousands of entries that all point at one large value cost little', () => {
    const block = Buffer.alloc(1_000_000, 0x41);
    block.write('II*\0', 0, 'latin1');
    block.writeUInt32LE(8, 4);
    block.writeUInt16LE(0xffff, 8);
    for (let at = 10; at + 12 < 700_000; at += 12) {
      block.writeUInt16LE(0x010e, at);
      block.writeUInt16LE(2, at + 2);
      block.writeUInt32LE(900_000, at + 4);
      block.writeUInt32LE(8, at + 8);
    }
    const before = process.cpuUsage();
    expect(readImageMeta({ exif: block }).caption.length).toBeLessThan(10_000);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});
