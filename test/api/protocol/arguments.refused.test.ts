import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

/** A value with members where a single one is wanted is the caller's mistake, told before anything is looked up. */
describe('a value of another shape', () => {
  let site: TestPlaten;
  let post: number;
  beforeAll(async () => {
    site = await testPlaten({ variant: 'a' });
    post = (await site.as('editor').post('/wp/v2/posts', { title: 'Kept', status: 'publish' })).body.id;
  });
  afterAll(() => site.close());

  it.each<[Role, string, string, string]>([
    ['anonymous', 'DELETE', '/wp/v2/users/1?reassign[a]=1', 'reassign'],
    ['administrator', 'DELETE', '/wp/v2/users/1?force=true&reassign[a]=1', 'reassign'],
    ['anonymous', 'GET', '/oembed/1.0/embed?url=http%3A%2F%2Fsite.test%2F%3Fp%3D1&maxwidth[a]=1', 'maxwidth'],
    ['anonymous', 'GET', '/oembed/1.0/embed?url[a]=1', 'url'],
    ['administrator', 'GET', '/oembed/1.0/proxy?url=http://site.test/&maxheight[a]=1', 'maxheight'],
    ['anonymous', 'GET', '/popups/v1/analytics?event=open&pid[a]=1', 'pid'],
    ['administrator', 'POST', '/forms/v1/contact-forms?id[a]=1', 'id'],
    ['administrator', 'POST', '/forms/v1/contact-forms?messages=text', 'messages'],
    ['anonymous', 'GET', '/wp/v2/posts?slug[a][b]=1', 'slug'],
    ['anonymous', 'GET', '/wp/v2/posts/1?password[a]=1', 'password'],
    ['anonymous', 'GET', '/wp/v2?namespace[a]=1', 'namespace'],
    ['administrator', 'POST', '/wp/v2/tags?name=new&parent[a]=1', 'parent'],
    ['administrator', 'POST', '/cache/v1/toggle_crawler_state?crawler_id=1', 'crawler_id'],
  ])('is refused: %s %s %s', async (who, method, path, name) => {
    const body = path.includes('toggle') ? { crawler_id: { a: 1 } } : undefined;
    const answer = await site.as(who).send(method, path, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect(Object.keys(answer.body.data.params)).toEqual([name]);
  });

  it('of a text leaves the text as it was', async () => {
    const editor = site.as('editor');
    const { status } = await editor.put(`/wp/v2/posts/${post}`, { title: { raw: { raw: 'x' } }, content: [['x']] });
    expect(status).toBe(200);
    expect((await editor.get(`/wp/v2/posts/${post}`)).body.title.rendered).toBe('Kept');
  });

  it('is passed over where only its presence counts', async () => {
    const { status, body } = await site.as('anonymous').get(`/wp/v2/posts/${post}?_envelope[a]=1&_embed[a][b]=1`);
    expect([status, body.status]).toEqual([200, 200]);
  });

  it('does not make a method or a route of an address', async () => {
    const url = await site.platen.listen();
    const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
    expect(await statusOf('/wp-json/wp/v2/posts?_method[a]=DELETE')).toBe(200);
    expect(await statusOf('/wp-json/wp/v2/posts?_method[]=DELETE')).toBe(200);
    expect(await statusOf('/?rest_route[a]=/wp/v2/posts')).toBeLessThan(500);
  });

  it('may be a number of any length in a path', async () => {
    const digits = '9'.repeat(400);
    const paths = [`/forms/v1/contact-forms/${digits}`, `/wp/v2/posts/${digits}`, `/wp/v2/users/${digits}`];
    for (const path of paths) expect((await site.as('administrator').get(path)).status).toBe(404);
  });
});
