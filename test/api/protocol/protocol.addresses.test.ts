import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

type Json = Record<string, unknown>;

async function asked(url: string, headers: Record<string, string> = {}): Promise<{ status: number; body: Json }> {
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

describe('the interface', () => {
  let site: TestPlaten;
  let url: string;
  beforeAll(async () => {
    site = await testPlaten();
    url = await site.platen.listen();
  });
  afterAll(() => site.close());

  it.each(['/wp-json', '/wp-json/', '//wp-json/', '/index.php/wp-json/', '/?rest_route=/', '/index.php?rest_route=/'])(
    'answers at %s',
    async (path) => {
      const { status, body } = await asked(url + path);
      expect([status, body['url']]).toEqual([200, 'http://site.test']);
    },
  );

  it.each(['//wp-json/wp/v2/types/post', '/index.php/wp-json/wp/v2/types/post'])(
    'answers below it: %s',
    async (path) => {
      expect((await asked(url + path)).body).toMatchObject({ slug: 'post' });
    },
  );

  it('tells scripts of other origins which headers they may send and read', async () => {
    const preflight = await fetch(`${url}/wp-json/wp/v2/media`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-headers')?.split(', ')).toEqual([
      'Authorization',
      'X-WP-Nonce',
      'Content-Disposition',
      'Content-MD5',
      'Content-Type',
    ]);
    for (const title of ['One', 'Two'])
      await site.as('administrator').post('/wp/v2/posts', { title, status: 'publish' });
    const exposed = async (path: string) =>
      (await fetch(`${url}/wp-json${path}`)).headers.get('access-control-expose-headers');
    expect(await exposed('/wp/v2/posts?per_page=1')).toBe('X-WP-Total, X-WP-TotalPages, Link');
    expect(await exposed('/wp/v2/types')).toBe('X-WP-Total, X-WP-TotalPages');
  });
});

describe('a site below a path', () => {
  let site: TestPlaten;
  let url: string;
  let id: number;
  beforeAll(async () => {
    site = await testPlaten({ siteUrl: 'http://site.test/blog' });
    url = await site.platen.listen();
    ({ id } = (await site.as('administrator').post('/wp/v2/posts', { title: 'Below', status: 'publish' })).body);
  });
  afterAll(() => site.close());

  it.each(['', '/blog'])('answers whether or not a proxy strips the path: "%s"', async (prefix) => {
    const { status, body } = await asked(`${url}${prefix}/wp-json/wp/v2/posts/${id}`);
    expect([status, body['id']]).toEqual([200, id]);
    const link = new URL(String(body['link']));
    expect(link.pathname).toMatch(/^\/blog\/\d{4}\/\d\d\/\d\d\/below\/$/);
    expect((await fetch(url + prefix + link.pathname.slice('/blog'.length))).status).toBe(200);
    expect((await asked(`${url}${prefix}?rest_route=/wp/v2/posts/${id}`)).status).toBe(200);
  });

  it('links to its interface, files and pages under the path', async () => {
    const { body } = await asked(`${url}/wp-json/`);
    expect(body).toMatchObject({ url: 'http://site.test/blog', home: 'http://site.test/blog' });
  });
});

describe('a site with a front end of its own', () => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ siteUrl: 'https://api.test', homeUrl: 'https://www.test' });
  });
  afterAll(() => site.close());

  it('links to content there, and to the interface and files here', async () => {
    const admin = site.as('administrator');
    const { body: post } = await admin.post('/wp/v2/posts', { title: 'Hello', status: 'publish' });
    expect(post.link).toMatch(/^https:\/\/www\.test\/\d{4}\/\d\d\/\d\d\/hello\/$/);
    expect(post._links.self[0].href).toBe(`https://api.test/wp-json/wp/v2/posts/${post.id}`);
    expect((await admin.get('/')).body).toMatchObject({ url: 'https://api.test', home: 'https://www.test' });
    expect((await admin.get('/wp/v2/users/me')).body.link).toMatch(/^https:\/\/www\.test\//);
    const embed = await admin.get(`/oembed/1.0/embed?url=${encodeURIComponent(post.link)}`);
    expect([embed.status, embed.body.title]).toEqual([200, 'Hello']);
    const here = await admin.get(`/oembed/1.0/embed?url=${encodeURIComponent(post.link.replace('www', 'api'))}`);
    expect(here.status).toBe(200);
  });
});
