import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultImageLimits, type ImageProcessor, openImageProcessor, type PictureChange } from './image-processor.ts';

let folder: string;
let processor: ImageProcessor;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-images-'));
  processor = await openImageProcessor();
});
afterAll(() => rm(folder, { recursive: true }));

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
async function fileOf(name: string, content: Buffer) {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

const makers = {
  'image/jpeg': (image: Sharp) => image.jpeg(),
  'image/png': (image: Sharp) => image.png(),
  'image/gif': (image: Sharp) => image.gif(),
  'image/webp': (image: Sharp) => image.webp(),
  'image/avif': (image: Sharp) => image.avif({ effort: 0 }),
};

it.each(Object.entries(makers))('%s is measured and copied', async (mime, make) => {
  const file = await fileOf('original', await make(canvas(640, 480)).toBuffer());
  const picture = await processor.inspect(file, mime);
  expect(picture).toMatchObject({ width: 640, height: 480 });
  const orders = [
    { width: 150, height: 150, crop: true, file: join(folder, 'thumbnail') },
    { width: 300, height: 225, crop: false, file: join(folder, 'medium') },
  ];
  await processor.makeCopies(file, picture, orders);
  for (const order of orders) {
    const copy = await sharp(order.file).metadata();
    expect([copy.width, copy.height, copy.mediaType]).toEqual([order.width, order.height, mime]);
  }
});

it('a picture on its side is measured and copied upright', async () => {
  const stripes = await canvas(400, 200).composite([
    { input: { create: { width: 200, height: 200, channels: 3, background: 'blue' } }, left: 0, top: 0 },
  ]);
  const file = await fileOf('side.jpg', await stripes.jpeg().withMetadata({ orientation: 6 }).toBuffer());
  const picture = await processor.inspect(file, 'image/jpeg');
  expect(picture).toMatchObject({ width: 200, height: 400, meta: { orientation: '6' } });
  const copy = join(folder, 'upright.jpg');
  await processor.makeCopies(file, picture, [{ width: 50, height: 100, crop: false, file: copy }]);
  const { data, info } = await sharp(copy).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([50, 100]);
  const [red, , blue] = data.subarray(0, 3);
  expect(blue).toBeGreaterThan(red!);
});

it('copies carry nothing of what the camera noted', async () => {
  const source = canvas(400, 300)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } });
  const file = await fileOf('gps.jpg', await source.toBuffer());
  const copy = join(folder, 'gps-copy.jpg');
  const picture = await processor.inspect(file, 'image/jpeg');
  expect(picture.meta.credit).toBe('Somebody');
  await processor.makeCopies(file, picture, [{ width: 150, height: 150, crop: true, file: copy }]);
  expect((await sharp(copy).metadata()).exif).toBeUndefined();
});

it('the middle of a long picture is what a thumbnail shows', async () => {
  const file = await fileOf('long.png', await canvas(3000, 150).png().toBuffer());
  const picture = await processor.inspect(file, 'image/png');
  const copy = join(folder, 'long-copy.png');
  await processor.makeCopies(file, picture, [{ width: 150, height: 150, crop: true, file: copy }]);
  expect(await sharp(copy).metadata()).toMatchObject({ width: 150, height: 150 });
});

/** A picture of a red and a blue half, left and right when upright. */
const halves = (width: number, height: number) =>
  canvas(width, height).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: { r: 20, g: 20, b: 220 } } },
      left: width / 2,
      top: 0,
    },
  ]);

async function isBlueThroughout(file: string) {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += info.channels) if (data[at]! > data[at + 2]!) return false;
  return true;
}

it.each([
  ['from a shared decoded picture', 600, 200],
  ['from the file itself', 4800, 1600],
])('a crop keeps the focal point in view, %s', async (_name, width, height) => {
  const file = await fileOf('halves.png', await halves(width, height).png().toBuffer());
  const picture = await processor.inspect(file, 'image/png');
  const order = (name: string, x: number) => ({
    ...{ width: 100, height: 100, crop: true, focus: { x, y: 0.5 } },
    file: join(folder, name),
  });
  // The second order is so large that nothing decoded is shared for the larger of the two pictures.
  const whole = { width: width - 1, height: height - 1, crop: false, file: join(folder, 'whole.png') };
  await processor.makeCopies(file, picture, [order('left.png', 0.1), order('right.png', 0.9), whole]);
  expect(await sharp(join(folder, 'right.png')).metadata()).toMatchObject({ width: 100, height: 100 });
  expect(await isBlueThroughout(join(folder, 'right.png'))).toBe(true);
  expect(await isBlueThroughout(join(folder, 'left.png'))).toBe(false);
});

it('the focal point is one of the upright picture', async () => {
  // Turned by 90 degrees for display, so that the right half is the lower one of what is seen.
  const side = await halves(4800, 1600).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const file = await fileOf('side-focus.jpg', side);
  const picture = await processor.inspect(file, 'image/jpeg');
  expect(picture).toMatchObject({ width: 1600, height: 4800 });
  const crop = { width: 100, height: 100, crop: true, focus: { x: 0.5, y: 0.9 }, file: join(folder, 'lower.jpg') };
  const whole = { width: 1599, height: 4799, crop: false, file: join(folder, 'upright-whole.jpg') };
  await processor.makeCopies(file, picture, [crop, whole]);
  expect(await isBlueThroughout(crop.file)).toBe(true);
  await processor.makeCopies(file, picture, [crop]);
  expect(await isBlueThroughout(crop.file)).toBe(true);
});

