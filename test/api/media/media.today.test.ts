import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePhp } from '../../../src/storage/options/php-serialized.ts';
import { type FarHost, farHost } from '../../support/far-host.ts';
import { countStatements, forgetRead } from '../../support/statements/count-statements.ts';
import { type MediaSite, mediaSite, month, picture } from './media-client.ts';

let site: MediaSite;
let far: FarHost;
beforeAll(async () => {
  const dog = await picture(400, 300);
  far = await farHost((_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(dog));
  site = await mediaSite({ variant: 'c' }, { fetch: far.fetch });
});
afterAll(async () => {
  await site.close();
  far.close();
});

const jpeg = async (name: string, width = 400, height = 300) => ({
  name,
  content: await picture(width, height),
  type: 'image/jpeg',
});
const uploads = 'http://site.test/wp-content/uploads';
const post = async (date: string) =>
  (await site.as('author').post('/wp/v2/posts', { title: 'Album', status: 'publish', date })).body.id;

describe('what is said of a file', () => {
  it('a picture states the sizes of its files and how copies of it are made', async () => {
    const file = await jpeg('Lake.jpg');
    const { body } = await site.upload('author', file);
    expect(body).toMatchObject({
      filename: 'Lake.jpg',
      filesize: file.content.length,
      featured_media: 0,
      missing_image_sizes: [],
      exif_orientation: 1,
      image_quality: { default: 82, sizes: [] },
      image_output_format: null,
      image_save_progressive: false,
      permalink_template: `http://site.test/?attachment_id=${body.id}`,
      generated_slug: 'lake',
      class_list: [`post-${body.id}`, 'attachment', 'type-attachment', 'status-inherit', 'hentry'],
      media_details: { filesize: file.content.length, image_meta: { alt: '' } },
    });
    expect(Object.keys(body.media_details.sizes)).toEqual(['medium', 'thumbnail', 'full']);
    expect(body.media_details.sizes.medium.filesize).toBeGreaterThan(0);
    expect(body.description.rendered).toContain('<img loading="lazy" decoding="async" width="300"');
    const { body: seen } = await site.as('anonymous').get(`/wp/v2/media/${body.id}`);
    expect(seen).toMatchObject({ filename: 'Lake.jpg', filesize: file.content.length });
    expect(seen).not.toHaveProperty('exif_orientation');
  });

  it('other files have a size only, and documents miss pictures of their pages', async () => {
    const { body: note } = await site.upload('author', { name: 'a.txt', content: 'words', type: 'text/plain' });
    expect(note).toMatchObject({ filesize: 5, missing_image_sizes: [], media_details: { filesize: 5, sizes: {} } });
    expect(note).not.toHaveProperty('image_quality');
    const paper = { name: 'p.pdf', content: '%PDF-1.4\n%%EOF', type: 'application/pdf' };
    expect((await site.upload('author', paper)).body.missing_image_sizes).toEqual(['thumbnail', 'medium', 'large']);
  });

  it('a large picture is shown by a smaller copy, and its original kept until both are removed', async () => {
    const { body } = await site.upload('author', await jpeg('Big.jpg', 2600, 400));
    expect(body).toMatchObject({
      guid: { raw: `${uploads}/${month()}/Big.jpg` },
      source_url: `${uploads}/${month()}/Big-scaled.jpg`,
      filename: 'Big.jpg',
      title: { raw: 'Big' },
      media_details: { width: 2560, height: 394, original_image: 'Big.jpg' },
    });
    expect(body.media_details.sizes).toMatchObject({
      '2048x2048': { file: 'Big-2048x315.jpg' },
      full: { file: 'Big-scaled.jpg' },
    });
    expect(await site.stored()).toContain('Big.jpg');
    await site.as('author').delete(`/wp/v2/media/${body.id}?force=true`);
    expect((await site.stored()).filter((name) => name.startsWith('Big'))).toEqual([]);
  });

  it('drawings are not scaled', async () => {
    const content = await picture(2600, 10, 'png');
    const { body } = await site.upload('author', { name: 'plan.png', content, type: 'image/png' });
    expect(body).toMatchObject({ filename: 'plan.png', media_details: { width: 2600, file: `${month()}/plan.png` } });
  });

  it('the metadata is stored as other programs read it', async () => {
    const { body } = await site.upload('author', await jpeg('Stored.jpg'));
    const rows = (await site.platen.store.meta.of('post', [body.id], ['_wp_attachment_metadata'])).get(body.id) ?? [];
    const decoded = decodePhp(rows[0]?.value ?? '');
    const stored = decoded.ok && decoded.value instanceof Map ? decoded.value : new Map();
    expect([...stored.keys()]).toEqual(['width', 'height', 'file', 'filesize', 'sizes', 'image_meta']);
    expect(stored.get('filesize')).toBe(body.filesize);
    expect([...stored.get('sizes').get('medium').keys()]).toEqual(['file', 'width', 'height', 'mime-type', 'filesize']);
  });

  it('an alternative text that was written into a picture is taken over', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"><Iptc4xmpCore:AltTextAccessibility>
      <rdf:Alt><rdf:li xml:lang="x-default">Salt &amp; sand</rdf:li></rdf:Alt>
      </Iptc4xmpCore:AltTextAccessibility></rdf:Description></rdf:RDF></x:xmpmeta>`;
    const content = await sharp(await picture(20, 20))
      .withXmp(xmp)
      .jpeg()
      .toBuffer();
    const file = { name: 'told.jpg', content, type: 'image/jpeg' };
    const { body } = await site.upload('author', file);
    expect(body).toMatchObject({ alt_text: 'Salt & sand', media_details: { image_meta: { alt: 'Salt & sand' } } });
    expect((await site.upload('author', file, '?alt_text=Own')).body.alt_text).toBe('Own');
  });

  it('members of texts and details cannot be chosen one by one', async () => {
    const { body } = await site.upload('author', await jpeg('Fields.jpg'), '?caption=Said');
    const get = async (fields: string) =>
      (await site.as('author').get(`/wp/v2/media/${body.id}?context=edit&_fields=${fields}`)).body;
    expect(await get('media_details.width,caption.raw')).toEqual([]);
    expect(await get('caption,title.raw')).toMatchObject({ caption: { raw: 'Said' }, title: { raw: 'Fields' } });
  });
});

describe('a file that belongs to a post', () => {
  it('is filed under its month, linked to it and addressed below it', async () => {
    const parent = await post('2019-05-04T08:00:00');
    const { body } = await site.upload('author', await jpeg('Below.jpg'), `?post=${parent}`);
    expect(body.source_url).toBe(`${uploads}/2019/05/Below.jpg`);
    expect(body.permalink_template).toMatch(/album[-\d]*\/%postname%\/$/);
    expect(body._links['wp:attached-to']).toEqual([
      { embeddable: true, post_type: 'post', id: parent, href: `http://site.test/wp-json/wp/v2/posts/${parent}` },
    ]);
    const { body: shown } = await site.as('anonymous').get(`/wp/v2/media/${body.id}?_embed=wp:attached-to`);
    expect(shown._embedded['wp:attached-to'][0]).toMatchObject({ id: parent, type: 'post' });
  });

  it('a page of such files costs as many statements as one of them', async () => {
    const parents = [
      await post('2018-01-01T08:00:00'),
      await post('2018-02-01T08:00:00'),
      await post('2018-03-01T08:00:00'),
    ];
    const found: number[] = [];
    for (const [i, parent] of parents.entries())
      found.push(
        (await site.upload('author', { name: `n${i}.txt`, content: 'words', type: 'text/plain' }, `?post=${parent}`))
          .body.id,
      );
    const cost = async (include: readonly number[]) => {
      await forgetRead(site);
      return countStatements(site.platen.store, async () => {
        const { body } = await site.as('author').get(`/wp/v2/media?context=edit&include=${include}`);
        expect(body).toHaveLength(include.length);
      });
    };
    expect(await cost(found)).toBe(await cost(found.slice(0, 1)));
  });

  it('is addressed by its id where the post does not exist', async () => {
    const { body } = await site.upload('author', await jpeg('Lost.jpg'));
    const { body: lost } = await site.as('author').post(`/wp/v2/media/${body.id}`, { post: 999_999 });
    expect(lost).toMatchObject({ post: 999_999, link: `http://site.test/?attachment_id=${body.id}` });
    expect(lost._links).not.toHaveProperty('wp:attached-to');
  });

  it('only sounds and films have a featured picture', async () => {
    const { body: image } = await site.upload('author', await jpeg('Cover.jpg'));
    const set = async (id: number) =>
      (await site.as('author').post(`/wp/v2/media/${id}`, { featured_media: image.id })).body.featured_media;
    expect(await set(image.id)).toBe(0);
    const wav = Buffer.alloc(44);
    wav.write('RIFF');
    wav.write('WAVEfmt ', 8);
    const { body: sound } = await site.upload('author', { name: 'a.wav', content: wav, type: 'audio/wav' });
    expect(await set(sound.id)).toBe(image.id);
  });
});

