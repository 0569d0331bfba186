import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const content = {
  postTypes: [
    {
      name: 'product',
      supports: ['title', 'editor', 'author', 'custom-fields'] as const,
      taxonomies: ['post_tag'],
      meta: {
        price: { type: 'number', index: true },
        stock: { type: 'integer' },
        brand: { type: 'string', index: true },
        fresh: { type: 'boolean' },
        colours: { type: 'string', single: false },
        cost: { type: 'number', mayRead: 'edit_others_posts' },
        secret: { type: 'string', mayRead: (caller: { userId: number }) => caller.userId > 0 },
        hidden: { type: 'string', showInRest: false },
        parts: { type: 'array' },
      },
    },
  ],
} as const;

let site: TestPlaten;
const ids: Record<string, number> = {};

async function make(name: string, fields: object, path = 'product', who: Role = 'administrator'): Promise<number> {
  const made = await site.as(who).post(`/wp/v2/${path}`, { title: name, status: 'publish', ...fields });
  expect([name, made.status]).toEqual([name, 201]);
  ids[name] = made.body.id;
  return made.body.id;
}

beforeAll(async () => {
  site = await testPlaten(content);
  const admin = site.as('administrator');
  const parent = (await admin.post('/wp/v2/categories', { name: 'Animals', slug: 'animals' })).body.id;
  const child = (await admin.post('/wp/v2/categories', { name: 'Cats', slug: 'cats', parent })).body.id;
  const tag = (await admin.post('/wp/v2/tags', { name: 'Cheap', slug: 'cheap' })).body.id;
  await make('lion', { categories: [parent], date: '2024-01-15T10:00:00', content: 'A silver mane' }, 'posts');
  await make('tabby', { categories: [child], date: '2024-02-15T10:00:00', content: 'Purr' }, 'posts');
  await make('stone', { date: '2023-06-01T00:00:00', content: 'Silver ore', tags: [tag] }, 'posts');
  await make('locked', { date: '2024-03-01T00:00:00', content: 'Silver vault', password: 'x' }, 'posts');
  await make('draft', { status: 'draft', content: 'Silver draft' }, 'posts');
  await make('byAuthor', { date: '2024-04-01T00:00:00' }, 'posts', 'author');
  await make('about', { slug: 'about', content: 'silver page' }, 'pages');
  const meta = (values: object) => ({ meta: values });
  await make('pen', {
    tags: [tag],
    date: '2025-01-01T00:00:00',
    ...meta({ price: 2.5, stock: 10, brand: 'Acme', fresh: true, colours: ['red', 'blue'] }),
  });
  await make('book', {
    date: '2025-01-02T00:00:00',
    ...meta({ price: 20, stock: 0, brand: 'acme', fresh: false, colours: ['blue'], cost: 5 }),
  });
  await make('desk', { date: '2025-01-03T00:00:00', ...meta({ price: 100, brand: 'Zeta', cost: 50, secret: 'x' }) });
  await make('gift', { date: '2025-01-04T00:00:00' });
});
afterAll(() => site.close());

const asked = (where: unknown): string => encodeURIComponent(JSON.stringify(where));
const named = (found: readonly number[]): string[] =>
  found.map((id) => Object.entries(ids).find(([, one]) => one === id)?.[0] ?? `${id}`).sort();

const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

async function list(path: string, where: unknown, who: Role = 'anonymous', more = ''): Promise<string[]> {
  const { status, body, headers } = await site.as(who).get(`/wp/v2/${path}?per_page=100&where=${asked(where)}${more}`);
  expect([status, body.code]).toEqual([200, undefined]);
  expect(headers['x-wp-total']).toBe(String(body.length));
  return named(body.map((item: { id: number }) => item.id));
}

const everyPost = ['byAuthor', 'lion', 'locked', 'stone', 'tabby'];

