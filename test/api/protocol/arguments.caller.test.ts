import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('arguments judged by who sends them, variant %s', (variant) => {
  let site: TestPlaten;
  let post: number;
  beforeAll(async () => {
    site = await testPlaten({ variant });
    post = (await site.as('author').post('/wp/v2/posts', { title: 'One', status: 'publish' })).body.id;
  });
  afterAll(() => site.close());

  const refused = async (who: Role, address: string) => {
    const { status, body } = await site.as(who).get(address);
    return { status, code: body.code, params: Object.keys(body.data?.params ?? {}).sort() };
  };
  const bad = (...params: string[]) => ({ status: 400, code: 'rest_invalid_param', params });

  it.each([
    ['anonymous', '/wp/v2/posts?status=draft&order=x', ['order', 'status']],
    ['subscriber', '/wp/v2/posts?status=private&orderby=x&include=y', ['include', 'orderby', 'status']],
    ['author', '/wp/v2/pages?status=publish,pending&menu_order=x', ['menu_order', 'status']],
    ['anonymous', '/wp/v2/media?status=trash&media_type=x', ['media_type', 'status']],
    ['anonymous', '/wp/v2/posts?status=nonsense&order=x', ['order', 'status']],
    // Authority over the context is judged once the arguments are.
    ['anonymous', '/wp/v2/posts?context=edit&status=draft', ['status']],
  ] as const)('F22: tells %s of a forbidden state with the other bad values: %s', async (who, address, params) => {
    expect(await refused(who, address)).toEqual(bad(...params));
  });

  it('F22: tells of it only where the first pass is clean', async () => {
    expect(await refused('anonymous', '/wp/v2/posts?status=draft&per_page=0')).toEqual(bad('per_page'));
  });

  it('F22: leaves those alone who may ask', async () => {
    expect(await refused('editor', '/wp/v2/posts?status=draft&order=x')).toEqual(bad('order'));
    expect((await site.as('editor').get('/wp/v2/posts?status=draft,private')).status).toBe(200);
    expect((await site.as('editor').get('/wp/v2/pages?status=any')).status).toBe(200);
  });

  const allowOf = async (who: Role, method: string, path: string, body?: unknown) => {
    const answer = await site.as(who).send(method, path, { body });
    expect(answer.status).toBe(400);
    return answer.headers['allow'] ?? null;
  };

  it.each([
    'author_email=x',
    'author=me',
    'author_exclude=1,x',
    'author_email=x&per_page=0',
    'status[]=hold',
    'type[]=pings',
  ])('F36: does not say GET of comments to those who may not send %s', async (query) => {
    expect(await allowOf('anonymous', 'GET', `/wp/v2/comments?${query}`)).toBeNull();
    expect(await allowOf('subscriber', 'GET', `/wp/v2/comments?${query}`)).toBeNull();
    expect(await allowOf('editor', 'GET', `/wp/v2/comments?${query}`)).toMatch(/^GET\b/);
  });

  it('F36: says GET where the bad value asks for no authority', async () => {
    expect(await allowOf('anonymous', 'GET', '/wp/v2/comments?post=first&order=up')).toBe('GET');
    expect(await allowOf('anonymous', 'GET', '/wp/v2/posts?status=draft')).toBe('GET');
  });

  it('F36: holds for roles of users and for sticky posts', async () => {
    expect(await allowOf('anonymous', 'GET', '/wp/v2/users?roles[x]=editor')).toBeNull();
    expect(await allowOf('administrator', 'GET', '/wp/v2/users?roles[x]=editor')).toBe('GET, POST');
    const draft = (await site.as('contributor').post('/wp/v2/posts', { title: 'Draft' })).body.id;
    expect(await allowOf('contributor', 'PUT', `/wp/v2/posts/${draft}`, { sticky: 'maybe' })).toBe('GET, DELETE');
    expect(await allowOf('author', 'PUT', `/wp/v2/posts/${post}`, { sticky: 'maybe' })).toBe(
      'GET, POST, PUT, PATCH, DELETE',
    );
  });
});
