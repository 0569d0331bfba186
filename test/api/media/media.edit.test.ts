import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../support/platen.ts';
import { type MediaSite, mediaSite, month, picture } from './media-client.ts';

let site: MediaSite;
let photo: { id: number; source_url: string };
beforeAll(async () => {
  site = await mediaSite({ variant: 'c' });
  photo = await uploaded('photo.jpg', await halves(400, 200), '?title=Old+title&caption=Old+caption&alt_text=Old');
});
afterAll(() => site.close());

const uploaded = async (name: string, content: Buffer, query = '') =>
  (await site.upload('author', { name, content, type: 'image/jpeg' }, query)).body;
const edit = (body: object, who: Role = 'author', id = photo.id) =>
  site.as(who).post(`/wp/v2/media/${id}/edit`, { src: photo.source_url, ...body });

/** A picture whose left half is red and whose right half is blue. */
async function halves(width: number, height: number): Promise<Buffer> {
  const half = { width: width / 2, height, channels: 3, background: '#00f' } as const;
  return sharp({ create: { width, height, channels: 3, background: '#f00' } })
    .composite([{ input: { create: half }, left: width / 2, top: 0 }])
    .jpeg()
    .toBuffer();
}

/** Whether the pixel at this part of a stored picture is more red than blue. */
async function isRed(url: string, across: number, down: number): Promise<boolean> {
  const { body } = await fetchFile(url);
  const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * info.channels;
  return data[at]! > data[at + 2]!;
}

async function fetchFile(url: string): Promise<{ body: Buffer }> {
  const answer = await fetch(site.origin + new URL(url).pathname);
  return { body: Buffer.from(await answer.arrayBuffer()) };
}

describe('a picture made of a picture', () => {
  it('is a media item of its own with the texts of the other', async () => {
    const { status, headers, body } = await edit({ modifiers: [{ type: 'rotate', args: { angle: 90 } }] });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`http://site.test/wp-json/wp/v2/media/${body.id}`);
    expect(body).toMatchObject({
      slug: 'old-title-2',
      title: { rendered: 'Old title' },
      alt_text: 'Old',
      filename: 'photo-edited.jpg',
      media_details: {
        width: 200,
        height: 400,
        parent_image: { attachment_id: String(photo.id), file: `${month()}/photo.jpg` },
      },
    });
    expect(body.caption).toEqual({ rendered: '<p>Old caption</p>\n' });
    // Clockwise: what was on the left is on top.
    expect(await isRed(body.source_url, 0.5, 0.1)).toBe(true);
    expect(await isRed(body.source_url, 0.5, 0.9)).toBe(false);
    expect((await site.as('author').get(`/wp/v2/media/${photo.id}`)).body.media_details.width).toBe(400);
  });

  it('has the texts that were sent', async () => {
    const texts = { title: 'New', caption: 'Said', description: 'Told', alt_text: 'Seen' };
    const { body } = await edit({ rotation: 180, ...texts });
    const { body: shown } = await site.as('author').get(`/wp/v2/media/${body.id}?context=edit`);
    expect(shown).toMatchObject({
      title: { raw: 'New' },
      caption: { raw: 'Said' },
      description: { raw: 'Told' },
      alt_text: 'Seen',
    });
  });

  it.each([
    ['cut', [{ type: 'crop', args: { left: 50, top: 0, width: 25, height: 50 } }], [100, 100], false],
    ['flipped', [{ type: 'flip', args: { flip: { horizontal: true, vertical: false } } }], [400, 200], false],
    ['cut within its edges', [{ type: 'crop', args: { left: 0, top: 0, width: 150, height: 50 } }], [400, 100], true],
    [
      'changed step by step',
      [
        { type: 'rotate', args: { angle: 90 } },
        { type: 'crop', args: { left: 0, top: 0, width: 50, height: 25 } },
      ],
      [100, 100],
      true,
    ],
    ['turned by no angle', [{ type: 'rotate', args: { angle: 0 } }], [400, 200], true],
  ])('can be %s', async (_, modifiers, [width, height], startsRed) => {
    const { status, body } = await edit({ modifiers });
    expect(status).toBe(201);
    expect(body.media_details).toMatchObject({ width, height });
    expect(await isRed(body.source_url, 0.1, 0.1)).toBe(startsRed);
  });

  it('is made of the original of a picture that is shown by a smaller copy', async () => {
    const big = await uploaded('big.jpg', await picture(2600, 40));
    const modifiers = [{ type: 'crop', args: { left: 0, top: 0, width: 99, height: 100 } }];
    const { body } = await edit({ src: big.source_url, modifiers }, 'author', big.id);
    expect(body).toMatchObject({
      filename: 'big-edited.jpg',
      source_url: expect.stringContaining('big-edited-scaled.jpg'),
    });
    const again = await edit({ src: body.source_url, modifiers }, 'author', body.id);
    expect(again.body.filename).toBe('big-edited-1.jpg');
  });
});

