import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaSite, mediaSite } from '../media/media-client.ts';

let sites: Record<'a' | 'b', MediaSite>;
beforeAll(async () => {
  sites = { a: await mediaSite({ variant: 'a' }), b: await mediaSite({ variant: 'b' }) };
});
afterAll(() => Promise.all(Object.values(sites).map((site) => site.close())));

const variants = ['a', 'b'] as const;

async function write(variant: 'a' | 'b', kind: string, row: Record<string, unknown>): Promise<number> {
  const made = await sites[variant].as('editor').post(`/wp/v2/${kind}`, { status: 'publish', ...row });
  expect(made.status).toBe(201);
  return made.body.id;
}

const embed = (variant: 'a' | 'b', url: string, more = '') =>
  sites[variant].as('anonymous').get(`/oembed/1.0/embed?url=${encodeURIComponent(url)}${more}`);

describe.each(variants)('the provider in variant %s', (variant) => {
  it('gives the title as it is stored, and the rendered one in its HTML', async () => {
    const id = await write(variant, 'posts', { title: "It's R&D Wordpress" });
    const { body } = await embed(variant, `http://site.test/?p=${id}`);
    expect(body.title).toBe("It's R&D Wordpress");
    expect(body.html).toContain('>It&#8217;s R&#038;D WordPress</a>');
    const xml = await embed(variant, `http://site.test/?p=${id}`, '&format=xml');
    expect(xml.body).toContain("<title>It's R&amp;D Wordpress</title>");
  });

  it('names the author of an item, whether or not he has published anything', async () => {
    const site = sites[variant];
    const made = await site.upload('author', { name: 'note.txt', content: 'A note.', type: 'text/plain' });
    expect([made.status, (await site.as('anonymous').get(`/wp/v2/users/${site.users.author}`)).status]).toEqual([
      201, 401,
    ]);
    expect((await embed(variant, `http://site.test/?attachment_id=${made.body.id}`)).body).toMatchObject({
      author_name: 'the-author',
      author_url: 'http://site.test/author/the-author/',
    });
  });

  it('an item whose author is gone is the site’s', async () => {
    const site = sites[variant];
    const id = await write(variant, 'posts', { title: 'Orphan' });
    await site.platen.store.posts.update(id, { authorId: 999_999 });
    expect((await embed(variant, `http://site.test/?p=${id}`)).body).toMatchObject({ author_url: 'http://site.test' });
  });

  it('writes the refusal of its arguments in the form that was asked for', async () => {
    const anyone = sites[variant].as('anonymous');
    const missing = await anyone.get('/oembed/1.0/embed?format=xml');
    expect([missing.status, missing.headers['content-type']]).toEqual([400, 'text/xml; charset=UTF-8']);
    expect(missing.headers['allow']).toBe('GET');
    expect(missing.body).toMatch(
      /^<\?xml version="1\.0"\?>\n<oembed><code>rest_missing_callback_param<\/code><message>[^<]+<\/message><data><status>400<\/status><params><oembed>url<\/oembed><\/params><\/data><\/oembed>\n$/,
    );
    const invalid = await anyone.get('/oembed/1.0/embed?format=xml&url[]=x');
    expect([invalid.status, invalid.body]).toEqual([400, expect.stringMatching(/<params><url>[^<]+<\/url><\/params>/)]);
    expect((await anyone.get('/oembed/1.0/embed?format[]=xml')).body.code).toBe('rest_missing_callback_param');
    expect((await anyone.get('/oembed/1.0/embed?format=json')).body.code).toBe('rest_missing_callback_param');
  });
});

