import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('the list of posts, variant %s', (variant) => {
  let site: TestPlaten;
  /** Post titles by id, so that expectations can be read. */
  const titles = new Map<number, string>();
  const ids: Record<string, number> = {};
  let [river, blue] = [0, 0];

  const ask = (query: string, who: Role = 'anonymous') => site.as(who).get(`/wp/v2/posts?${query}`);
  const listed = async (query: string, who: Role = 'anonymous'): Promise<(string | undefined)[]> => {
    const { body, status } = await ask(query, who);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.map((post: { id: number }) => titles.get(post.id));
  };

  beforeAll(async () => {
    site = await testPlaten({ variant });
    river = (await site.as('administrator').post('/wp/v2/categories', { name: 'River' })).body.id;
    blue = (await site.as('administrator').post('/wp/v2/tags', { name: 'blue' })).body.id;
    const rows: [string, Role, object][] = [
      ['cherry', 'administrator', { date: '2020-01-01T10:00:00', slug: 'zz-walk', categories: [river], tags: [blue] }],
      ['Banana', 'editor', { date: '2020-02-01T10:00:00', categories: [river] }],
      ['apple', 'author', { date: '2020-03-01T10:00:00', tags: [blue] }],
      ['Elder', 'editor', { date: '2020-05-01T10:00:00', sticky: true }],
      ['Damson', 'author', { date: '2020-04-01T10:00:00' }],
    ];
    for (const [title, who, body] of rows) {
      const made = await site.as(who).post('/wp/v2/posts', { title, status: 'publish', ...body });
      titles.set(made.body.id, title);
      ids[title] = made.body.id;
    }
  });
  afterAll(() => site.close());

  it('shows the newest first, page by page, with honest totals', async () => {
    expect(await listed('')).toEqual(['Elder', 'Damson', 'apple', 'Banana', 'cherry']);
    const second = await ask('per_page=2&page=2');
    expect(second.body.map((post: { id: number }) => titles.get(post.id))).toEqual(['apple', 'Banana']);
    expect(second.headers).toMatchObject({ 'x-wp-total': '5', 'x-wp-totalpages': '3' });
    const page = (n: number) => `<http://site.test/wp-json/wp/v2/posts?per_page=2&page=${n}>`;
    expect(second.headers['link']).toBe(`${page(1)}; rel="prev", ${page(3)}; rel="next"`);
  });

  it('reads statuses in any letter case', async () => {
    expect(await listed('status=Publish')).toHaveLength(5);
    expect(await listed('status=PUBLISH,publish,Draft', 'editor')).toHaveLength(5);
    expect((await ask('status=Draft')).status).toBe(400);
    const files = await site.as('anonymous').get('/wp/v2/media?status=INHERIT');
    expect([files.status, files.body]).toEqual([200, []]);
  });

  it('answers past the last page as the variant does', async () => {
    const past = await ask('per_page=2&page=4');
    if (variant === 'a')
      return expect(past).toMatchObject({ status: 400, body: { code: 'rest_post_invalid_page_number' } });
    expect([past.status, past.body, past.headers['x-wp-total']]).toEqual([200, [], '5']);
  });

  it('judges the page by the last one also where an offset is sent', async () => {
    const past = await ask('page=2&offset=0');
    if (variant === 'a') expect(past).toMatchObject({ status: 400, body: { code: 'rest_post_invalid_page_number' } });
    else expect([past.status, past.body.length]).toEqual([200, 5]);
    expect((await ask('per_page=2&page=3&offset=0')).body).toHaveLength(2);
    // Where the offset leaves nothing, nothing is counted, and no page is past the last.
    expect((await ask('page=2&offset=5')).status).toBe(200);
  });

  it('skips by offset, whatever the page, in either sign', async () => {
    expect(await listed('per_page=2&offset=1')).toEqual(['Damson', 'apple']);
    expect(await listed('per_page=2&offset=3&page=2')).toEqual(['Banana', 'cherry']);
    expect(await listed('per_page=2&offset=-2')).toEqual(['apple', 'Banana']);
    expect((await ask('offset=50')).headers['x-wp-total']).toBe('0');
  });

  it.each([
    ['orderby=title&order=asc', ['apple', 'Banana', 'cherry', 'Damson', 'Elder']],
    ['orderby=id&order=asc', ['cherry', 'Banana', 'apple', 'Elder', 'Damson']],
    ['orderby=slug', ['cherry', 'Elder', 'Damson', 'Banana', 'apple']],
    ['order=asc&after=2020-02-01T10:00:00', ['apple', 'Damson', 'Elder']],
    ['before=2020-03-01T10:00:00Z', ['Banana', 'cherry']],
    ['after=2020-03-01T12:00:00%2B02:00', ['Elder', 'Damson']],
    ['sticky=true', ['Elder']],
    ['sticky=false&order=asc&per_page=1', ['cherry']],
    ['slug=elder,Zz+Walk', ['Elder']],
    ['slug[]=elder&slug[x]=ZZ%20Walk', ['Elder', 'cherry']],
    ['slug=', []],
    ['search=ELDER', ['Elder']],
    ['search=nothing+like+it', []],
    ['search=an+-BANANA', []],
    ['search=e+-%C3%A9lder', ['apple', 'cherry']],
    ['search=-e', ['Damson', 'Banana']],
  ])('answers %s', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  it('filters by ids, authors and terms, alone and together', async () => {
    const { cherry, Banana, apple, Elder } = ids;
    expect(await listed(`include=${apple},${cherry}&exclude=${apple}`)).toEqual(['apple', 'cherry']);
    expect(await listed(`orderby=include&include[]=${apple}&include[]=${Elder}&include[]=${Banana}`)).toEqual([
      'apple',
      'Elder',
      'Banana',
    ]);
    expect(await listed(`exclude=${apple},${Elder}`)).toEqual(['Damson', 'Banana', 'cherry']);
    expect(await listed(`author=${site.users.author}`)).toEqual(['Damson', 'apple']);
    expect(await listed(`author=${site.users.author}&author_exclude=1`)).toEqual([
      'Elder',
      'Damson',
      'apple',
      'Banana',
    ]);
    expect(await listed(`categories=${river}`)).toEqual(['Banana', 'cherry']);
    expect(await listed(`categories=${river}&tags=${blue}`)).toEqual(['cherry']);
    expect(await listed(`categories_exclude=${river}&tags=${blue}`)).toEqual(['apple']);
    expect(await listed(`tags_exclude=${blue},999999&sticky=false`)).toEqual(['Damson', 'Banana']);
    expect(await listed(`sticky=true&include=${apple}`)).toEqual([]);
  });

  it.each([
    ['orderby=include', 'rest_orderby_include_missing_include'],
    ['orderby=relevance', 'rest_no_search_term_defined'],
    ['orderby=nonsense', 'rest_invalid_param'],
    ['status=draft', 'rest_invalid_param'],
    ['status=draft&context=edit', 'rest_invalid_param'],
    ['author_exclude=0)+OR+1=1--', 'rest_invalid_param'],
    ['include=1,2)--', 'rest_invalid_param'],
    ['after=9999-12-31T23:59:59-12:00', 'rest_invalid_param'],
  ])('refuses %s', async (query, code) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { code } });
  });

  it('reports every bad parameter of a pass at once', async () => {
    const refused = await ask('order=up&offset=few&sticky=perhaps&status=nonsense');
    expect(Object.keys(refused.body.data.params).sort()).toEqual(['offset', 'order', 'status', 'sticky']);
    expect(Object.keys((await ask('per_page=0&order=up')).body.data.params)).toEqual(['per_page']);
  });

  it('knows the orders of its variant', async () => {
    const orders = ['modified', 'author', 'parent', 'include_slugs'];
    const answers = await Promise.all(orders.map((order) => ask(`orderby=${order}`)));
    expect(answers.map((answer) => answer.status)).toEqual(orders.map(() => (variant === 'a' ? 200 : 400)));
  });

  it.each(['filter[post_status]=any', 'post_status=draft', 'perm=readable', 'static=1', 'tax_query[0][x]=1'])(
    'is not moved by %s',
    async (query) => {
      expect(await listed(query)).toHaveLength(5);
    },
  );

  it('shows each role what it may see, and counts no more', async () => {
    const own = (who: Role, status: string) =>
      site.as(who).post('/wp/v2/posts', { title: `${status} of ${who}`, status });
    for (const who of ['author', 'editor'] as const) for (const status of ['draft', 'private']) await own(who, status);
    await own('contributor', 'pending');
    const total = async (who: Role, query: string) => (await ask(query, who)).headers['x-wp-total'];
    expect(await total('editor', 'status=any')).toBe('10');
    expect(await total('author', 'status=draft,private')).toBe('2');
    expect(await total('contributor', 'status=private')).toBe('0');
    expect(await total('contributor', 'status=private&search=private')).toBe('0');
    expect(await total('author', 'context=edit')).toBe('2');
    expect((await ask('status=private', 'subscriber')).status).toBe(400);
    expect((await ask('context=edit', 'subscriber')).body.code).toBe('rest_forbidden_context');
  });

  it('leaves texts in the database where nobody asked for them', async () => {
    const { body } = await ask('_fields=id,title');
    expect(Object.keys(body[0]).sort()).toEqual(variant === 'a' ? ['id', 'title'] : Object.keys(body[0]).sort());
    if (variant === 'b') expect(body[0]).toHaveProperty('content');
  });
});