it('a photograph cut off in transfer still gets its copies', async () => {
  const whole = await canvas(800, 600).jpeg().toBuffer();
  const file = await fileOf('cut.jpg', whole.subarray(0, whole.length - 200));
  const picture = await processor.inspect(file, 'image/jpeg');
  const copy = join(folder, 'cut-copy.jpg');
  await processor.makeCopies(file, picture, [{ width: 150, height: 150, crop: true, file: copy }]);
  expect(await sharp(copy).metadata()).toMatchObject({ width: 150 });
});

describe('what is refused', () => {
  const refused = { name: 'UploadRefused', reason: 'broken-image' };

  /** A PNG whose header claims a size, with data for one row. */
  function claimedPng(width: number, height: number) {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data]);
      const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      size.writeUInt32BE(data.length);
      sum.writeUInt32BE(crc32(body));
      return Buffer.concat([size, body, sum]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([1, 0, 0, 0, 0], 8);
    const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8) + 1));
    const start = Buffer.from('89504e470d0a1a0a', 'hex');
    return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
  }

  it('more pixels than a picture may have, before any is decoded', async () => {
    const file = await fileOf('bomb.png', claimedPng(50_000, 50_000));
    const started = performance.now();
    await expect(processor.inspect(file, 'image/png')).rejects.toMatchObject(refused);
    // Wide, for slow machines.
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('more frames than a picture may have', async () => {
    const frame = Buffer.from('2c0000000001000100000202', 'hex');
    const gif = Buffer.concat([
      Buffer.from('4749463839610a000a00800000000000ffffff', 'hex'),
      ...Array.from({ length: defaultImageLimits.frames + 1 }, () =>
        Buffer.concat([frame, Buffer.from('4c0100', 'hex')]),
      ),
      Buffer.from(';'),
    ]);
    await expect(processor.inspect(await fileOf('frames.gif', gif), 'image/gif')).rejects.toMatchObject(refused);
  });

  it('a picture of another type than it was judged to be', async () => {
    const file = await fileOf('other', await canvas(10, 10).png().toBuffer());
    await expect(processor.inspect(file, 'image/jpeg')).rejects.toMatchObject(refused);
  });

  it.each([
    ['a page behind the first letters of a picture', 'image/gif', 'GIF89a/*<script>alert(1)</script>*/'],
    ['a drawing', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['nothing after the first bytes', 'image/jpeg', '\xff\xd8\xff\xe0'],
  ])('%s', async (_, mime, content) => {
    const file = await fileOf('hostile', Buffer.from(content, 'latin1'));
    const work = processor.inspect(file, mime).then((picture) => processor.makeCopies(file, picture, []));
    await expect(work).rejects.toMatchObject(refused);
  });

  it('a drawing is not even opened, whatever it says it is', async () => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(sharp(drawing).metadata()).rejects.toThrow();
  });
});

describe('changes', () => {
  const changed = async (mime: string, content: Buffer, changes: readonly PictureChange[]) => {
    const file = await fileOf('source', content);
    const target = join(folder, 'changed');
    await processor.change(file, await processor.inspect(file, mime), changes, target);
    return sharp(target).metadata();
  };

  it.each(Object.entries(makers))('%s keeps its format when it is turned and cut', async (mime, make) => {
    const content = await make(canvas(60, 40)).toBuffer();
    const turned = await changed(mime, content, [
      { type: 'rotate', angle: 450 },
      { type: 'crop', left: 0, top: 50, width: 100, height: 50 },
    ]);
    expect([turned.width, turned.height]).toEqual([40, 30]);
    expect(turned.format).toBe((await sharp(content).metadata()).format);
  });

  it.each(Object.entries(makers))('%s grows by other than right angles', async (mime, make) => {
    const turned = await changed(mime, await make(canvas(60, 40)).toBuffer(), [{ type: 'rotate', angle: 30 }]);
    expect(turned.width).toBeGreaterThan(60);
  });

  it('grey pictures and those of print can be changed', async () => {
    const grey = await canvas(60, 40).greyscale().jpeg().toBuffer();
    expect(await changed('image/jpeg', grey, [{ type: 'rotate', angle: -45 }])).toMatchObject({ format: 'jpeg' });
    const print = await canvas(60, 40).toColourspace('cmyk').jpeg().toBuffer();
    const flipped = await changed('image/jpeg', print, [{ type: 'flip', horizontal: true, vertical: true }]);
    expect(flipped).toMatchObject({ width: 60, space: 'srgb' });
  });

  it('a picture that would grow beyond the limit is refused', async () => {
    const small = await openImageProcessor({ ...defaultImageLimits, pixels: 3_000 });
    const file = await fileOf('large', await canvas(60, 40).jpeg().toBuffer());
    const picture = await small.inspect(file, 'image/jpeg');
    const turn = small.change(file, picture, [{ type: 'rotate', angle: 45 }], join(folder, 'grown'));
    await expect(turn).rejects.toMatchObject({ reason: 'broken-image' });
  });
});
