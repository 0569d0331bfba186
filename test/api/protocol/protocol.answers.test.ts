import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';

const root = '<http://site.test/wp-json/>; rel="https://api.w.org/"';

describe('answers', () => {
  let site: TestPlaten;
  let visitor: Client;
  let editor: Client;
  let parentId: number;
  let childId: number;
  beforeAll(async () => {
    site = await testPlaten({ variant: 'a' });
    visitor = site.as('anonymous');
    editor = site.as('editor');
    parentId = (await editor.post('/wp/v2/categories', { name: 'Outer' })).body.id;
    childId = (await editor.post('/wp/v2/categories', { name: 'Inner', parent: parentId })).body.id;
  });
  afterAll(() => site.close());

  it('point to the root of the interface, or to neighbouring pages instead', async () => {
    expect((await visitor.get(`/wp/v2/categories/${childId}`)).headers['link']).toBe(root);
    expect((await visitor.get('/wp/v2/categories/999999')).headers['link']).toBe(root);
    const paged = (await visitor.get('/wp/v2/categories?per_page=1&page=2')).headers['link'];
    expect(paged).not.toContain('api.w.org');
    expect(paged).toContain('rel="prev"');
    expect(paged).toContain('rel="next"');
  });

  it('say what else this caller may do, after the deed', async () => {
    const at = `/wp/v2/categories/${childId}`;
    expect((await visitor.get(at)).headers['allow']).toBe('GET');
    expect((await editor.get(at)).headers['allow']).toBe('GET, POST, PUT, PATCH, DELETE');
    expect((await visitor.get(`${at}?context=edit`)).headers).not.toHaveProperty('allow');
    expect((await visitor.get(`${at}?context=none`)).headers['allow']).toBe('GET');
    expect((await visitor.get('/wp/v2/tags?post=first')).headers).not.toHaveProperty('allow');
  });

  it.each([
    ['id,slug', ['id', 'slug', '_links']],
    ['nothing', ['_links']],
    ['', ['_links']],
    ['id, taxonomy', ['id', 'taxonomy', '_links']],
  ])('hold only the fields %j of an item', async (fields, keys) => {
    const item = await visitor.get(`/wp/v2/categories/${childId}?_fields=${fields}`);
    expect(Object.keys(item.body)).toEqual(keys);
  });

  it('of a list drop links that were not chosen', async () => {
    const [first] = (await visitor.get('/wp/v2/categories?_fields=slug,name')).body;
    expect(Object.keys(first)).toEqual(['name', 'slug']);
    const [linked] = (await visitor.get('/wp/v2/categories?_fields[]=slug&_fields[]=_links')).body;
    expect(Object.keys(linked)).toEqual(['slug', '_links']);
  });

  it.each([
    ['/wp/v2/categories?_fields=nothing&per_page=2', [[], []]],
    ['/wp/v2/categories?_fields[]=nothing&per_page=1', [[]]],
    ['/wp/v2/settings?_fields=nothing', []],
    ['/wp/v2/types?_fields=nothing', []],
  ])('are empty lists where no field is chosen: %s', async (path, expected) => {
    expect((await site.as('administrator').get(path)).body).toEqual(expected);
  });

  it.each([
    ['nothing', []],
    ['methods', { methods: ['GET', 'POST'] }],
    ['namespace,methods', { namespace: 'wp/v2', methods: ['GET', 'POST'] }],
  ])('to OPTIONS hold only the fields %j', async (fields, expected) => {
    const described = await visitor.send('OPTIONS', `/wp/v2/categories?_fields=${fields}`);
    expect([described.status, described.body]).toEqual([200, expected]);
    expect(described.headers['allow']).toBe('GET');
  });

  it('of refusals are whole, whichever fields are chosen', async () => {
    const { status, body } = await visitor.get('/wp/v2/categories/999999?_fields=nothing');
    expect([status, Object.keys(body)]).toEqual([404, ['code', 'message', 'data']]);
  });

  it.each(['', '1', '0', 'false'])('hold what links point to where _embed is %j', async (value) => {
    const { _embedded } = (await visitor.get(`/wp/v2/categories/${childId}?_embed=${value}`)).body;
    expect(_embedded.up).toMatchObject([{ id: parentId, name: 'Outer' }]);
    expect((await visitor.get(`/wp/v2/categories/${parentId}?_embed=${value}`)).body).not.toHaveProperty('_embedded');
  });

  it('come in an envelope with status and headers inside', async () => {
    const list = await visitor.get('/wp/v2/categories?_envelope&per_page=1');
    expect(list.status).toBe(200);
    expect(list.headers).not.toHaveProperty('x-wp-total');
    expect(list.body).toMatchObject({ status: 200, headers: { 'X-WP-Total': 3, 'X-WP-TotalPages': 3, Allow: 'GET' } });
    expect(list.body.body).toHaveLength(1);
    const lost = await visitor.get('/wp/v2/categories/999999?_envelope=1');
    expect(lost).toMatchObject({
      status: 200,
      body: { status: 404, body: { code: 'rest_term_invalid' }, headers: [] },
    });
    const made = await editor.post('/wp/v2/tags?_envelope', { name: 'wrapped' });
    expect(made.body).toMatchObject({ status: 201, headers: { Location: expect.stringContaining('/wp/v2/tags/') } });
  });

  it('are scripts where a plain function name asks for them', async () => {
    const script = await visitor.get('/wp/v2/tags?slug=none&_jsonp=my.handlers.receive_1');
    expect(script.headers['content-type']).toBe('application/javascript; charset=UTF-8');
    expect(script.body).toBe('/**/my.handlers.receive_1([])');
    expect((await visitor.get('/wp/v2/tags?slug=none&_jsonp=')).body).toBe('[]');
  });

  it.each(['alert(1)', 'a;b', 'a b', '%3Cscript%3E', 'x//'])('refuse the callback %s before any work', async (name) => {
    let refused!: Answer;
    const statements = await site.platen.store.statementsDuring(async () => {
      refused = await visitor.get(`/wp/v2/tags?_jsonp=${name}`);
    });
    expect(statements).toBeLessThanOrEqual(1);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.body).code).toBe('rest_callback_invalid');
    expect(refused.headers).not.toHaveProperty('x-wp-total');
  });

  it('escape the line ends that older scripts stumble over', async () => {
    await editor.post('/wp/v2/tags', { name: 'ends', description: 'a\u2028b' });
    const script = await visitor.get('/wp/v2/tags?slug=ends&_jsonp=f');
    expect(script.body).toContain('a\\u2028b');
    expect(script.body).not.toContain('\u2028');
  });

  it.each([
    ['page=', ['page']],
    ['page=1.5', ['page']],
    ['page=1abc', ['page']],
    ['include=', ['include']],
    ['include=1,,', ['include']],
    ['hide_empty=', ['hide_empty']],
    ['hide_empty=yes', ['hide_empty']],
    ['context=&orderby=', ['context']],
    ['per_page=99999999999999999999', ['per_page']],
    ['per_page[]=1', ['per_page']],
    ['a[__proto__]=b&page[__proto__]=1', ['page']],
  ])('name every bad value of one pass: %s', async (query, params) => {
    const refused = await visitor.get(`/wp/v2/tags?${query}`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect(Object.keys(refused.body.data.params)).toEqual(params);
  });

  it.each(['page=1.0', 'page=%201', 'page=1e0', 'hide_empty=FALSE', 'include=1,+2', 'unknown=x', '__proto__[x]=1'])(
    'take %s for what it plainly says',
    async (query) => {
      expect((await visitor.get(`/wp/v2/tags?${query}`)).status).toBe(200);
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    },
  );
});

it('have no _fields in variant b', async () => {
  const site = await testPlaten({ variant: 'b' });
  try {
    const item = await site.as('anonymous').get('/wp/v2/categories/1?_fields=id');
    expect(item.body).toMatchObject({ id: 1, name: 'Uncategorized' });
    const described = await site.as('anonymous').send('OPTIONS', '/wp/v2/categories?_fields=nothing');
    expect(described.body).toMatchObject({ namespace: 'wp/v2', methods: ['GET', 'POST'] });
  } finally {
    await site.close();
  }
});
