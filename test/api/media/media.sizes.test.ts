import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defineExtension } from '../../../src/extension.ts';
import { createPlaten } from '../../../src/index.ts';
import { writeStoredValue } from '../../../src/media/attachment-metadata.ts';
import { type MediaSite, mediaSite } from './media-client.ts';

type Sizes = Record<string, { file: string; width: number; height: number; source_url: string }>;

async function jpeg(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#284' } })
    .jpeg()
    .toBuffer();
}

async function copiesOf(site: MediaSite, width: number, height: number): Promise<Sizes> {
  const { status, body } = await site.upload('author', {
    name: 'photo.jpg',
    content: await jpeg(width, height),
    type: 'image/jpeg',
  });
  expect(status).toBe(201);
  const { full: _whole, ...copies } = body.media_details.sizes;
  return copies;
}

const measures = (sizes: Sizes) =>
  Object.fromEntries(Object.entries(sizes).map(([name, { width, height }]) => [name, `${width}x${height}`]));

const listed = async (site: MediaSite) => (await site.as('author').get('/platen/v1/media/sizes')).body;

describe.each(['a', 'c'] as const)('the settings, variant %s', (variant) => {
  let site: MediaSite;
  beforeAll(async () => {
    site = await mediaSite({ variant });
  });
  afterAll(() => site.close());

  it('say how large copies are, from the next upload on', async () => {
    expect(measures(await copiesOf(site, 1200, 800))).toMatchObject({ thumbnail: '150x150', medium: '300x200' });
    const { status, body } = await site.as('administrator').post('/platen/v1/settings', {
      thumbnail_width: 200,
      thumbnail_height: 100,
      medium_width: 500,
      medium_height: 0,
      medium_large_width: 0,
      medium_large_height: 0,
      large_width: 0,
      large_height: 600,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ thumbnail_width: 200, medium_height: 0, large_height: 600, thumbnail_crop: true });
    expect(measures(await copiesOf(site, 1200, 800))).toEqual({
      thumbnail: '200x100',
      medium: '500x333',
      large: '900x600',
    });
    await site.as('administrator').post('/platen/v1/settings', { thumbnail_crop: false });
    expect(measures(await copiesOf(site, 1200, 800))).toMatchObject({ thumbnail: '150x100' });
  });

  it('refuse what no side can have, and change nothing', async () => {
    for (const wrong of [
      { medium_width: -1 },
      { medium_width: 70_000 },
      { medium_width: 'wide' },
      { large_height: 1.5 },
    ])
      expect((await site.as('administrator').post('/platen/v1/settings', wrong)).status).toBe(400);
    expect((await site.as('editor').post('/platen/v1/settings', { medium_width: 10 })).status).toBe(403);
    expect((await site.as('administrator').get('/platen/v1/settings')).body.medium_width).toBe(500);
  });

  it('are listed with their sources', async () => {
    const sizes = await listed(site);
    const bySource = Object.groupBy(sizes as { name: string; source: string }[], ({ source }) => source);
    expect(bySource['setting']!.map(({ name }) => name).sort()).toEqual([
      'large',
      'medium',
      'medium_large',
      'thumbnail',
    ]);
    expect((bySource['core'] ?? []).map(({ name }) => name)).toEqual(variant === 'c' ? ['1536x1536', '2048x2048'] : []);
    expect(sizes).toContainEqual({
      ...{ name: 'medium', width: 500, height: 0, crop: false, position: null },
      ...{ source: 'setting', extension: '', is_made: true, is_certain: true },
    });
    expect(sizes).toContainEqual(expect.objectContaining({ name: 'medium_large', is_made: false }));
    expect((await site.as('subscriber').get('/platen/v1/media/sizes')).status).toBe(403);
    expect((await site.as('anonymous').get('/platen/v1/media/sizes')).status).toBe(401);
  });
});

