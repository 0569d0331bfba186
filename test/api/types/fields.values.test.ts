import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { catalogue } from './catalogue.ts';

let site: TestPlaten;
let admin: Client;
beforeAll(async () => {
  site = await testPlaten(catalogue);
  admin = site.as('administrator');
});
afterAll(() => site.close());

const make = async (body: object = {}): Promise<number> => {
  const made = await admin.post('/wp/v2/articles', { title: 'Lamp', ...body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
};
const readMeta = async (id: number) => (await admin.get(`/wp/v2/articles/${id}`)).body.meta;

describe('values of fields', () => {
  it('read as no value of their kind where nothing is stored', async () => {
    expect(await readMeta(await make())).toEqual({
      sku: '',
      summary: '',
      story: '',
      price: null,
      stock: 1,
      sold: false,
      unit: '',
      colours: [],
      day: '',
      moment: '',
      opens: '',
      tint: '',
      more: { url: '', title: '', target: '' },
      contact: '',
      source: '',
      manual: 0,
      cover: 0,
      pictures: [],
      related: [],
      parent_page: 0,
      labels: [],
      keeper: 0,
      shipping: '',
      weight: null,
      size: { width: null, unit: '' },
      variants: [],
      parts: [],
      data: null,
      code: '',
      cost: null,
    });
  });

  const sent = {
    sku: 'LMP-1',
    summary: 'Bright.\nAnd warm.',
    story: '<p>Once <em>upon</em> a time.</p>',
    price: 9.5,
    stock: 0,
    sold: true,
    unit: 'cm',
    colours: ['red', 'blue'],
    day: '2026-02-28',
    moment: '2026-11-18T09:30:00',
    opens: '09:30:00',
    tint: '#33AAff',
    more: { url: 'https://example.org/a?b=1', title: 'More', target: '_blank' },
    contact: 'a@example.org',
    source: '/about/',
    size: { width: 4.25, unit: 'in' },
    variants: [
      { name: 'Small', price: 1, notes: [{ text: 'a:1:{i:0;i:1;}' }, { text: '' }] },
      { name: 'é 日本 🌊', price: null, notes: [] },
    ],
    parts: [
      { layout: 'quote', text: 'To be', by: [] },
      { layout: 'figure', picture: 0, caption: 'Or not' },
    ],
    data: { '0': 'a', empty: {}, list: [], deep: [{ n: -1.5e-7 }, null, true] },
  };

  it('are given back as they were sent, and sending them again changes nothing', async () => {
    const id = await make({ meta: sent, status: 'publish' });
    const shown = await readMeta(id);
    expect(shown).toMatchObject(sent);
    const { code: _readonly, cost: _guarded, ...all } = shown;
    const again = await admin.put(`/wp/v2/articles/${id}`, { meta: all });
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    expect(again.body.meta).toEqual(shown);
    expect((await site.as('anonymous').get(`/wp/v2/articles/${id}`)).body.meta).not.toHaveProperty('cost');
  });

  it('are stored in one row each, in the format of existing sites', async () => {
    const id = await make({ meta: sent });
    const rows = (await site.platen.store.meta.of('post', [id], ['price', 'sold', 'colours', 'size', 'data'])).get(id);
    expect(Object.fromEntries((rows ?? []).map(({ key, value }) => [key, value]))).toEqual({
      price: '9.5',
      sold: '1',
      colours: 'a:2:{i:0;s:3:"red";i:1;s:4:"blue";}',
      size: 'a:2:{s:5:"width";d:4.25;s:4:"unit";s:2:"in";}',
      data: JSON.stringify(sent.data),
    });
  });

  it('are removed with null', async () => {
    const id = await make({ meta: sent });
    const cleared = await admin.put(`/wp/v2/articles/${id}`, { meta: { price: null, variants: null, size: null } });
    expect(cleared.body.meta).toMatchObject({ price: null, variants: [], size: { width: null, unit: '' } });
    expect((await site.platen.store.meta.of('post', [id], ['price', 'variants', 'size'])).get(id)).toEqual([]);
  });

  it('narrow and order lists, as other keys do', async () => {
    const ids = await Promise.all(
      [5001, 5003, 5002].map((price) => make({ status: 'publish', meta: { sku: 'ORD-1', price } })),
    );
    const where = encodeURIComponent(JSON.stringify({ 'meta.price': { '>': 5000 } }));
    const found = await admin.get(`/platen/v1/content?type=article&where=${where}&orderby=meta.price&order=asc`);
    expect(found.body.map((one: { id: number }) => one.id)).toEqual([ids[0], ids[2], ids[1]]);
  });

  it('that do not fit their declaration any more read as far as they do', async () => {
    const id = await make();
    const { meta } = site.platen.store;
    await meta.set('post', id, 'variants', ['a:2:{i:0;a:2:{s:4:"name";s:1:"A";s:3:"old";i:1;}i:1;s:1:"x";}']);
    await meta.set('post', id, 'price', ['O:8:"stdClass":0:{}']);
    await meta.set('post', id, 'size', ['text']);
    expect(await readMeta(id)).toMatchObject({
      variants: [{ name: 'A', price: null, notes: [] }],
      price: null,
      size: { width: null, unit: '' },
    });
  });

  it('belong to terms, users, comments and built-in types as well', async () => {
    const brand = await admin.post('/wp/v2/brands', { name: 'Ash', meta: { country: 'NO' } });
    expect(brand.body.meta).toEqual({ country: 'NO' });
    expect((await admin.post('/wp/v2/users/me', { meta: { motto: 'On' } })).body.meta).toEqual({ motto: 'On' });
    const page = await admin.post('/wp/v2/pages', { title: 'P', status: 'publish', meta: { lead: 'First' } });
    expect(page.body.meta).toMatchObject({ lead: 'First' });
    const post = await admin.post('/wp/v2/posts', { title: 'Open', status: 'publish' });
    const comment = await admin.post('/wp/v2/comments', { post: post.body.id, content: 'c', meta: { stars: 4 } });
    expect(comment.body.meta).toMatchObject({ stars: 4 });
  });
});

describe('refused values of fields', () => {
  it.each<[object, Record<string, RegExp>]>([
    [{ sku: 'lmp' }, { 'meta.sku': /pattern/ }],
    [{ sku: 'A-' }, { 'meta.sku': /at least 3/ }],
    [{ sku: `A-${'1'.repeat(20)}` }, { 'meta.sku': /at most 10/ }],
    [{ sku: 5 }, { 'meta.sku': /must be text/ }],
    [{ summary: 'a\0b' }, { 'meta.summary': /NUL/ }],
    [{ price: 'much' }, { 'meta.price': /a number/ }],
    [{ stock: 1.5 }, { 'meta.stock': /whole number/ }],
    [{ sold: 'perhaps' }, { 'meta.sold': /true or false/ }],
    [{ unit: 'm' }, { 'meta.unit': /one of: cm, in/ }],
    [{ colours: ['red', 'pink'] }, { 'meta.colours\\[1\\]': /one of/ }],
    [{ colours: ['red', 'blue', 'green'] }, { 'meta.colours': /at most 2 items/ }],
    [{ day: '2026-02-30' }, { 'meta.day': /a date/ }],
    [{ moment: '2026-02-28 10:00' }, { 'meta.moment': /date and time/ }],
    [{ opens: '25:00:00' }, { 'meta.opens': /a time/ }],
    [{ tint: 'red' }, { 'meta.tint': /a colour/ }],
    [{ contact: 'nobody' }, { 'meta.contact': /e-mail/ }],
    [{ source: 'javascript:alert(1)' }, { 'meta.source': /an address/ }],
    [{ more: { url: 'javascript:alert(1)' } }, { 'meta.more.url': /an address/ }],
    [{ more: { href: '/' } }, { 'meta.more.href': /no member href/ }],
    [{ size: 5 }, { 'meta.size': /an object/ }],
    [{ variants: { a: 1 } }, { 'meta.variants': /a list/ }],
    [{ parts: [{ layout: 'poem' }] }, { 'meta.parts\\[0\\].layout': /one of: quote, figure/ }],
    [{ parts: [{ text: 'x' }] }, { 'meta.parts\\[0\\].layout': /one of/ }],
    [{ parts: [{ layout: 'figure', text: 'x' }] }, { 'meta.parts\\[0\\].text': /no member/ }],
    [
      { stock: -1, variants: [{ price: 2 }, { price: -1, colour: 1 }], size: { width: 'w' } },
      {
        'meta.stock': /at least 0/,
        'meta.variants\\[1\\].price': /meta\.variants\[1\]\.price must be at least 0\./,
        'meta.variants\\[1\\].colour': /no member/,
        'meta.size.width': /a number/,
      },
    ],
  ])('%j is named by its path, and nothing is stored', async (wrong, expected) => {
    const id = await make({ meta: { sku: 'OLD-1', summary: 'before' } });
    const before = await readMeta(id);
    const refused = await admin.put(`/wp/v2/articles/${id}`, {
      title: 'New',
      meta: { price: 77, summary: 'x', ...wrong },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    const { params } = refused.body.data;
    expect(Object.keys(params).sort()).toEqual(
      Object.keys(expected)
        .map((path) => path.replaceAll('\\', ''))
        .sort(),
    );
    for (const [path, why] of Object.entries(expected)) expect(params[path.replaceAll('\\', '')]).toMatch(why);
    expect(await readMeta(id)).toEqual(before);
    expect((await admin.get(`/wp/v2/articles/${id}`)).body.title.rendered).toBe('Lamp');
  });

  it('hostile ones are refused in a short answer', async () => {
    const id = await make();
    const write = (meta: object) => admin.put(`/wp/v2/articles/${id}`, { meta });
    const rows = await write({ variants: Array(10_000).fill({ name: 'x' }) });
    expect(rows.body.data.params).toEqual({ 'meta.variants': 'meta.variants must have at most 1000 items.' });
    const inner = Array(900).fill({ text: '' });
    const many = await write({ variants: Array(900).fill({ name: 'x', notes: inner }) });
    expect(Object.values(many.body.data.params)).toEqual([expect.stringMatching(/at most 10000 values/)]);
    const wrong = await write({ variants: Array(1_000).fill({ price: 'x' }) });
    expect(Object.keys(wrong.body.data.params)).toHaveLength(100);
    let deep: unknown = 1;
    for (let i = 0; i < 100; i++) deep = [deep];
    expect((await write({ data: deep })).body.data.params).toEqual({
      'meta.data': 'meta.data is nested more than 64 levels deep.',
    });
    const polluting = JSON.parse('{"size":{"__proto__":{"width":1}}}');
    expect((await write(polluting)).status).toBe(400);
    expect((await site.platen.store.meta.of('post', [id], ['variants', 'data', 'size'])).get(id)).toEqual([]);
  });

  it('markup is cleaned as that of content is, at any depth', async () => {
    const html = '<p onclick="x()">a<script>alert(1)</script></p>';
    const meta = { sku: 'LMP-1', story: html, variants: [{ name: 'v', notes: [{ text: html }] }] };
    const author = await site.as('author').post('/wp/v2/articles', { title: 'a', meta });
    const shown = author.body.meta;
    expect(shown.story).toBe('<p>aalert(1)</p>');
    expect(shown.variants[0].notes[0].text).toBe(shown.story);
    expect((await admin.post('/wp/v2/articles', { title: 'a', meta })).body.meta.story).toBe(html);
  });

  it('what a caller may not write is refused', async () => {
    const id = await make();
    const denied = await admin.put(`/wp/v2/articles/${id}`, { meta: { code: 'x' } });
    expect(denied).toMatchObject({ status: 403, body: { code: 'rest_cannot_update', data: { key: 'code' } } });
    const cost = await site.as('editor').put(`/wp/v2/articles/${id}`, { meta: { cost: 4 } });
    expect(cost.body).toMatchObject({ code: 'rest_cannot_update', data: { key: 'cost' } });
    expect((await admin.put(`/wp/v2/articles/${id}`, { meta: { cost: 4 } })).body.meta.cost).toBe(4);
  });
});

describe('required fields', () => {
  const params = (answer: { body: { data: { params: Record<string, string> } } }) =>
    Object.keys(answer.body.data.params);

  it('may be missing in a draft, and must be there when it is published or scheduled', async () => {
    const id = await make({ meta: { variants: [{ price: 1 }] } });
    for (const more of [
      { status: 'publish' },
      { status: 'future', date: '2099-01-01T00:00:00' },
      { status: 'private' },
    ])
      expect(params(await admin.put(`/wp/v2/articles/${id}`, more))).toEqual(['meta.sku', 'meta.variants[0].name']);
    const meta = { sku: 'LMP-1', variants: [{ name: 'a' }] };
    expect((await admin.put(`/wp/v2/articles/${id}`, { status: 'publish', meta })).status).toBe(200);
    const emptied = await admin.put(`/wp/v2/articles/${id}`, { meta: { sku: '', price: -1 } });
    expect(params(emptied).sort()).toEqual(['meta.price', 'meta.sku']);
    expect(params(await admin.put(`/wp/v2/articles/${id}`, { meta: { sku: null } }))).toEqual(['meta.sku']);
    expect((await admin.put(`/wp/v2/articles/${id}`, { status: 'draft', meta: { sku: null } })).status).toBe(200);
    expect(params(await admin.post('/wp/v2/articles', { title: 'x', status: 'publish' }))).toEqual(['meta.sku']);
  });

  it('do not keep a published item that lacks them from being changed otherwise', async () => {
    const id = await make({ status: 'publish', meta: { sku: 'LMP-1' } });
    await site.platen.store.meta.set('post', id, 'sku', []);
    expect((await admin.put(`/wp/v2/articles/${id}`, { title: 'New', meta: { price: 3 } })).status).toBe(200);
  });

  it('are not required while they are not shown', async () => {
    const id = await make({ status: 'publish', meta: { sku: 'LMP-1', shipping: 'none' } });
    const write = (meta: object) => admin.put(`/wp/v2/articles/${id}`, { meta });
    expect((await write({ weight: null })).status).toBe(200);
    expect(params(await write({ shipping: 'post', weight: null }))).toEqual(['meta.weight']);
    expect((await write({ shipping: 'post', weight: 2 })).status).toBe(200);
    expect(params(await write({ weight: null }))).toEqual(['meta.weight']);
  });

  it('of a term must be there from the beginning, and those of a file when they are written', async () => {
    expect(params(await admin.post('/wp/v2/brands', { name: 'Oak' }))).toEqual(['meta.country']);
    const brand = await admin.post('/wp/v2/brands', { name: 'Oak', meta: { country: 'SE' } });
    expect((await admin.put(`/wp/v2/brands/${brand.body.id}`, { name: 'Elm' })).status).toBe(200);
    expect(params(await admin.put(`/wp/v2/brands/${brand.body.id}`, { meta: { country: '' } }))).toEqual([
      'meta.country',
    ]);
  });
});

it('refused values have codes of their own in the interface of today', async () => {
  const today = await testPlaten({ ...catalogue, variant: 'c' });
  try {
    const meta = { price: -1, variants: [{ name: 5 }], related: [999_999] };
    const { status, body } = await today
      .as('administrator')
      .post('/wp/v2/articles', { title: 'x', status: 'publish', meta });
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    expect(body.data.details).toMatchObject({
      'meta.sku': { code: 'rest_property_required', message: 'meta.sku is required.' },
      'meta.price': { code: 'rest_out_of_bounds' },
      'meta.variants[0].name': { code: 'rest_invalid_type' },
      'meta.related[0]': { code: 'rest_invalid_param' },
    });
  } finally {
    await today.close();
  }
});

it('stand in the dump of the site as in the item', async () => {
  const meta = { sku: 'DMP-1', price: 4, variants: [{ name: 'Small', price: 5, notes: [] }] };
  const id = await make({ status: 'publish', meta });
  const dumped = await (await site.platen.fetch('http://site.test/wp-json/platen/v1/dump?types=article')).text();
  const items = dumped
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((line) => line.item?.id === id);
  expect(items).toHaveLength(1);
  const shown = (await site.as('anonymous').get(`/wp/v2/articles/${id}`)).body.meta;
  expect(shown).toMatchObject(meta);
  expect(items[0].item.meta).toEqual(shown);
});