describe('a condition on a list', () => {
  it.each([
    ['a term by slug', { category: 'animals' }, ['lion']],
    ['a term by the name of its route', { categories: 'cats' }, ['tabby']],
    ['a term with those below it', { category: { in: ['animals'], descendants: true } }, ['lion', 'tabby']],
    ['no such term', { category: 'none' }, []],
    ['not a term', { category: { not_in: ['animals', 'cats'] } }, ['byAuthor', 'locked', 'stone']],
    ['all of several terms', { category: { all: ['animals', 'cats'] } }, []],
    ['the same term very often', { category: { all: Array.from({ length: 100 }, () => 'cats') } }, ['tabby']],
    ['the same terms in many conditions', { and: Array.from({ length: 10 }, () => ({ category: 'cats' })) }, ['tabby']],
    [
      'as many terms in a list as there may be',
      { category: { not_in: Array.from({ length: 100 }, (_, n) => n + 1_000) } },
      everyPost,
    ],
    ['words in four conditions', { and: ['s', 'si', 'sil', 'silver'].map((text) => ({ text })) }, ['lion', 'stone']],
    ['two fields at once', { category: 'animals', tags: 'cheap' }, []],
    ['either', { or: [{ category: 'animals' }, { post_tag: 'cheap' }] }, ['lion', 'stone']],
    ['neither', { not: { or: [{ category: ['animals', 'cats'] }, { tags: 'cheap' }] } }, ['byAuthor', 'locked']],
    ['a date', { date: { '>=': '2024-02-15T10:00:00', '<': '2024-03-02' } }, ['locked', 'tabby']],
    ['a date, exclusive', { date: { '>': '2024-02-15T10:00:00', '<=': '2024-03-01T00:00:00' } }, ['locked']],
    ['a day', { date: '2024-01-15' }, ['lion']],
    ['a moment', { date: '2024-01-15T10:00:00' }, ['lion']],
    ['not a moment', { date: { '!=': '2024-01-15T10:00:00' }, category: ['animals', 'cats'] }, ['tabby']],
    ['a slug', { slug: 'lion' }, ['lion']],
    ['slugs', { slug: { in: ['lion', 'stone'] } }, ['lion', 'stone']],
    ['words', { text: 'SILVER' }, ['lion', 'stone']],
    ['words and none of others', { text: 'silver -ore' }, ['lion']],
    ['no words', { not: { text: 'silver' } }, ['byAuthor', 'locked', 'tabby']],
    ['a nested one', { and: [{ or: [{ text: 'purr' }, { text: 'ore' }] }, { not: { category: 'cats' } }] }, ['stone']],
    ['changed since long', { modified: { '>': '2020-01-01' }, category: 'cats' }, ['tabby']],
    ['the type', { type: 'page' }, []],
  ])('by %s', async (_name, where, expected) => {
    expect(await list('posts', where)).toEqual(expected);
  });

  it('by id and author', async () => {
    expect(await list('posts', { id: ids['lion'] })).toEqual(['lion']);
    expect(await list('posts', { id: { in: [ids['lion'], ids['stone']] }, not: { id: ids['stone'] } })).toEqual([
      'lion',
    ]);
    expect(await list('posts', { author: site.users.author })).toEqual(['byAuthor']);
    expect(await list('posts', { author: { '!=': 1 } })).toEqual(['byAuthor']);
    expect(await list('posts', { or: [{ author: site.users.author }, { id: { '<=': ids['lion'] } }] })).toEqual([
      'byAuthor',
      'lion',
    ]);
  });

  it.each([
    ['less than', { 'meta.price': { '<': 20 } }, ['pen']],
    ['at most', { 'meta.price': { '<=': 20 } }, ['book', 'pen']],
    ['as a number, not as text', { 'meta.price': { '>': 3 } }, ['book', 'desk']],
    ['equal to', { 'meta.price': 2.5 }, ['pen']],
    ['one of', { 'meta.price': [20, 100] }, ['book', 'desk']],
    ['not one of', { 'meta.price': { not_in: [20, 100] } }, ['gift', 'pen']],
    ['within', { 'meta.price': { '>=': 3, '<': 50 } }, ['book']],
    ['zero', { 'meta.stock': 0 }, ['book']],
    ['stored', { 'meta.stock': { exists: true } }, ['book', 'pen']],
    ['not stored', { 'meta.stock': { exists: false } }, ['desk', 'gift']],
    ['a text, exactly', { 'meta.brand': 'Acme' }, ['pen']],
    ['a text in order', { 'meta.brand': { '>=': 'Z' } }, ['book', 'desk']],
    ['true', { 'meta.fresh': true }, ['pen']],
    ['not true', { 'meta.fresh': false }, ['book', 'desk', 'gift']],
    ['one of several values', { 'meta.colours': 'blue' }, ['book', 'pen']],
    ['with a term', { tags: 'cheap', 'meta.price': { '<': 10 } }, ['pen']],
    ['or another', { or: [{ 'meta.price': { '>': 50 } }, { 'meta.stock': 0 }] }, ['book', 'desk']],
  ])('by a meta value: %s', async (_name, where, expected) => {
    expect(await list('product', where)).toEqual(expected);
  });

  it('works on pages and media, and goes with other arguments', async () => {
    expect(await list('pages', { text: 'silver' })).toEqual(['about']);
    expect(await list('media', { text: 'silver' })).toEqual([]);
    expect(await list('posts', { text: 'silver' }, 'anonymous', '&search=mane')).toEqual(['lion']);
    expect(await list('posts', { author: 1 }, 'anonymous', `&author=${site.users.author}`)).toEqual([]);
    expect(await list('posts', { date: { '>': '2024-01-01' } }, 'anonymous', '&after=2024-03-15T00:00:00')).toEqual([
      'byAuthor',
    ]);
  });

  it('narrows the states that are asked for, and opens none', async () => {
    expect(await list('posts', { status: 'draft' })).toEqual([]);
    expect(await list('posts', { or: [{ status: 'draft' }, { text: 'draft' }] })).toEqual([]);
    expect(await list('posts', { status: 'draft' }, 'editor', '&status=draft,publish')).toEqual(['draft']);
    expect(await list('posts', { not: { status: 'publish' } }, 'author', '&status=draft,publish')).toEqual([]);
  });

  it('tells nothing of protected texts', async () => {
    for (const who of ['anonymous', 'subscriber', 'contributor', 'author'] as const) {
      expect(await list('posts', { text: 'vault' }, who)).toEqual([]);
      for (const word of ['vault', 'absent'])
        expect(await list('posts', { not: { text: word }, slug: 'locked' }, who)).toEqual(['locked']);
    }
    expect(await list('posts', { text: 'vault' }, 'editor')).toEqual(['locked']);
    expect(await list('posts', { not: { text: 'vault' }, slug: 'locked' }, 'editor')).toEqual([]);
  });

  it('compares only the meta that the caller is shown', async () => {
    for (const key of ['cost', 'secret', 'hidden', 'parts', '_edit_lock', 'absent', '']) {
      const { status, body } = await site
        .as('author')
        .get(`/wp/v2/product?where=${asked({ [`meta.${key}`]: { exists: true } })}`);
      expect([key, status, body.code]).toEqual([key, 400, 'rest_invalid_param']);
      expect((await site.as('author').get(`/wp/v2/product?orderby=meta.${key}`)).status).toBe(400);
    }
    expect(await list('product', { 'meta.cost': { '>': 10 } }, 'editor')).toEqual(['desk']);
    expect((await site.as('anonymous').get(`/wp/v2/posts?where=${asked({ 'meta.price': 1 })}`)).status).toBe(400);
    expect((await site.as('administrator').get(`/wp/v2/product?where=${asked({ 'meta.secret': 'x' })}`)).status).toBe(
      400,
    );
  });

  it.each([
    ['not JSON', '{'],
    ['a number', '1'],
    ['null', 'null'],
    ['a list', '[]'],
    ['empty', '{}'],
    ['an empty list', '{"and":[]}'],
    ['an unknown field', '{"password":"x"}'],
    ['a column of the table', '{"post_password":"x"}'],
    ['an unknown operator', '{"author":{"like":1}}'],
    ['a range of slugs', '{"slug":{"<":"a"}}'],
    ['another type', '{"author":"1"}'],
    ['a fraction', '{"author":1.5}'],
    ['null as a value', '{"author":null}'],
    ['a date that is none', '{"date":"2024-13-01"}'],
    ['a day that is none', '{"date":{">":"2024-02-31"}}'],
    ['an empty list of values', '{"author":[]}'],
    ['too many values', JSON.stringify({ author: Array.from({ length: 101 }, (_, n) => n) })],
    ['too many conditions', JSON.stringify({ or: Array.from({ length: 70 }, (_, n) => ({ author: n })) })],
    ['too deep', `${'{"not":'.repeat(9)}{"author":1}${'}'.repeat(9)}`],
    ['very deep', `${'{"not":'.repeat(1000)}{"author":1}${'}'.repeat(1000)}`],
    ['too long', JSON.stringify({ text: 'x'.repeat(9000) })],
    ['no words', '{"text":"  "}'],
    ['a nul', '{"text":"a\\u0000b"}'],
    ['a lone surrogate', '{"slug":"\\ud800"}'],
    ['a term as an object', '{"category":{"in":[{}]}}'],
    ['the prototype', '{"__proto__":{"=":1}}'],
    ['a member of the prototype', '{"constructor":1}'],
    ['SQL', `{"author":"1) or 1=1 --"}`],
    ['SQL as a name', `{"p.ID) or (1":1}`],
  ])('is refused when it is %s', async (_name, where) => {
    const { status, body } = await site.as('administrator').get(`/wp/v2/posts?where=${encodeURIComponent(where)}`);
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    expect(body.data.params).toHaveProperty('where');
  });

  it.each([
    ['of terms in all', { category: { all: numbers(11) } }, /more than 10 conditions on terms/],
    ['of terms', { and: numbers(11).map((category) => ({ category })) }, /more than 10 conditions on terms/],
    ['of terms in or', { or: numbers(11).map((category) => ({ category })) }, /more than 10 conditions on terms/],
    ['of terms in not', { not: { or: numbers(6).map((n) => ({ tags: n, category: n })) } }, /more than 10 .* terms/],
    [
      'of terms over several lists',
      { and: [{ category: { all: numbers(6) } }, { tags: { all: numbers(5) } }] },
      /more than 10 conditions on terms/,
    ],
    [
      'of terms by their operators',
      { and: numbers(3).map((n) => ({ tags: { '=': n, '!=': n, in: [n], not_in: [n] } })) },
      /more than 10 conditions on terms/,
    ],
    ['at all in one list', { category: { all: numbers(65) } }, /more than 64 conditions/],
    ['at all in several lists', { or: numbers(8).map(() => ({ tags: { all: numbers(9) } })) }, /more than 64 cond/],
    ['of text', { and: numbers(5).map((n) => ({ text: `word${n}` })) }, /more than 4 conditions on text/],
    ['of text in or', { or: numbers(5).map((n) => ({ text: `a${n}` })) }, /more than 4 conditions on text/],
  ])('is refused when it has too many conditions %s', async (_name, where, expected) => {
    for (const path of ['/wp/v2/posts?', '/platen/v1/content?orderby=title&', '/platen/v1/counts?']) {
      const { status, body } = await site.as('anonymous').get(`${path}where=${asked(where)}`);
      expect([path, status, body.code]).toEqual([path, 400, 'rest_invalid_param']);
      expect(body.data.params.where).toMatch(expected);
    }
  });

  it('takes quotes and wildcards as they are', async () => {
    for (const text of ["'; drop table wp_posts; --", '%', '_____', '\\', '"'])
      expect(await list('posts', { or: [{ slug: text }, { category: text }] })).toEqual([]);
    expect(await list('product', { 'meta.brand': "Acme' or '1'='1" })).toEqual([]);
  });

  it('is not announced, and a request without it is as ever', async () => {
    const { body } = await site.as('anonymous').send('OPTIONS', '/wp/v2/posts');
    const { args } = body.endpoints[0];
    expect(args).not.toHaveProperty('where');
    expect(JSON.stringify(args.orderby)).not.toContain('meta');
    expect((await site.as('anonymous').get('/wp/v2/posts?orderby=price')).status).toBe(400);
  });
});

