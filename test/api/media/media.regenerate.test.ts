import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { enqueueJob } from '../../../src/background/queue-jobs.ts';
import { readStoredValue, writeStoredValue } from '../../../src/media/attachment-metadata.ts';
import { latestRun } from '../../../src/wp/media/regenerate/regeneration-jobs.ts';
import { regenerationsTable } from '../../../src/wp/media/regenerate/regeneration-table.ts';
import { type MediaSite, mediaSite, month } from './media-client.ts';

let site: MediaSite;
afterEach(() => site.close());

type Sizes = Record<string, { file: string; width: number; height: number; source_url: string }>;

/** A picture whose left half is red and whose right half is blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f00' } })
    .composite([
      { input: { create: { width: width / 2, height, channels: 3, background: '#00f' } }, left: width / 2, top: 0 },
    ])
    .png()
    .toBuffer();

async function uploaded(name: string, width = 1200, height = 400): Promise<{ id: number; sizes: Sizes }> {
  const content = await halves(width, height);
  const { status, body } = await site.upload('author', { name, content, type: 'image/png' });
  expect(status).toBe(201);
  return { id: body.id, sizes: body.media_details.sizes };
}

const sizesOf = async (id: number): Promise<Sizes> => {
  const { full: _whole, ...copies } = (await site.as('author').get(`/wp/v2/media/${id}`)).body.media_details.sizes;
  return copies;
};

async function colourOf(url: string): Promise<'red' | 'blue' | 'both'> {
  const answer = await fetch(site.origin + new URL(url).pathname);
  expect(answer.status).toBe(200);
  const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
  if (channels[2]!.max < 40) return 'red';
  return channels[0]!.max < 40 ? 'blue' : 'both';
}

const removeFile = (name: string) => rm(join(site.platen.config.dataDir, 'uploads', month(), name));

const change = (settings: object) => site.as('administrator').post('/platen/v1/settings', settings);
const regenerate = (id: number, body: object = {}, who: 'author' | 'contributor' | 'editor' = 'author') =>
  site.as(who).post(`/platen/v1/media/${id}/regenerate`, body);
const backupsOf = async (id: number) => {
  const rows = (await site.platen.store.meta.of('post', [id], ['_wp_attachment_backup_sizes'])).get(id) ?? [];
  return readStoredValue(rows[0]?.value ?? '');
};

describe('one picture', () => {
  it('is cropped around its focal point, under the same addresses', async () => {
    site = await mediaSite({ variant: 'c' });
    const { id, sizes } = await uploaded('wide.png');
    expect(await colourOf(sizes['thumbnail']!.source_url)).toBe('both');
    await site.platen.store.meta.set('post', id, '_platen_focal_point', ['0.9 0.5']);
    expect((await regenerate(id)).body).toEqual({ id, made: 4, removed: 0 });
    expect(await colourOf(sizes['thumbnail']!.source_url)).toBe('blue');
    expect(await colourOf(sizes['medium']!.source_url)).toBe('both');
    expect(await sizesOf(id)).toMatchObject({ thumbnail: { file: sizes['thumbnail']!.file } });
    await site.platen.store.meta.set('post', id, '_platen_focal_point', ['0.1 0.5']);
    expect((await regenerate(id, { only: ['thumbnail'] })).body.made).toBe(1);
    expect(await colourOf(sizes['thumbnail']!.source_url)).toBe('red');
  });

  it('gets copies of changed sizes; the old ones stay until nobody wants them', async () => {
    site = await mediaSite({ variant: 'c' });
    const { id, sizes } = await uploaded('wide.png');
    await change({ medium_width: 500, medium_height: 500, thumbnail_width: 2000, thumbnail_height: 2000 });
    expect((await regenerate(id, { missing: true })).body).toEqual({ id, made: 1, removed: 0 });
    const after = await sizesOf(id);
    expect(after['medium']).toMatchObject({ width: 500, height: 167, file: 'wide-500x167.png' });
    // The picture is too small for the new size, but was not asked to lose its copy.
    expect(after['thumbnail']).toMatchObject({ width: 150 });
    expect(await colourOf(sizes['medium']!.source_url)).toBe('both');
    expect(await backupsOf(id)).toMatchObject({ 'medium-300x100': { file: 'wide-300x100.png' } });

    // Back again: the file is in use, and no longer an earlier version.
    await change({ medium_width: 300, medium_height: 300 });
    await regenerate(id, { missing: true });
    expect(Object.keys((await backupsOf(id)) as object)).toEqual(['medium-500x167']);

    expect((await regenerate(id, { remove_unused: true })).body).toEqual({ id, made: 3, removed: 2 });
    expect(await backupsOf(id)).toBeNull();
    expect(await sizesOf(id)).not.toHaveProperty('thumbnail');
    expect(await site.stored()).toEqual(['wide-1024x341.png', 'wide-300x100.png', 'wide-768x256.png', 'wide.png']);
  });

  it('takes earlier copies along when it is deleted', async () => {
    site = await mediaSite({ variant: 'c' });
    const { id } = await uploaded('wide.png');
    await change({ medium_width: 500, large_width: 900 });
    await regenerate(id);
    expect(await site.stored()).toContain('wide-300x100.png');
    await site.as('administrator').delete(`/wp/v2/media/${id}?force=true`);
    expect(await site.stored()).toEqual([]);
  });

  it('keeps what another program stored of it', async () => {
    site = await mediaSite({ variant: 'c' });
    const { id } = await uploaded('wide.png');
    const { meta } = site.platen.store;
    const rows = (await meta.of('post', [id], ['_wp_attachment_metadata'])).get(id)!;
    const before = readStoredValue(rows[0]!.value!) as Record<string, unknown>;
    const sizes = { ...(before['sizes'] as object), poster: { file: 'wide-90x30.png', width: 90, height: 30 } };
    await meta.set('post', id, '_wp_attachment_metadata', [writeStoredValue({ ...before, sizes, sold: 7 })]);
    await regenerate(id);
    const after = readStoredValue((await meta.of('post', [id], ['_wp_attachment_metadata'])).get(id)![0]!.value!);
    expect(after).toMatchObject({ sold: 7, sizes: { poster: { file: 'wide-90x30.png' } } });
  });

  it('is refused to those who may not edit it, for unknown sizes, and without its file', async () => {
    site = await mediaSite({ variant: 'c' });
    const { id } = await uploaded('wide.png');
    expect((await regenerate(id, {}, 'contributor')).status).toBe(403);
    expect((await regenerate(id, { only: ['nothing'] })).status).toBe(400);
    expect((await regenerate(987_654)).status).toBe(404);
    const stored = await sizesOf(id);
    await removeFile('wide.png');
    const gone = await regenerate(id);
    expect([gone.status, gone.body.code]).toEqual([409, 'regeneration_refused']);
    expect(await sizesOf(id)).toEqual(stored);
  });
});

describe('all pictures', () => {
  const run = async () => (await site.as('administrator').get('/platen/v1/media/regeneration')).body.run;
  const begin = (body: object = {}) => site.as('administrator').post('/platen/v1/media/regeneration', body);
  const ended = () => expect.poll(async () => (await run())?.state).toMatch(/done|failed|cancelled/);

  it('are done in the background, and what fails is named', async () => {
    site = await mediaSite({ variant: 'c', leads: true });
    expect(await run()).toBeNull();
    const [first, broken, last] = [await uploaded('a.png'), await uploaded('b.png'), await uploaded('c.png', 600, 600)];
    await site.as('author').post('/wp/v2/posts', { title: 'No picture' });
    await change({ medium_width: 400 });
    await removeFile('b.png');
    const { status, body } = await begin({ missing: true });
    expect([status, body.run.all]).toEqual([202, 3]);
    await ended();
    expect(await run()).toMatchObject({
      ...{ state: 'done', done: 3, all: 3, made: 1, failed: 1, missing: true, is_command: false, error: '' },
      failures: [{ id: broken.id, why: 'The file of this picture is missing.' }],
    });
    expect((await sizesOf(first.id))['medium']).toMatchObject({ width: 400, height: 133 });
    expect((await sizesOf(last.id))['medium']).toMatchObject({ width: 300, height: 300 });
    expect((await sizesOf(broken.id))['medium']).toMatchObject({ width: 300, height: 100 });
    // Nothing is left to do for the others.
    await begin({ missing: true });
    await ended();
    expect(await run()).toMatchObject({ made: 0, failed: 1 });
  });

  it('are done by one run at a time, which can be stopped', async () => {
    site = await mediaSite({ variant: 'c', leads: false });
    await uploaded('a.png');
    expect((await begin()).status).toBe(202);
    const second = await begin();
    expect([second.status, second.body.code]).toEqual([409, 'regeneration_busy']);
    const { body } = await site.as('administrator').post('/platen/v1/media/regeneration/cancel', {});
    expect(body.run.is_cancelled).toBe(true);
    await ended();
    // It ends before the next picture; the only one may have been done already.
    expect((await run()).state).toMatch(/cancelled|done/);
    expect((await begin()).status).toBe(202);
    await ended();
  });

  it('go on where a run was', async () => {
    site = await mediaSite({ variant: 'c', leads: true });
    const [first, second] = [await uploaded('a.png'), await uploaded('b.png')];
    const { store } = site.platen;
    await change({ medium_width: 400 });
    const rows = store.table(regenerationsTable);
    // As a process leaves it that was killed after the first picture.
    const id = await rows.insert({
      state: 'running',
      choices: { only: [], isMissing: false, removesUnused: false },
      // Another one had ended as well, before one of a lower number.
      progress: { position: first.id, done: 2, all: 2, made: 4, removed: 0, failed: 0, failures: [] },
      createdMs: 1,
    });
    await enqueueJob(store, { topic: 'picture copies', key: 'site', payload: { id } }, Date.now());
    await ended();
    expect(await latestRun(store)).toMatchObject({
      state: 'done',
      progress: { done: 2, made: 8, position: second.id },
    });
    expect((await sizesOf(first.id))['medium']).toMatchObject({ width: 300 });
    expect((await sizesOf(second.id))['medium']).toMatchObject({ width: 400 });
  });

  it('are for those who manage the site', async () => {
    site = await mediaSite();
    expect((await site.as('editor').post('/platen/v1/media/regeneration', {})).status).toBe(403);
    expect((await site.as('editor').get('/platen/v1/media/regeneration')).status).toBe(403);
    expect((await site.as('anonymous').post('/platen/v1/media/regeneration/cancel', {})).status).toBe(401);
    expect((await begin({ only: ['nothing'] })).status).toBe(400);
  });
});
