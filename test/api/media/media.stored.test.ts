import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MediaSite, mediaSite, month, picture } from './media-client.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await mediaSite();
});
afterAll(() => site.close());

async function metaOf(id: number): Promise<Record<string, string | null>> {
  const rows = (await site.platen.store.meta.of('post', [id])).get(id) ?? [];
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

it('an upload is stored as the owner of an existing database reads it', async () => {
  const { body } = await site.upload(
    'author',
    { name: 'kept.jpg', content: await picture(200, 160), type: 'image/jpeg' },
    '?alt_text=Alt',
  );
  const row = await site.platen.store.posts.byId(body.id);
  expect(row).toMatchObject({ type: 'attachment', status: 'inherit', mimeType: 'image/jpeg', guid: body.source_url });
  const meta = await metaOf(body.id);
  expect(meta).toMatchObject({ _wp_attached_file: `${month()}/kept.jpg`, _wp_attachment_image_alt: 'Alt' });
  expect(meta['_wp_attachment_metadata']).toBe(
    `a:5:{s:5:"width";i:200;s:6:"height";i:160;s:4:"file";s:16:"${month()}/kept.jpg";s:5:"sizes";a:1:{` +
      's:9:"thumbnail";a:4:{s:4:"file";s:16:"kept-150x150.jpg";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:10:"image/jpeg";}}' +
      's:10:"image_meta";a:12:{s:8:"aperture";s:1:"0";s:6:"credit";s:0:"";s:6:"camera";s:0:"";s:7:"caption";s:0:"";' +
      's:17:"created_timestamp";s:1:"0";s:9:"copyright";s:0:"";s:12:"focal_length";s:1:"0";s:3:"iso";s:1:"0";' +
      's:13:"shutter_speed";s:1:"0";s:5:"title";s:0:"";s:11:"orientation";s:1:"0";s:8:"keywords";a:0:{}}}',
  );
});

async function existing(meta: Record<string, string>, more: object = {}): Promise<number> {
  const { store } = site.platen;
  const now = '2015-06-01 10:00:00';
  const id = await store.posts.insert({
    authorId: 1,
    date: now,
    dateGmt: now,
    modified: now,
    modifiedGmt: now,
    content: '',
    title: 'Old',
    excerpt: '',
    status: 'inherit',
    commentStatus: 'open',
    pingStatus: 'closed',
    password: '',
    slug: `old-${Object.keys(meta).length}`,
    parentId: 0,
    guid: 'http://old.test/?attachment_id=9',
    menuOrder: 0,
    type: 'attachment',
    mimeType: 'image/jpeg',
    ...more,
  });
  for (const [key, value] of Object.entries(meta)) await store.meta.set('post', id, key, [value]);
  return id;
}

it('what another system stored is shown', async () => {
  const id = await existing({
    _wp_attached_file: '2015/06/old-scaled.jpg',
    _wp_attachment_metadata:
      'a:7:{s:5:"width";i:2560;s:6:"height";i:1707;s:4:"file";s:22:"2015/06/old-scaled.jpg";s:8:"filesize";i:99;s:5:"sizes";a:1:{s:6:"medium";a:5:{s:4:"file";s:15:"old-300x200.jpg";s:5:"width";i:300;s:6:"height";i:200;s:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:9;}}s:10:"image_meta";a:1:{s:8:"aperture";s:1:"0";}s:14:"original_image";s:7:"old.jpg";}',
  });
  const { body } = await site.as('anonymous').get(`/wp/v2/media/${id}`);
  const folder = 'http://site.test/wp-content/uploads/2015/06';
  expect(body.source_url).toBe(`${folder}/old-scaled.jpg`);
  expect(body.media_details).toMatchObject({
    width: 2560,
    original_image: 'old.jpg',
    sizes: {
      medium: { file: 'old-300x200.jpg', width: 300, mime_type: 'image/jpeg', source_url: `${folder}/old-300x200.jpg` },
      full: { file: 'old-scaled.jpg', width: 2560 },
    },
  });
});

it.each([
  ['nothing', {}],
  ['nonsense', { _wp_attachment_metadata: 'a:1:{broken' }],
  ['an object of another program', { _wp_attachment_metadata: 'O:8:"stdClass":1:{s:1:"a";i:1;}' }],
  ['a flag', { _wp_attachment_metadata: 'b:0;' }],
])('%s stored shows no details', async (_, meta) => {
  const id = await existing(meta);
  const { status, body } = await site.as('anonymous').get(`/wp/v2/media/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    media_details: {},
    source_url: 'http://old.test/?attachment_id=9',
    media_type: 'image',
  });
});