describe('an order by a meta value', () => {
  const ordered = async (query: string, who: Role = 'anonymous') =>
    (await site.as(who).get(`/wp/v2/product?${query}`)).body.map((item: { id: number }) => named([item.id])[0]);

  it('has the items with a value, by its type', async () => {
    expect(await ordered('orderby=meta.price&order=asc')).toEqual(['pen', 'book', 'desk']);
    expect(await ordered('orderby=meta.price')).toEqual(['desk', 'book', 'pen']);
    expect(await ordered('orderby=meta.stock&order=asc')).toEqual(['book', 'pen']);
    expect(await ordered('orderby=meta.brand&order=asc')).toEqual(['pen', 'desk', 'book']);
    expect(await ordered('orderby=meta.cost&order=asc', 'editor')).toEqual(['book', 'desk']);
    expect(await ordered(`orderby=meta.price&where=${asked({ not: { 'meta.brand': 'Zeta' } })}`)).toEqual([
      'book',
      'pen',
    ]);
  });

  it('has pages and totals', async () => {
    const { headers, body } = await site
      .as('anonymous')
      .get('/wp/v2/product?orderby=meta.price&order=asc&per_page=2&page=2');
    expect(named(body.map((item: { id: number }) => item.id))).toEqual(['desk']);
    expect([headers['x-wp-total'], headers['x-wp-totalpages']]).toEqual(['3', '2']);
  });

  it.each(['price', 'brand', 'stock'])('is walked with a cursor, by %s', async (key) => {
    for (const order of ['asc', 'desc']) {
      const all = await ordered(`orderby=meta.${key}&order=${order}`);
      const walked: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const answer = await site
          .as('anonymous')
          .get(`/wp/v2/product?orderby=meta.${key}&order=${order}&per_page=1&cursor=${cursor}`);
        expect(answer.status).toBe(200);
        walked.push(...answer.body.map((item: { id: number }) => named([item.id])[0] ?? ''));
        cursor = answer.headers['x-platen-next-cursor'];
      }
      expect(walked).toEqual(all);
    }
  });

  it('refuses cursors of another order, and survives those that are made up', async () => {
    const date = Buffer.from('desc.date.5.2024-01-01 00:00:00').toString('base64url');
    expect((await site.as('anonymous').get(`/wp/v2/product?orderby=meta.price&cursor=${date}x`)).status).toBe(400);
    for (const text of ['desc.5.NaN', 'desc.5.', 'desc.5.1e999', "desc.5.' or 1=1"]) {
      const cursor = Buffer.from(text).toString('base64url');
      expect((await site.as('anonymous').get(`/wp/v2/product?orderby=meta.price&cursor=${cursor}`)).status).toBe(200);
    }
  });

  it('is refused for keys with several values and for truths', async () => {
    for (const key of ['colours', 'fresh'])
      expect((await site.as('anonymous').get(`/wp/v2/product?orderby=meta.${key}`)).body.code).toBe(
        'rest_invalid_param',
      );
  });
});

