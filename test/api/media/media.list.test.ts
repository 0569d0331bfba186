import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements, forgetRead } from '../../support/statements/count-statements.ts';
import { type MediaSite, mediaSite, picture } from './media-client.ts';

let site: MediaSite;
const ids: Record<string, number> = {};
let album: number;
beforeAll(async () => {
  site = await mediaSite();
  album = (await site.as('editor').post('/wp/v2/posts', { title: 'Album', status: 'publish' })).body.id;
  const add = async (name: string, who: 'author' | 'editor', content: Buffer | string, type: string, query: string) => {
    ids[name] = (await site.upload(who, { name, content, type }, query)).body.id;
  };
  await add(
    'zebra.png',
    'author',
    await picture(10, 10, 'png'),
    'image/png',
    '?date=2021-02-05T08:00:00&alt_text=stripes',
  );
  await add('bee.gif', 'editor', await picture(10, 10, 'gif'), 'image/gif', `?date=2021-02-03T08:00:00&post=${album}`);
  await add('mole.txt', 'author', 'dig', 'text/plain', '?date=2021-02-04T08:00:00&caption=digging');
});
afterAll(() => site.close());

async function names(query: string, who: 'anonymous' | 'editor' = 'anonymous'): Promise<string[]> {
  const { status, body } = await site.as(who).get(`/wp/v2/media${query}`);
  expect(status).toBe(200);
  return body.map((item: { slug: string }) => item.slug);
}

describe('a list of media', () => {
  it.each([
    ['is newest first', '', ['zebra', 'mole', 'bee']],
    ['can be turned', '?order=asc', ['bee', 'mole', 'zebra']],
    ['can be sorted by title', '?orderby=title&order=asc', ['bee', 'mole', 'zebra']],
    ['narrows to a sort', '?media_type=image', ['zebra', 'bee']],
    ['narrows to a media type', '?mime_type=image/gif', ['bee']],
    ['lets the media type decide over the sort', '?media_type=image&mime_type=text/plain', ['mole']],
    ['passes over a media type no file has', '?mime_type=image/unknown', ['zebra', 'mole', 'bee']],
    ['searches captions', '?search=digging', ['mole']],
    ['narrows to a time', '?after=2021-02-03T08:00:00&before=2021-02-05T08:00:00', ['mole']],
    ['narrows to slugs', '?slug=bee,zebra', ['zebra', 'bee']],
    ['comes in pages', '?per_page=2&page=2', ['bee']],
  ])('%s', async (_, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('narrows to what hangs on a post, and to an author', async () => {
    expect(await names(`?parent=${album}`)).toEqual(['bee']);
    expect(await names(`?parent_exclude=${album}`)).toEqual(['zebra', 'mole']);
    expect(await names(`?author=${site.users.author}`)).toEqual(['zebra', 'mole']);
    expect(await names(`?include=${ids['mole.txt']},${ids['bee.gif']}&orderby=include`)).toEqual(['mole', 'bee']);
  });

  it.each([
    ['a sort that there is not', '?media_type=picture', 'rest_invalid_param'],
    ['a state for those who ask without authority', '?status=private', 'rest_invalid_param'],
    ['an order that there is not', '?orderby=size', 'rest_invalid_param'],
    ['relevance to nothing', '?orderby=relevance', 'rest_no_search_term_defined'],
  ])('refuses %s', async (_, query, code) => {
    expect(await site.as('anonymous').get(`/wp/v2/media${query}`)).toMatchObject({ status: 400, body: { code } });
  });

  it('as editors see it shows each only what they may edit', async () => {
    const seen = async (who: 'author' | 'editor') =>
      (await site.as(who).get('/wp/v2/media?context=edit')).body.map((item: { slug: string }) => item.slug);
    expect(await seen('author')).toEqual(['zebra', 'mole']);
    expect(await seen('editor')).toEqual(['zebra', 'mole', 'bee']);
    expect((await site.as('anonymous').get('/wp/v2/media?context=edit')).status).toBe(401);
  });

  it('costs as many questions for many files as for one', async () => {
    const ask = (perPage: number) => site.as('anonymous').get(`/wp/v2/media?per_page=${perPage}&_embed`);
    const cost = async (perPage: number) => {
      // A server is asked for what visits have read of the same list along with it.
      await ask(perPage);
      await forgetRead(site);
      return countStatements(site.platen.store, async () => {
        await ask(perPage);
      });
    };
    await cost(3);
    const three = await cost(3);
    for (let n = 0; n < 12; n += 1) {
      await site.upload(
        'author',
        { name: `more-${n}.txt`, content: 'x', type: 'text/plain' },
        '?date=2020-01-01T00:00:00',
      );
    }
    expect(await cost(15)).toBe(three);
  });
});

it('a post embeds its lead image, and says so where it may not be seen', async () => {
  const { body: post } = await site
    .as('editor')
    .post('/wp/v2/posts', { title: 'Led', status: 'publish', featured_media: ids['zebra.png'] });
  const embedded = async () =>
    (await site.as('anonymous').get(`/wp/v2/posts/${post.id}?_embed`)).body._embedded['wp:featuredmedia'][0];
  expect(await embedded()).toMatchObject({ id: ids['zebra.png'], media_type: 'image', alt_text: 'stripes' });
  const { body: draft } = await site.as('editor').post('/wp/v2/posts', { title: 'Hidden', status: 'draft' });
  await site.as('editor').put(`/wp/v2/media/${ids['zebra.png']}`, { post: draft.id });
  expect(await embedded()).toMatchObject({ code: 'rest_forbidden' });
  await site.as('editor').put(`/wp/v2/media/${ids['zebra.png']}`, { post: 0 });
});

it('texts show images of the library: galleries, and copies for small screens', async () => {
  const { body: image } = await site.upload('editor', {
    name: 'wide.jpg',
    content: await picture(1200, 900),
    type: 'image/jpeg',
  });
  const content = `<img class="wp-image-${image.id}" src="${image.source_url}" alt="" />\n\n[gallery ids="${image.id}" link="file"]`;
  const { body: post } = await site.as('editor').post('/wp/v2/posts', { title: 'Shown', status: 'publish', content });
  expect(post.content.rendered).toContain('wide-768x576.jpg 768w');
  expect(post.content.rendered).toContain('wide-150x150.jpg');
  const { body: attached } = await site
    .as('editor')
    .post('/wp/v2/posts', { title: 'Attached', status: 'publish', content: '[gallery]' });
  expect(attached.content.rendered).not.toContain('<img');
  await site.as('editor').put(`/wp/v2/media/${image.id}`, { post: attached.id });
  expect((await site.as('anonymous').get(`/wp/v2/posts/${attached.id}`)).body.content.rendered).toContain(
    'wide-150x150.jpg',
  );
});
