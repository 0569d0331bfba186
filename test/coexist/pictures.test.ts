import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStoredValue } from '../../src/media/attachment-metadata.ts';
import type { Client } from './support/client.ts';
import { openPair, type Pair } from './support/pair.ts';
import { inWordpress } from './support/php.ts';
import { type Peer, startPeer } from './support/start-wordpress.ts';

let peer: Peer;
let pair: Pair;
let plugin: string;

/** A theme's sizes: one cropped in the middle, one at its top left, one that fits into a box, one without a height. */
const ownSizes = `<?php
add_action('after_setup_theme', function () {
  add_image_size('card', 400, 300, true);
  add_image_size('corner', 220, 180, ['left', 'top']);
  add_image_size('feature', 640, 360, false);
  add_image_size('column', 240, 0, false);
});
`;

/** Settings that are not the usual ones; 0 is no limit. */
const settings = {
  thumbnail_size_w: 120,
  thumbnail_size_h: 90,
  thumbnail_crop: 1,
  medium_size_w: 420,
  medium_size_h: 0,
  medium_large_size_w: 700,
  medium_large_size_h: 500,
  large_size_w: 0,
  large_size_h: 640,
};

beforeAll(async () => {
  peer = await startPeer(['--prefix', 'pix_']);
  plugin = join(peer.facts.root, 'wp-content/mu-plugins/sizes.php');
  await writeFile(plugin, ownSizes);
  for (const [name, value] of Object.entries(settings))
    inWordpress(peer.facts, `update_option('${name}', ${value}); $out = true;`);
  pair = await openPair({ variant: 'c' }, peer.facts);
});
afterAll(async () => {
  await pair?.close();
  if (plugin) await rm(plugin, { force: true });
  await peer?.stop();
});

interface Shape {
  readonly name: string;
  readonly mime: string;
  readonly bytes: () => Promise<Buffer>;
}