describe('several types in one list', () => {
  const mixed = (query: string, who: Role = 'anonymous') => site.as(who).get(`/platen/v1/content?${query}`);

  it('shows each item as its own route does', async () => {
    const { status, body, headers } = await mixed('type=post,page,product&per_page=100');
    expect(status).toBe(200);
    expect(headers['x-wp-total']).toBe(String(body.length));
    const types = new Set(body.map((item: { type: string }) => item.type));
    expect([...types].sort()).toEqual(['page', 'post', 'product']);
    for (const item of body) {
      const base = { post: 'posts', page: 'pages', product: 'product' }[item.type as 'post'];
      expect(item).toEqual((await site.as('anonymous').get(`/wp/v2/${base}/${item.id}`)).body);
    }
    const dates = body.map((item: { date: string }) => item.date);
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  it('takes conditions; those of one type leave the others out', async () => {
    const where = (value: unknown) => `&where=${asked(value)}`;
    const found = async (query: string) => named((await mixed(query)).body.map((item: { id: number }) => item.id));
    expect(await found(`type=post,page${where({ text: 'silver' })}`)).toEqual(['about', 'lion', 'stone']);
    expect(await found(`type=post,product${where({ tags: 'cheap' })}`)).toEqual(['pen', 'stone']);
    expect(await found(`type=post,product${where({ 'meta.price': { '>': 10 } })}`)).toEqual(['book', 'desk']);
    expect(
      await found(
        `type=post,product${where({ not: { 'meta.price': { exists: true } }, date: { '>': '2024-03-31' } })}`,
      ),
    ).toEqual(['byAuthor', 'gift']);
    expect(await found(`type=page,product${where({ type: 'page', slug: 'about' })}`)).toEqual(['about']);
  });

  it('is walked with a cursor', async () => {
    const all = (await mixed('type=post,page,product&per_page=100')).body.map((item: { id: number }) => item.id);
    const walked: number[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body, headers } = await mixed(`type=post,page,product&per_page=3&cursor=${cursor}`);
      walked.push(...body.map((item: { id: number }) => item.id));
      cursor = headers['x-platen-next-cursor'];
    }
    expect(walked).toEqual(all);
  });

  it('shows nobody more than the lists of each type', async () => {
    for (const who of ['anonymous', 'contributor', 'author', 'editor'] as const) {
      const own = await mixed('type=post,page&per_page=100&status=publish', who);
      const each = await Promise.all(['posts', 'pages'].map((base) => site.as(who).get(`/wp/v2/${base}?per_page=100`)));
      const expected = each.flatMap(({ body }) => body.map((item: { id: number }) => item.id)).sort();
      expect(own.body.map((item: { id: number }) => item.id).sort()).toEqual(expected);
    }
    expect((await mixed('type=post&status=draft')).body.code).toBe('rest_invalid_param');
    expect((await mixed('type=post,page&status=draft', 'author')).body.code).toBe('rest_invalid_param');
    expect((await mixed('type=post&status=draft', 'editor')).body).toHaveLength(1);
    expect((await mixed('context=edit')).status).toBe(401);
    expect((await mixed('context=edit', 'author')).status).toBe(200);
    expect((await mixed('type=post,page&context=edit', 'author')).status).toBe(403);
  });

  it('refuses what it does not know', async () => {
    for (const query of [
      'type=none',
      'type=revision',
      'orderby=rand',
      'per_page=101',
      'page=0',
      'orderby=meta.price&type=post,product',
    ])
      expect([query, (await mixed(query)).status]).toEqual([query, 400]);
    expect((await mixed('page=99')).body.code).toBe('rest_post_invalid_page_number');
  });
});
