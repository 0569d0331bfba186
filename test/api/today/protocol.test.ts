import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageSite, pageSite, siteUrl } from '../pages/page-client.ts';

let site: PageSite;
beforeAll(async () => {
  site = await pageSite({ variant: 'c' });
});
afterAll(() => site.close());

describe('a batch', () => {
  const answers = async (requests: readonly object[], more: object = {}) =>
    (await site.as('editor').post('/batch/v1', { requests, ...more })).body;

  it('takes the path of a URL, whichever host it names', async () => {
    const { responses } = await answers([
      { path: 'https://other.example/wp/v2/tags?name=Far', headers: { 'X-Many': ['a', 'b'] } },
      { path: '//other.example/wp/v2/tags', body: { name: 'Near' } },
      { path: 'wp/v2/tags', body: { name: 'Nowhere' } },
    ]);
    expect(responses.map((one: { status: number }) => one.status)).toEqual([201, 201, 404]);
  });

  it('answers a path that cannot be read in its place', async () => {
    const failed = { status: 400, headers: [], body: { code: 'parse_path_failed', data: { status: 400 } } };
    const requests = [{ path: '///' }, { path: '/wp/v2/tags', body: { name: 'After it' } }];
    expect((await answers(requests)).responses).toMatchObject([failed, { status: 201 }]);
    const checked = await answers([{ path: 'http:///x' }], { validation: 'require-all-validate' });
    expect(checked).toMatchObject({ failed: 'validation', responses: [failed] });
  });
});

describe('discovery', () => {
  it('shows the schema of each route to those who ask for help', async () => {
    for (const path of ['/', '/wp/v2']) {
      const plain = (await site.as('anonymous').get(path)).body.routes['/wp/v2/tags'];
      const helped = (await site.as('anonymous').get(`${path}?context=help`)).body.routes['/wp/v2/tags'];
      const { schema, ...rest } = helped;
      expect(rest).toEqual(plain);
      expect(schema).toEqual((await site.as('anonymous').send('OPTIONS', '/wp/v2/tags')).body.schema);
    }
  });

  it('names the types that have routes where users are filtered by what they published', async () => {
    const { body } = await site.as('anonymous').send('OPTIONS', '/wp/v2/users');
    const names = Object.keys(body.endpoints[0].args.has_published_posts.items.enum);
    expect(names).toContain('wp_block');
    expect(names).not.toContain('revision');
  });
});

it('an origin that is no URL is echoed as one, and an opaque one as it is', async () => {
  const echoed = async (origin: string) =>
    (await site.get('/wp-json/wp/v2/tags', { headers: { origin } })).headers.get('access-control-allow-origin');
  expect(await echoed('https://app.example.org')).toBe('https://app.example.org');
  expect(await echoed('not an origin')).toBe('http://not%20an%20origin');
  expect(await echoed('null')).toBe('null');
});

it('before a page of results past the end comes the one before it', async () => {
  const { headers } = await site.as('anonymous').get('/wp/v2/search?search=plover&per_page=2&page=9');
  expect(headers['link']).toBe(`<${siteUrl}/wp-json/wp/v2/search?search=plover&per_page=2&page=8>; rel="prev"`);
});

it('a link to log out leads back to what was asked for, with the nonce of the session', async () => {
  const cookie = await site.cookieOf('contributor');
  const nonce = (await site.get('/wp-admin/admin-ajax.php?action=rest-nonce', { as: 'contributor' })).html;
  const path = '/wp-json/wp/v2/block-renderer/core/loginout?context=edit&attributes[displayLoginAsForm]=true';
  const { html } = await site.get(path, { headers: { cookie, 'x-wp-nonce': nonce } });
  const { rendered } = JSON.parse(html);
  const [, address = ''] = /href="([^"]*)"/.exec(rendered) ?? [];
  const link = new URL(address.replaceAll('&#038;', '&'));
  expect(link.searchParams.get('redirect_to')).toBe(siteUrl + path);
  expect(link.searchParams.get('_wpnonce')).toBe(nonce);
  const basic = await site.as('contributor').get(path.slice('/wp-json'.length));
  expect(basic.body.rendered).toContain('&#038;_wpnonce="');
  const left = await site.get(link.pathname + link.search, { as: 'contributor' });
  expect([left.status, left.location]).toEqual([302, path]);
});

describe('the preview of an autosave', () => {
  const words = { title: 'Heron', content: 'Grey and patient.', status: 'publish', date: '2021-03-01T08:00:00' };
  const pathOf = (link: string) => link.slice(siteUrl.length);

  it('is shown to the user who wrote it, and to nobody else', async () => {
    const post = await site.write('/posts', words);
    const save = async (as: 'editor' | 'administrator', content: string): Promise<string> =>
      pathOf(
        (await site.as(as).post(`/wp/v2/posts/${post.id}/autosaves`, { title: 'Heron', content })).body.preview_link,
      );
    const link = await save('editor', 'White and restless.');
    const other = await save('administrator', 'Black.');
    expect(link).toMatch(/\?preview_id=\d+&preview_nonce=[\w-]{22}&preview=true$/);
    expect((await site.get(link, { as: 'editor' })).html).toContain('White and restless.');
    expect((await site.get(other, { as: 'administrator' })).html).toContain('Black.');
    for (const as of ['administrator', 'author'] as const) {
      const { html } = await site.get(link, { as });
      expect(html).toContain('Grey and patient.');
      expect(html).not.toContain('White and restless.');
    }
    const visited = await site.get(link);
    expect([visited.status, visited.location]).toEqual([301, pathOf(post.link)]);
    const forged = await site.get(link.replace(/nonce=./, 'nonce=_'), { as: 'editor' });
    expect(forged.html).toContain('Grey and patient.');
    expect((await site.get(pathOf(post.link))).html).toContain('Grey and patient.');
  });
});