/** A gradient, so that no encoder finds a shorter form for a part of it. */
function gradient(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data.set([(x * 255) / width, (y * 255) / height, ((x + y) * 7) % 256].map(Math.trunc), (y * width + x) * 3);
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** The same, fading out to the right. */
function clear(width: number, height: number): Sharp {
  const mask = Buffer.alloc(width * height);
  for (let at = 0; at < mask.length; at += 1) mask[at] = Math.trunc(255 - ((at % width) * 255) / width);
  return gradient(width, height).joinChannel(mask, { raw: { width, height, channels: 1 } });
}

/** An animation of three frames. */
async function moving(): Promise<Buffer> {
  const frames = ['#f00', '#0f0', '#00f'].map((background) =>
    sharp({ create: { width: 700, height: 420, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif({ delay: 100 })
    .toBuffer();
}

/** What cameras write. */
const camera = {
  IFD0: { ImageDescription: 'A red barn', Model: 'Model X', Artist: 'Jo Doe', Copyright: '(c) Jo' },
  IFD2: {
    ExposureTime: '1/60',
    FNumber: '28/10',
    ISOSpeedRatings: '400',
    DateTimeDigitized: '2020:02:03 04:05:06',
    FocalLength: '35/1',
  },
};

const shapes: readonly Shape[] = [
  { name: 'wide.jpg', mime: 'image/jpeg', bytes: () => gradient(1601, 903).jpeg().toBuffer() },
  { name: 'tall.jpg', mime: 'image/jpeg', bytes: () => gradient(777, 1301).jpeg().toBuffer() },
  { name: 'small.jpg', mime: 'image/jpeg', bytes: () => gradient(333, 251).jpeg().toBuffer() },
  { name: 'low.jpg', mime: 'image/jpeg', bytes: () => gradient(1500, 70).jpeg().toBuffer() },
  { name: 'drawing.png', mime: 'image/png', bytes: () => gradient(1333, 1000).png().toBuffer() },
  { name: 'large-drawing.png', mime: 'image/png', bytes: () => gradient(2700, 400).png().toBuffer() },
  { name: 'still.gif', mime: 'image/gif', bytes: () => gradient(731, 470).gif({ colours: 16 }).toBuffer() },
  { name: 'modern.webp', mime: 'image/webp', bytes: () => gradient(1111, 707).webp().toBuffer() },
  { name: 'scaled.jpg', mime: 'image/jpeg', bytes: () => gradient(3001, 1999).jpeg().toBuffer() },
  {
    name: 'turned.jpg',
    mime: 'image/jpeg',
    bytes: () => gradient(1200, 801).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  },
  {
    name: 'scaled-turned.jpg',
    mime: 'image/jpeg',
    bytes: () => gradient(2900, 1501).withMetadata({ orientation: 8 }).jpeg().toBuffer(),
  },
  ...[2, 3, 4, 5, 7].map((orientation) => ({
    name: `held-${orientation}.jpg`,
    mime: 'image/jpeg',
    bytes: () => gradient(700, 501).withMetadata({ orientation }).jpeg().toBuffer(),
  })),
  { name: 'grey.jpg', mime: 'image/jpeg', bytes: () => gradient(1203, 801).greyscale().jpeg().toBuffer() },
  { name: 'limit.jpg', mime: 'image/jpeg', bytes: () => gradient(2560, 1440).jpeg().toBuffer() },
  { name: 'large-modern.webp', mime: 'image/webp', bytes: () => gradient(2701, 1300).webp().toBuffer() },
  { name: 'clear.webp', mime: 'image/webp', bytes: () => clear(901, 640).webp().toBuffer() },
  { name: 'clear.png', mime: 'image/png', bytes: () => clear(901, 640).png().toBuffer() },
  { name: 'palette.png', mime: 'image/png', bytes: () => gradient(800, 433).png({ palette: true }).toBuffer() },
  { name: 'moving.gif', mime: 'image/gif', bytes: moving },
  { name: 'told.jpg', mime: 'image/jpeg', bytes: () => gradient(640, 480).withExif(camera).jpeg().toBuffer() },
];

async function uploaded(client: Client, { name, mime, bytes }: Shape, word: string) {
  const answer = await client.upload(`${word}-${name}`, mime, await bytes());
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const id = answer.body.id as number;
  const [rows] = await pair.database.query(
    `select meta_value from ${peer.facts.prefix}postmeta where post_id = ? and meta_key = '_wp_attachment_metadata'`,
    [id],
  );
  return comparable(readStoredValue((rows as { meta_value: string }[])[0]!.meta_value), word);
}

/** Without what the encoders differ in, and what version 6.1 does not store: the alternative text of a picture. */
function comparable(value: unknown, word: string, path = ''): unknown {
  if (typeof value === 'string') return value.replaceAll(word, 'WORD');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => comparable(one, word));
  const isDerived = path !== '' || 'original_image' in value;
  // As a list, so that the order counts too.
  return Object.entries(value).flatMap(([key, member]) =>
    (key === 'filesize' && isDerived) || (path === '/image_meta' && key === 'alt')
      ? []
      : [[key, comparable(member, word, `${path}/${key}`)]],
  );
}

describe('a site with sizes of its own', () => {
  it.each(shapes.map((shape) => [shape.name, shape] as const))('%s has the same copies', async (_name, shape) => {
    // The first picture of the other system is what the sizes are learned from.
    const theirs = await uploaded(pair.wordpress(), shape, 'amber');
    await pair.ours().post('/platen/v1/media/sizes/learn', {});
    const ours = await uploaded(pair.ours(), shape, 'coral');
    expect(ours).toEqual(theirs);
  });

  it('has learned what the other system calls them', async () => {
    const { body } = await pair.ours().get('/platen/v1/media/sizes');
    const learned = (body as { name: string; source: string }[]).filter(({ source }) => source === 'learned');
    expect(learned).toEqual([
      expect.objectContaining({ name: 'card', width: 400, height: 300, crop: true, is_certain: true }),
      expect.objectContaining({ name: 'corner', width: 220, height: 180, crop: true, is_certain: true }),
      expect.objectContaining({ name: 'feature', width: 640, height: 360, crop: false, is_certain: true }),
      expect.objectContaining({ name: 'column', width: 240, height: 0, crop: false, is_certain: true }),
    ]);
  });
});
