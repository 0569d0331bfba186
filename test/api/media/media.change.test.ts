import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePhp } from '../../../src/storage/options/php-serialized.ts';
import { type MediaSite, mediaSite, month, picture } from './media-client.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await mediaSite();
});
afterAll(() => site.close());

async function uploaded(name: string, who: 'author' | 'editor' = 'author'): Promise<number> {
  const { body } = await site.upload(who, { name, content: await picture(200, 160), type: 'image/jpeg' });
  return body.id;
}

it('what is said of a file can be changed', async () => {
  const id = await uploaded('said.jpg');
  const { status, body } = await site.as('author').put(`/wp/v2/media/${id}`, {
    title: { raw: 'New "title"' },
    caption: 'New caption',
    description: { raw: 'New\n\ndescription' },
    alt_text: 'a <i>b</i>  c',
    slug: 'new-slug',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    title: { raw: 'New "title"', rendered: 'New &#8220;title&#8221;' },
    caption: { raw: 'New caption', rendered: '<p>New caption</p>\n' },
    description: { raw: 'New\n\ndescription' },
    alt_text: 'a b c',
    slug: 'new-slug',
    link: 'http://site.test/new-slug/',
  });
  expect((await site.as('author').put(`/wp/v2/media/${id}`, { alt_text: '' })).body.alt_text).toBe('');
});

it('what the file is cannot be changed', async () => {
  const id = await uploaded('fixed.jpg');
  const before = (await site.as('author').get(`/wp/v2/media/${id}?context=edit`)).body;
  const { status, body } = await site.as('author').post(`/wp/v2/media/${id}`, {
    source_url: 'http://elsewhere.test/x.jpg',
    guid: 'http://elsewhere.test/',
    media_type: 'file',
    mime_type: 'text/html',
    media_details: { file: '../../x', thumb: '../../x', sizes: { thumbnail: { file: '../../x' } } },
    type: 'page',
    meta: {
      _wp_attached_file: '../../x',
      '\u0000_wp_attached_file': '../../x',
      _wp_attachment_metadata: 'x',
      __proto__: 'x',
    },
  });
  expect(status).toBe(200);
  for (const name of ['source_url', 'guid', 'media_type', 'mime_type', 'media_details', 'type', 'meta']) {
    expect(body[name]).toEqual(before[name]);
  }
});

it('who may change and remove', async () => {
  const id = await uploaded('rights.jpg', 'editor');
  for (const who of ['contributor', 'author'] as const) {
    expect(await site.as(who).put(`/wp/v2/media/${id}`, { title: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'rest_cannot_edit' },
    });
    expect(await site.as(who).delete(`/wp/v2/media/${id}?force=true`)).toMatchObject({
      status: 403,
      body: { code: 'rest_cannot_delete' },
    });
  }
  expect((await site.as('anonymous').put(`/wp/v2/media/${id}`, { title: 'x' })).status).toBe(401);
  expect((await site.as('administrator').put(`/wp/v2/media/${id}`, { title: 'x' })).status).toBe(200);
});

describe('where it hangs', () => {
  it('decides who sees it', async () => {
    const { body: draft } = await site.as('editor').post('/wp/v2/posts', { title: 'Not yet', status: 'draft' });
    const id = await uploaded('hidden.jpg', 'editor');
    expect((await site.as('anonymous').get(`/wp/v2/media/${id}`)).status).toBe(200);
    expect((await site.as('editor').put(`/wp/v2/media/${id}`, { post: draft.id })).body.post).toBe(draft.id);
    expect((await site.as('anonymous').get(`/wp/v2/media/${id}`)).status).toBe(401);
    const listed = await site.as('anonymous').get(`/wp/v2/media?include=${id}`);
    expect([listed.body, listed.headers['x-wp-total']]).toEqual([[], '0']);
    await site.as('editor').put(`/wp/v2/posts/${draft.id}`, { status: 'publish' });
    expect((await site.as('anonymous').get(`/wp/v2/media/${id}`)).status).toBe(200);
  });

  it('an unknown post is taken as it is, another file is refused', async () => {
    const [id, other] = [await uploaded('a.jpg'), await uploaded('b.jpg')];
    expect((await site.as('author').put(`/wp/v2/media/${id}`, { post: 999_999 })).body.post).toBe(999_999);
    expect(await site.as('author').put(`/wp/v2/media/${id}`, { post: other })).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param' },
    });
    expect((await site.as('author').put(`/wp/v2/media/${id}`, { post: 0 })).body.post).toBeNull();
  });
});