describe('what is not made', () => {
  it.each([
    ['nothing to do', {}, 400, 'rest_image_not_edited'],
    ['half of a cut', { x: 1, y: 1 }, 400, 'rest_image_not_edited'],
    ['an empty part', { x: 10, y: 10, width: 0, height: 10 }, 400, 'rest_image_crop_failed'],
    [
      'a file of somewhere else',
      { src: 'https://example.org/photo.jpg', rotation: 90 },
      404,
      'rest_unknown_attachment',
    ],
    ['a turn by a whole circle', { rotation: 360 }, 400, 'rest_invalid_param'],
    ['steps without arguments', { modifiers: [{ type: 'rotate' }] }, 400, 'rest_invalid_param'],
    ['unknown steps', { modifiers: [{ type: 'blur', args: {} }] }, 400, 'rest_invalid_param'],
    ['steps that are no objects', { modifiers: ['rotate'] }, 400, 'rest_invalid_param'],
    [
      'angles that are no numbers',
      { modifiers: [{ type: 'rotate', args: { angle: 'x' } }] },
      400,
      'rest_invalid_param',
    ],
    [
      'too many steps',
      { modifiers: Array(21).fill({ type: 'rotate', args: { angle: 1 } }) },
      400,
      'rest_invalid_param',
    ],
  ])('%s', async (_, body, status, code) => {
    const answer = await edit(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('the refusal of a step says what is wrong with it', async () => {
    const { body } = await edit({ modifiers: [] });
    expect(body.data.details.modifiers.code).toBe('rest_too_few_items');
  });

  it.each([
    ['anonymous', 401, 'rest_cannot_edit_image'],
    ['contributor', 403, 'rest_cannot_edit_image'],
  ] as const)('by %s', async (who, status, code) => {
    const answer = await edit({ rotation: 90 }, who);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('of a file of somebody else, nor for a post of somebody else', async () => {
    const { body: other } = await site.upload('editor', {
      name: 'other.jpg',
      content: await picture(20, 20),
      type: 'image/jpeg',
    });
    const refused = await edit({ src: other.source_url, rotation: 90 }, 'author', other.id);
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_cannot_edit']);
    const { body: parent } = await site.as('editor').post('/wp/v2/posts', { title: 'Theirs', status: 'publish' });
    const attached = await edit({ rotation: 90, post: parent.id });
    expect([attached.status, attached.body.code]).toEqual([403, 'rest_cannot_edit']);
  });

  it('leaves no file behind', async () => {
    const before = await site.stored();
    await edit({ x: 10, y: 10, width: 0, height: 10 });
    expect(await site.stored()).toEqual(before);
    expect(await site.spooled()).toEqual([]);
  });
});

describe('copies that are made later', () => {
  const complete = (id: number, who: Role = 'author') =>
    site.as(who).post(`/wp/v2/media/${id}/post-process`, { action: 'create-image-subsizes' });

  it('are those that are missing', async () => {
    const later = await uploaded('later.jpg', await picture(900, 1200), '?generate_sub_sizes=false');
    expect(later.missing_image_sizes).toEqual(['thumbnail', 'medium', 'medium_large', 'large']);
    expect(later.description.rendered).toContain('width="225" height="300"');
    const { status, body } = await complete(later.id);
    expect(status).toBe(200);
    expect(body.missing_image_sizes).toEqual([]);
    expect(Object.keys(body.media_details.sizes)).toEqual(['medium', 'large', 'thumbnail', 'medium_large', 'full']);
    // Both sizes have the same dimensions, and one file.
    expect(body.media_details.sizes.large.file).toBe(body.media_details.sizes.medium_large.file);
    expect((await site.stored()).filter((name) => name.startsWith('later'))).toHaveLength(4);
    expect((await complete(later.id)).body.media_details).toEqual(body.media_details);
    expect(await site.spooled()).toEqual([]);
  });

  it('are made for those who may change the file', async () => {
    expect((await complete(photo.id, 'anonymous')).body.code).toBe('rest_cannot_edit');
    expect((await complete(999_999)).body.code).toBe('rest_post_invalid_id');
  });
});
