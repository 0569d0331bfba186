import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readStoredValue, writeStoredValue } from '../../../src/media/attachment-metadata.ts';
import { type MediaSite, mediaSite, month, picture } from './media-client.ts';

let site: MediaSite;
beforeEach(async () => {
  site = await mediaSite({ variant: 'c' });
});
afterEach(() => site.close());

const pathOf = (name: string): string => join(site.platen.config.dataDir, 'uploads', month(), name);
const metaOf = async (id: number, key: string): Promise<string> =>
  (await site.platen.store.meta.of('post', [id], [key])).get(id)?.[0]?.value ?? '';

async function uploaded(name: string, width: number, height: number): Promise<number> {
  const content = await picture(width, height, 'png');
  const { status, body } = await site.upload('author', { name, content, type: 'image/png' });
  expect(status).toBe(201);
  return body.id;
}

const sizesOf = async (id: number): Promise<Record<string, { file: string }>> =>
  (await site.as('author').get(`/wp/v2/media/${id}`)).body.media_details.sizes;
const remove = (id: number) => site.as('administrator').delete(`/wp/v2/media/${id}?force=true`);
const replace = (id: number, content: Buffer) =>
  fetch(`${site.origin}/wp-json/platen/v1/media/${id}/file`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('the-author:pw-author').toString('base64')}`,
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="x.png"',
    },
    body: new Uint8Array(content),
  });

describe('a file whose name is that of a copy of another', () => {
  const name = 'wide-500x167.png';
  let wide: number;
  let content: Buffer;
  beforeEach(async () => {
    wide = await uploaded('wide.png', 1200, 400);
    // As an old site has it: uploaded under a name that only copies get now.
    const other = await uploaded('other.png', 77, 33);
    await rename(pathOf('other.png'), pathOf(name));
    await site.platen.store.meta.set('post', other, '_wp_attached_file', [`${month()}/${name}`]);
    content = await readFile(pathOf(name));
    await site.as('administrator').post('/platen/v1/settings', { medium_width: 500, medium_height: 500 });
  });

  const regenerate = async (body: object = {}) =>
    (await site.as('author').post(`/platen/v1/media/${wide}/regenerate`, body)).body;
  /** As an earlier version of the program stored it. */
  const claimCopy = async () => {
    const metadata = readStoredValue(await metaOf(wide, '_wp_attachment_metadata')) as { sizes: object };
    const medium = { file: name, width: 500, height: 167, 'mime-type': 'image/png' };
    const sizes = { ...metadata.sizes, medium };
    await site.platen.store.meta.set('post', wide, '_wp_attachment_metadata', [
      writeStoredValue({ ...metadata, sizes }),
    ]);
  };

  it('stays when copies are made again: that size has none', async () => {
    expect(await regenerate({ missing: true })).toEqual({ id: wide, made: 0, removed: 0 });
    expect(await sizesOf(wide)).not.toHaveProperty('medium');
    expect(await readFile(pathOf(name))).toEqual(content);
    expect(await regenerate({ missing: true })).toEqual({ id: wide, made: 0, removed: 0 });
    expect(await regenerate({ remove_unused: true })).toEqual({ id: wide, made: 3, removed: 1 });
    expect(await readFile(pathOf(name))).toEqual(content);
  });

  it('stays where the metadata of the other says that it is a copy', async () => {
    await claimCopy();
    expect(await regenerate()).toMatchObject({ made: 3 });
    expect(await sizesOf(wide)).not.toHaveProperty('medium');
    expect(await readFile(pathOf(name))).toEqual(content);
    await claimCopy();
    await remove(wide);
    expect(await readFile(pathOf(name))).toEqual(content);
  });

  it('stays when the other is replaced', async () => {
    await claimCopy();
    expect((await replace(wide, await picture(1500, 500, 'png'))).status).toBe(200);
    expect(await readFile(pathOf(name))).toEqual(content);
    expect(await sizesOf(wide)).not.toHaveProperty('medium');
  });
});

describe('a file of two media items', () => {
  let one: number;
  let two: number;
  beforeEach(async () => {
    one = await uploaded('shared.png', 400, 300);
    two = await uploaded('two.png', 400, 300);
    for (const key of ['_wp_attached_file', '_wp_attachment_metadata'])
      await site.platen.store.meta.set('post', two, key, [await metaOf(one, key)]);
  });

  const resized = async (id: number, query: string): Promise<Buffer> => {
    const answer = await fetch(`${site.origin}/media/${id}/shared.png?${query}`);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const versionOf = async (id: number): Promise<string | null> => {
    const { body } = await site.as('author').get(`/platen/v1/media/${id}/addresses`);
    return new URL(body.url).searchParams.get('v');
  };
  const made = async (): Promise<string[]> => (await site.stored()).filter((file) => /^\d+x\d+-/.test(file));

  it('has resized pictures for both, which stay', async () => {
    for (const query of ['w=48&format=webp', 'w=64&format=webp']) for (const id of [one, two]) await resized(id, query);
    expect(await made()).toHaveLength(4);
  });

  it('is replaced for both: each has another version and shows the new file', async () => {
    const before = await Promise.all([one, two].map(versionOf));
    const old = await resized(two, 'w=48&format=webp');
    const other = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#f0f' } })
      .png()
      .toBuffer();
    expect((await replace(one, other)).status).toBe(200);
    expect(await made()).toEqual([]);
    const after = await Promise.all([one, two].map(versionOf));
    expect(after.filter((version) => before.includes(version))).toEqual([]);
    expect((await resized(two, 'w=48&format=webp')).equals(old)).toBe(false);
    const stale = await site.fetch(`/media/${two}/shared.png?v=${before[1]}&w=48`);
    expect(stale.headers['cache-control']).toBe('public, max-age=3600');
  });

  it('goes with the last of them', async () => {
    await remove(one);
    await resized(two, 'w=48&format=webp');
    expect(await site.stored()).toEqual(expect.arrayContaining(['shared.png', 'shared-150x150.png']));
    await remove(two);
    expect((await site.stored()).filter((file) => file.startsWith('shared'))).toEqual([]);
    expect(await made()).toEqual([]);
  });
});
