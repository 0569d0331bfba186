import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
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
