import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePhp } from '../../../src/storage/options/php-serialized.ts';
import type { Role } from '../../support/platen.ts';
import { postRow } from '../../support/rows.ts';
import { type MediaSite, mediaSite } from './media-client.ts';

describe.each(['a', 'c'] as const)('versions of a picture, variant %s', (variant) => {
  let site: MediaSite;
  let next = 0;
  beforeAll(async () => {
    site = await mediaSite({ variant });
  });
  afterAll(() => site.close());

  const upload = async (width = 400, height = 200): Promise<{ id: number; source_url: string }> => {
    next += 1;
    const content = await sharp({ create: { width, height, channels: 3, background: '#246' } })
      .jpeg()
      .toBuffer();
    return (await site.upload('author', { name: `v${next}.jpg`, content, type: 'image/jpeg' }, '?alt_text=Told')).body;
  };
  const show = async (id: number) => (await site.as('author').get(`/platen/v1/media/${id}`)).body;
  const turn = [{ type: 'rotate', args: { angle: 90 } }];
  const edit = (id: number, src: string, body: object = {}, who: Role = 'author') =>
    site.as(who).post(`/platen/v1/media/${id}/edit`, { src, modifiers: turn, ...body });
  const restore = (id: number, src: string) => site.as('author').post(`/platen/v1/media/${id}/restore`, { src });
  const served = async (url: string) => (await site.fetch(new URL(url).pathname)).status;

  it('is shown in the place of the first one, which is kept and comes back', async () => {
    const { id, source_url } = await upload();
    await site.as('author').post(`/platen/v1/media/${id}`, { focal_point: { x: 0.25, y: 1 } });
    const { status, body } = await edit(id, source_url);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, width: 200, height: 400, may_restore: true, focal_point: { x: 0, y: 0.25 } });
    expect(body.source_url).toMatch(/v\d+-e\d{13}\.jpg$/);
    expect(await served(source_url)).toBe(200);
    expect(await served(body.source_url)).toBe(200);
    const rows = (await site.platen.store.meta.of('post', [id], ['_wp_attachment_backup_sizes'])).get(id);
    const stored = decodePhp(rows?.[0]?.value ?? '');
    const names = stored.ok && stored.value instanceof Map ? [...stored.value.keys()] : [];
    expect(names).toEqual(expect.arrayContaining(['full-orig', 'thumbnail-orig', 'medium-orig']));
    const again = await edit(id, body.source_url, {
      modifiers: [{ type: 'crop', args: { left: 0, top: 0, width: 50, height: 50 } }],
    });
    expect(again.body).toMatchObject({ width: 100, height: 200 });
    const back = await restore(id, again.body.source_url);
    expect(back.body).toMatchObject({ source_url, width: 400, height: 200, may_restore: false, alt_text: 'Told' });
    expect(await served(back.body.thumbnail_url)).toBe(200);
    expect((await restore(id, source_url)).body.code).toBe('platen_no_first_version');
    await site.as('author').delete(`/wp/v2/media/${id}?force=true`);
    expect((await site.stored()).filter((name) => name.includes(`v${next}`))).toEqual([]);
  });

  it('can be an item of its own', async () => {
    const { id, source_url } = await upload();
    const { body } = await edit(id, source_url, { as: 'item' });
    expect(body.id).not.toBe(id);
    expect(body).toMatchObject({ width: 200, height: 400, alt_text: 'Told', may_restore: false });
    expect(await show(id)).toMatchObject({ width: 400, source_url });
  });

  it('is not made of one that somebody else has changed, nor twice at once', async () => {
    const { id, source_url } = await upload();
    const answers = await Promise.all([edit(id, source_url), edit(id, source_url), edit(id, source_url)]);
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    for (const { status, body } of answers.filter((one) => one !== made[0])) {
      expect(status).toBe(409);
      expect(body.code).toMatch(/^platen_picture_(?:busy|changed)$/);
    }
    expect((await edit(id, source_url)).body.code).toBe('platen_picture_changed');
    // The files of those that were refused are gone.
    const versions = (await site.stored()).filter((name) => new RegExp(`v${next}-e\\d+\\.jpg$`).test(name));
    expect(versions).toHaveLength(1);
  });

  it('leaves the version before it whole where it cannot be made', async () => {
    const { id, source_url } = await upload();
    const before = { item: await show(id), files: await site.stored() };
    const broken = [{ type: 'crop', args: { left: 50, top: 50, width: 0, height: 0 } }];
    expect((await edit(id, source_url, { modifiers: broken })).status).toBe(400);
    expect(await show(id)).toEqual(before.item);
    expect(await site.stored()).toEqual(before.files);
    expect(await site.spooled()).toEqual([]);
  });

  it.each([
    ['no steps', { modifiers: [] }],
    ['an unknown step', { modifiers: [{ type: 'blur', args: {} }] }],
    ['another way to save it', { as: 'copy' }],
  ])('is refused with %s', async (_, body) => {
    const { id, source_url } = await upload();
    expect((await edit(id, source_url, body)).status).toBe(400);
    expect(await show(id)).toMatchObject({ source_url, may_restore: false });
  });

  it('is for those who may edit the file', async () => {
    const { id, source_url } = await upload();
    expect((await edit(id, source_url, {}, 'contributor')).status).toBe(403);
    expect((await edit(id, source_url, {}, 'anonymous')).status).toBe(401);
    expect((await edit(id, source_url, {}, 'editor')).status).toBe(200);
    const file = postRow({ type: 'attachment', status: 'inherit', mimeType: 'application/pdf', slug: 'a-document' });
    const other = await site.platen.store.posts.insert({ ...file, authorId: site.users.author });
    expect((await edit(other, source_url)).body.code).toBe('platen_not_a_picture');
  });
});