describe('sizes that are declared', () => {
  let site: MediaSite;
  afterEach(() => site.close());

  it('by the configuration and by extensions are made of each upload', async () => {
    const shop = defineExtension({ name: 'shop', imageSizes: { product: { width: 250, height: 250, crop: true } } });
    site = await mediaSite({
      variant: 'c',
      imageSizes: { card: { width: 400, height: 300, crop: ['left', 'top'] }, strip: { height: 60 } },
      extensions: [shop],
    });
    const content = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#f00' } })
      .composite([
        { input: { create: { width: 450, height: 300, channels: 3, background: '#00f' } }, left: 450, top: 0 },
      ])
      .png()
      .toBuffer();
    const { body } = await site.upload('author', { name: 'halves.png', content, type: 'image/png' });
    const { sizes } = body.media_details as { sizes: Sizes };
    expect(measures(sizes)).toMatchObject({ card: '400x300', strip: '180x60', product: '250x250' });
    // The left part of the picture, all of it red.
    const answer = await fetch(site.origin + new URL(sizes['card']!.source_url).pathname);
    const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
    expect(channels[2]!.max).toBeLessThan(30);
    expect(Object.keys(sizes).slice(-4)).toEqual(['card', 'strip', 'product', 'full']);
    expect(await listed(site)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'card', source: 'configuration', position: { x: 0, y: 0 } }),
        expect.objectContaining({ name: 'product', source: 'extension', extension: 'shop' }),
      ]),
    );
  });

  it('that cannot be are refused at the start', async () => {
    site = await mediaSite();
    await expect(createPlaten({ imageSizes: { thumbnail: { width: 10 } } })).rejects.toThrow(/imageSizes .*thumbnail/);
    const bad = { name: 'bad', imageSizes: { card: { width: 10, crop: true } } };
    await expect(createPlaten({ extensions: [bad] })).rejects.toThrow(/"imageSizes".*card/);
  });

  it('and no longer declared are not taken for those of another program', async () => {
    site = await mediaSite({ imageSizes: { card: { width: 400, height: 300, crop: true } } });
    expect(await copiesOf(site, 900, 500)).toHaveProperty('card');
    const { options } = site.platen.store;
    expect(JSON.parse((await options.get('platen_image_sizes'))!)).toMatchObject({ sizes: {}, declared: ['card'] });
  });
});

describe('sizes of another program', () => {
  let site: MediaSite;
  afterEach(() => site.close());

  /** Stores an attachment as another program leaves it. */
  async function adopted(width: number, height: number, sizes: Record<string, [number, number]>): Promise<void> {
    const { store } = site.platen;
    const { body } = await site.upload('author', { name: 'old.jpg', content: await jpeg(60, 40), type: 'image/jpeg' });
    const copies = Object.entries(sizes).map(([name, [w, h]]) => [
      name,
      { file: `old-${w}x${h}.jpg`, width: w, height: h, 'mime-type': 'image/jpeg' },
    ]);
    const metadata = { width, height, file: '2020/01/old.jpg', sizes: Object.fromEntries(copies) };
    await store.meta.set('post', body.id, '_wp_attachment_metadata', [writeStoredValue(metadata)]);
  }

  it('are learned from the copies of the newest pictures, made too, and can be switched off', async () => {
    site = await mediaSite({ variant: 'c' });
    await adopted(1600, 900, { card: [400, 300], feature: [800, 450], thumbnail: [99, 99], '../x': [10, 10] });
    await adopted(900, 1600, { card: [400, 300], feature: [450, 800] });
    const { status, body } = await site.as('administrator').post('/platen/v1/media/sizes/learn', {});
    expect(status).toBe(200);
    const learned = (body as { source: string }[]).filter(({ source }) => source === 'learned');
    expect(learned).toEqual([
      expect.objectContaining({ name: 'card', width: 400, height: 300, crop: true, is_made: true, is_certain: true }),
      expect.objectContaining({ name: 'feature', width: 800, height: 800, crop: false, is_certain: true }),
    ]);
    expect(measures(await copiesOf(site, 1000, 1000))).toMatchObject({ card: '400x300', feature: '800x800' });

    const off = await site.as('administrator').post('/platen/v1/media/sizes', { name: 'card', is_made: false });
    expect(off.body).toContainEqual(expect.objectContaining({ name: 'card', is_made: false }));
    expect(await copiesOf(site, 1000, 1000)).not.toHaveProperty('card');
    await site.as('administrator').post('/platen/v1/media/sizes/learn', {});
    expect(await listed(site)).toContainEqual(expect.objectContaining({ name: 'card', is_made: false }));
    await site.as('administrator').post('/platen/v1/media/sizes', { name: 'card', is_made: true });
    expect(await copiesOf(site, 1000, 1000)).toHaveProperty('card');
  });

  it('are found at the first upload of a process', async () => {
    let passedMs = 0;
    site = await mediaSite({ variant: 'c', clock: () => Date.now() + passedMs });
    await site.platen.store.options.set('platen_image_sizes', 'not JSON');
    await adopted(1600, 900, { card: [400, 300] });
    // The first upload above was before there was anything to learn; an hour later, there is.
    expect(await copiesOf(site, 1000, 1000)).not.toHaveProperty('card');
    passedMs = 61 * 60_000;
    expect(await copiesOf(site, 1000, 1000)).toHaveProperty('card');
  });

  it('only they can be switched, by those who manage the site', async () => {
    site = await mediaSite();
    const change = (who: 'administrator' | 'editor', body: object) => site.as(who).post('/platen/v1/media/sizes', body);
    expect((await change('administrator', { name: 'medium', is_made: false })).status).toBe(400);
    expect((await change('administrator', { name: 'constructor', is_made: false })).status).toBe(400);
    expect((await change('administrator', { name: 'card' })).status).toBe(400);
    expect((await change('editor', { name: 'card', is_made: false })).status).toBe(403);
    expect((await site.as('editor').post('/platen/v1/media/sizes/learn', {})).status).toBe(403);
  });
});