describe('what is refused', () => {
  it('there is no trash', async () => {
    const { body } = await site.upload('author', { name: 'gone.txt', content: 'words', type: 'text/plain' });
    const refused = await site.as('author').delete(`/wp/v2/media/${body.id}`);
    expect(refused).toMatchObject({ status: 501, body: { code: 'rest_trash_not_supported' } });
    expect((await site.as('author').post(`/wp/v2/media/${body.id}`, { status: 'inherit' })).status).toBe(200);
  });

  it.each([
    ['a script behind the name of a picture', 'evil.php.jpg', '<?php echo 1;'],
    ['a text of one letter', 'one.txt', 'x'],
  ])('%s', async (_, name, content) => {
    const { status, body } = await site.upload('author', { name, content, type: 'text/plain' });
    expect([status, body.code]).toEqual([400, 'rest_upload_sideload_error']);
  });
});

describe('lists', () => {
  it('a file matches one of the kinds or media types, or a word of its name', async () => {
    const add = async (name: string, content: Buffer | string, type: string, title: string) =>
      (await site.upload('author', { name, content, type }, `?title=${title}`)).body.id;
    const ids = [
      await add('paper-9.pdf', '%PDF-1.4\n%%EOF', 'application/pdf', 'P'),
      await add('note.txt', 'words', 'text/plain', 'N'),
      await add('dot.gif', await picture(5, 5, 'gif'), 'image/gif', 'D'),
    ];
    const titles = async (query: string) =>
      (await site.as('anonymous').get(`/wp/v2/media?include=${ids}&orderby=title&order=asc&${query}`)).body.map(
        (item: { title: { rendered: string } }) => item.title.rendered,
      );
    expect(await titles('media_type=image,text')).toEqual(['D', 'N']);
    expect(await titles('media_type=image&mime_type=application/pdf')).toEqual(['D', 'P']);
    expect(await titles('mime_type=text/plain,text/unknown')).toEqual(['N']);
    expect(await titles('mime_type=no/such')).toEqual(['D', 'N', 'P']);
    expect(await titles('search=PAPER-9.pdf')).toEqual(['P']);
    expect(await titles('search=paper+missing')).toEqual([]);
  });
});

describe('a file of another host', () => {
  it('is fetched where an address is sent in its place', async () => {
    const answer = await site.as('author').post('/wp/v2/media', { url: 'https://example.org/dog.jpg', title: 'A dog' });
    expect(answer).toMatchObject({ status: 201, body: { filename: 'dog.jpg', title: { raw: 'A dog' } } });
    const refused = await site.as('contributor').post('/wp/v2/media', { url: 'https://example.org/dog.jpg' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'rest_cannot_create' } });
  });

  it('is not fetched from within the own network', async () => {
    const guarded = await mediaSite({ variant: 'c' });
    try {
      const answer = await guarded.as('author').post('/wp/v2/media', { url: 'http://127.0.0.1:1/dog.jpg' });
      expect(answer).toMatchObject({ status: 400, body: { code: 'platen_media_not_fetched' } });
    } finally {
      await guarded.close();
    }
  });
});