it('private is a state of its own; every other one is inherited', async () => {
  const id = await uploaded('state.jpg', 'editor');
  const editor = site.as('editor');
  expect((await editor.put(`/wp/v2/media/${id}`, { status: 'private' })).body).toMatchObject({
    status: 'private',
    title: { rendered: 'Private: state' },
  });
  expect((await site.as('anonymous').get(`/wp/v2/media/${id}`)).status).toBe(401);
  for (const status of ['publish', 'draft', 'pending', 'future']) {
    expect((await editor.put(`/wp/v2/media/${id}`, { status })).body.status).toBe('inherit');
  }
  expect(await editor.put(`/wp/v2/media/${id}`, { status: 'inherit' })).toMatchObject({
    status: 400,
    body: { code: 'rest_invalid_param' },
  });
});

describe('removal', () => {
  it('without force is the trash, from which any state brings back', async () => {
    const id = await uploaded('trashed.jpg');
    const author = site.as('author');
    expect((await author.delete(`/wp/v2/media/${id}`)).body).toMatchObject({
      status: 'trash',
      slug: 'trashed__trashed',
    });
    expect(await author.delete(`/wp/v2/media/${id}`)).toMatchObject({
      status: 410,
      body: { code: 'rest_already_trashed' },
    });
    expect((await site.as('anonymous').get(`/wp/v2/media/${id}`)).status).toBe(401);
    const found = await site.as('editor').get('/wp/v2/media?status=trash');
    expect(found.body.map((item: { id: number }) => item.id)).toContain(id);
    expect(await site.stored()).toContain('trashed.jpg');
    expect((await author.put(`/wp/v2/media/${id}`, { status: 'publish' })).body).toMatchObject({
      status: 'inherit',
      slug: 'trashed',
    });
    expect((await site.as('anonymous').get(`/wp/v2/media/${id}`)).status).toBe(200);
  });

  it('with force takes the file, its copies and every mention as a lead image', async () => {
    const id = await uploaded('gone.jpg', 'editor');
    const { body: post } = await site
      .as('editor')
      .post('/wp/v2/posts', { title: 'Led', status: 'publish', featured_media: id });
    expect(await site.stored()).toEqual(expect.arrayContaining(['gone.jpg', 'gone-150x150.jpg']));
    const { body } = await site.as('editor').delete(`/wp/v2/media/${id}?force=true`);
    expect(body).toMatchObject({ deleted: true, previous: { id, source_url: expect.stringContaining('gone.jpg') } });
    expect((await site.stored()).filter((name) => name.startsWith('gone'))).toEqual([]);
    expect((await site.as('editor').get(`/wp/v2/media/${id}`)).status).toBe(404);
    expect((await site.as('editor').get(`/wp/v2/posts/${post.id}`)).body.featured_media).toBe(0);
  });

  it('takes nothing that stored metadata merely names', async () => {
    const id = await uploaded('thief.jpg');
    const { dataDir } = site.platen.config;
    await mkdir(join(dataDir, 'uploads', 'other'), { recursive: true });
    const canaries = [
      join(dataDir, 'canary.txt'),
      join(dataDir, 'uploads', 'other', 'canary.jpg'),
      join(dataDir, 'uploads', month(), 'canary-150x150.jpg'),
    ];
    for (const canary of canaries) await writeFile(canary, 'sings');
    const names = ['../../../canary.txt', '../../other/canary.jpg', 'canary-150x150.jpg', 'thief-150x150.jpg'];
    const sizes = new Map(
      names.map((file, n) => [
        `size${n}`,
        new Map<string, string | number>([
          ['file', file],
          ['width', 1],
          ['height', 1],
        ]),
      ]),
    );
    const forged = encodePhp(
      new Map<string, never>([
        ['width', 9],
        ['height', 9],
        ['file', '../../../canary.txt'],
        ['thumb', '../../../canary.txt'],
        ['sizes', sizes],
      ] as never),
    );
    await site.platen.store.meta.set('post', id, '_wp_attachment_metadata', [forged]);
    expect((await site.as('author').delete(`/wp/v2/media/${id}?force=true`)).status).toBe(200);
    for (const canary of canaries) expect(await readFile(canary, 'utf8')).toBe('sings');
    expect((await site.stored()).filter((name) => name.startsWith('thief'))).toEqual([]);
  });

  it('of a row whose path was forged takes no file at all', async () => {
    const id = await uploaded('forged.jpg');
    const canary = join(site.platen.config.dataDir, 'canary.txt');
    await writeFile(canary, 'sings');
    await site.platen.store.meta.set('post', id, '_wp_attached_file', ['../canary.txt']);
    expect((await site.as('author').delete(`/wp/v2/media/${id}?force=true`)).status).toBe(200);
    expect(await readFile(canary, 'utf8')).toBe('sings');
  });
});