describe('addresses that are not quite the item’s own', () => {
  const spellings = (id: number) => [
    'http://site.test/2020/01/01/pp/2/',
    'http://site.test/2020/01/01/pp/2',
    '/2020/01/01/pp/',
    '/2020/01/01/pp/3/',
    `/?p=${id}`,
    `?p=${id}`,
  ];

  it('find it in variant a', async () => {
    const id = await write('a', 'posts', { title: 'Parts', slug: 'pp', date: '2020-01-01T00:00:00' });
    for (const url of spellings(id)) expect([url, (await embed('a', url)).body.title]).toEqual([url, 'Parts']);
    const page = await write('a', 'pages', { title: 'Sheet', slug: 'sheet' });
    for (const url of ['/sheet/2/', `?page_id=${page}`, `http://site.test/?p=${page}`])
      expect([url, (await embed('a', url)).body.title]).toEqual([url, 'Sheet']);
  });

  it('find nothing in variant b', async () => {
    const id = await write('b', 'posts', { title: 'Parts', slug: 'pp', date: '2020-01-01T00:00:00' });
    for (const url of spellings(id)) expect([url, (await embed('b', url)).status]).toEqual([url, 404]);
  });

  it('find nothing that is another site’s, nobody’s or hidden', async () => {
    await write('a', 'posts', { title: 'Hidden', slug: 'hidden', date: '2020-01-01T00:00:00', status: 'private' });
    const urls = [
      '//elsewhere.example/2020/01/01/pp/',
      '/\\elsewhere.example/2020/01/01/pp/',
      'http://elsewhere.example/2020/01/01/pp/2/',
      '2020/01/01/pp/',
      '/2020/01/01/hidden/',
      '/2020/01/01/hidden/2/',
      '/2020/01/01/pp/two/',
      '/2020/01/01/pp/0/',
      '/2020/01/01/',
      '/2/',
      '/',
      '?',
      '',
    ];
    for (const url of urls) expect([url, (await embed('a', url)).status]).toEqual([url, 404]);
  });

  it('are no pages of their own', async () => {
    const { origin } = sites.a;
    expect((await fetch(`${origin}/2020/01/01/pp/`)).status).toBe(200);
    expect((await fetch(`${origin}/2020/01/01/pp/2/`)).status).toBe(404);
  });
});

describe.each(variants)('ids and codes in addresses, variant %s', (variant) => {
  it.each(['p', 'page_id', 'attachment_id'])('%s finds an item of any type', async (parameter) => {
    const title = `By ${parameter}`;
    const note = { name: `by-${parameter}.txt`, content: title, type: 'text/plain' };
    const items = [
      [await write(variant, 'posts', { title }), title],
      [await write(variant, 'pages', { title }), title],
      [(await sites[variant].upload('editor', note)).body.id, `by-${parameter}`],
    ];
    for (const [id, expected] of items)
      expect((await embed(variant, `http://site.test/?${parameter}=${id}`)).body.title).toBe(expected);
  });

  it('an id of nothing public finds nothing', async () => {
    const hidden = await write(variant, 'posts', { title: 'Hidden', status: 'private' });
    for (const parameter of ['p', 'page_id', 'attachment_id'])
      expect((await embed(variant, `http://site.test/?${parameter}=${hidden}`)).status).toBe(404);
  });

  it.each(['posts', 'pages'])('a slug of %s with the code of a letter is found under its own link', async (base) => {
    const { body } = await sites[variant]
      .as('editor')
      .post(`/wp/v2/${base}`, { title: `Code in ${base}`, slug: `co%64e-%41-${base}`, status: 'publish' });
    expect(body.slug).toBe(`co%64e-%41-${base}`);
    expect((await embed(variant, body.link)).body.title).toBe(`Code in ${base}`);
    expect((await fetch(body.link.replace('http://site.test', sites[variant].origin))).status).toBe(200);
  });
});

describe('the proxy', () => {
  it.each([
    ['&maxheight=250', 600, 250],
    ['&maxheight=100', 600, 200],
    ['&maxheight=900', 600, 338],
    ['&maxheight=-250', 600, 250],
    ['&maxheight=', 600, 338],
    ['&maxheight=tall', 600, 338],
    ['&maxheight=0', 600, 338],
    ['&maxwidth=500&maxheight=250', 500, 250],
  ])('with %s shows a post of the site at %i × %i', async (more, width, height) => {
    const id = await write('a', 'posts', { title: 'Bounded' });
    const url = encodeURIComponent(`http://site.test/?p=${id}`);
    const { body } = await sites.a.as('contributor').get(`/oembed/1.0/proxy?url=${url}${more}`);
    expect(body).toMatchObject({ width, height });
    expect(body.html).toContain(`width="${width}" height="${height}"`);
  });

  it('knows the site’s own items by the same addresses', async () => {
    const id = await write('a', 'posts', { title: 'Known', slug: 'known', date: '2020-01-02T00:00:00' });
    for (const url of ['/2020/01/02/known/', 'http://site.test/2020/01/02/known/2/', `http://site.test/?page_id=${id}`])
      expect((await sites.a.as('contributor').get(`/oembed/1.0/proxy?url=${encodeURIComponent(url)}`)).body.title).toBe(
        'Known',
      );
  });
});
