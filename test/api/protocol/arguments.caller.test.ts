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
  ] as const)('tells %s of a forbidden state with the other bad values: %s', async (who, address, params) => {
    expect(await refused(who, address)).toEqual(bad(...params));
  });

  it('tells of a forbidden state only where the first pass is clean', async () => {
    expect(await refused('anonymous', '/wp/v2/posts?status=draft&per_page=0')).toEqual(bad('per_page'));
  });

  it('accepts the state from those who may ask for it', async () => {
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
  ])('does not say GET of comments to those who may not send %s', async (query) => {
    expect(await allowOf('anonymous', 'GET', `/wp/v2/comments?${query}`)).toBeNull();
    expect(await allowOf('subscriber', 'GET', `/wp/v2/comments?${query}`)).toBeNull();
    expect(await allowOf('editor', 'GET', `/wp/v2/comments?${query}`)).toMatch(/^GET\b/);
  });

  it('says GET where the bad value asks for no authority', async () => {
    expect(await allowOf('anonymous', 'GET', '/wp/v2/comments?post=first&order=up')).toBe('GET');
    expect(await allowOf('anonymous', 'GET', '/wp/v2/posts?status=draft')).toBe('GET');
  });

  it.each([
    ['author=', 'GET, POST'],
    ['author=x', 'GET'],
    ['author[]=', 'GET'],
    ['categories[]=', 'GET'],
    ['tags[]=1&tags[]=', 'GET'],
    ['categories[]=x', 'GET, POST'],
    ['categories=', 'GET, POST'],
    ['sticky=', 'GET, POST'],
    ['sticky=maybe', 'GET'],
  ])('says whether a contributor may write a post with %s', async (query, expected) => {
    expect(await allowOf('contributor', 'GET', `/wp/v2/posts?${query}`)).toBe(expected);
  });

  it.each([
    ['post=&hide_empty=perhaps', 'GET'],
    ['post=0&order=up', 'GET'],
    ['post=first', null],
  ])('says GET of the terms of a post where %s names none that is hidden', async (query, expected) => {
    expect(await allowOf('anonymous', 'GET', `/wp/v2/categories?${query}`)).toBe(expected);
  });

  it.each([
    [{ author_ip: '' }, null],
    [{ author_ip: 'here' }, null],
    [{ author: '' }, null],
    [{ status: '' }, null],
    [{ author_email: 'x' }, 'POST'],
    [{}, 'POST'],
  ])(
    'says POST of comments to a subscriber who sends nothing that moderators alone may: %j',
    async (fields, expected) => {
      const comment = { post, content: 'Words', date: 'yesterday', ...fields };
      expect(await allowOf('subscriber', 'POST', '/wp/v2/comments', comment)).toBe(expected);
    },
  );

  it.each([
    ['anonymous', 'author_email='],
    ['subscriber', 'author_email='],
  ] as const)('says GET of comments to %s, as %s asks for nothing', async (who, query) => {
    expect(await allowOf(who, 'GET', `/wp/v2/comments?${query}`)).toBe('GET');
  });

  it('says POST of media only with a post that the sender may edit', async () => {
    const upload = (query: string) => allowOf('author', 'POST', `/wp/v2/media?${query}&status=perhaps`);
    const others = (await site.as('editor').post('/wp/v2/posts', { title: 'Another', status: 'publish' })).body.id;
    expect(await upload(`post=${others}`)).toBe('GET');
    expect(await upload('post=first')).toBe('GET');
    expect(await upload(`author=${site.users.editor}`)).toBe('GET');
    expect(await upload(`post=${post}`)).toBe('GET, POST');
    expect(await upload('post=')).toBe('GET, POST');
  });

  it('treats a bad role of users and a bad sticky flag like good ones', async () => {
    expect(await allowOf('anonymous', 'GET', '/wp/v2/users?roles[x]=editor')).toBeNull();
    expect(await allowOf('administrator', 'GET', '/wp/v2/users?roles[x]=editor')).toBe('GET, POST');
    const draft = (await site.as('contributor').post('/wp/v2/posts', { title: 'Draft' })).body.id;
    expect(await allowOf('contributor', 'PUT', `/wp/v2/posts/${draft}`, { sticky: 'maybe' })).toBe('GET, DELETE');
    expect(await allowOf('author', 'PUT', `/wp/v2/posts/${post}`, { sticky: 'maybe' })).toBe(
      'GET, POST, PUT, PATCH, DELETE',
    );
  });
});
