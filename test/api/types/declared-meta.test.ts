import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { shop } from './shop.ts';

describe('meta of a declared type', () => {
  let site: TestPlaten;
  let admin: Client;
  let id: number;
  beforeAll(async () => {
    site = await testPlaten(shop);
    admin = site.as('administrator');
    id = (await admin.post('/wp/v2/products', { title: 'Lamp', status: 'publish' })).body.id;
  });
  afterAll(() => site.close());

  const write = (meta: unknown) => admin.put(`/wp/v2/products/${id}`, { meta });
  const empty = { price: 1.5, stock: 0, sold: false, colours: [], parts: [], size: [], _hidden: '' };

  it('reads its defaults where nothing is stored', async () => {
    expect((await site.as('anonymous').get(`/wp/v2/products/${id}`)).body.meta).toEqual(empty);
  });

  it('is written and read in the types that are declared', async () => {
    const sent = {
      price: 9.5,
      stock: '3',
      sold: true,
      colours: ['red', 'blue'],
      parts: [1, 2],
      size: { width: 4.5, unit: 'cm' },
    };
    expect((await write(sent)).body.meta).toMatchObject({ ...sent, stock: 3 });
    const stored = (await site.platen.store.meta.of('post', [id], ['parts', 'size', 'sold', 'colours'])).get(id);
    expect(stored?.map(({ key, value }) => [key, value])).toEqual(
      expect.arrayContaining([
        ['parts', 'a:2:{i:0;i:1;i:1;i:2;}'],
        ['size', 'a:2:{s:5:"width";d:4.5;s:4:"unit";s:2:"cm";}'],
        ['sold', '1'],
        ['colours', 'red'],
        ['colours', 'blue'],
      ]),
    );
    const cleared = await write({ price: null, stock: null, sold: null, colours: null, parts: null, size: {} });
    expect(cleared.body.meta).toMatchObject(empty);
  });

  it.each([
    [{ price: 'abc' }, /meta\.price/],
    [{ stock: 1.5 }, /meta\.stock/],
    [{ stock: -1 }, /at least 0/],
    [{ parts: ['x'] }, /meta\.parts\[0\]/],
    [{ size: { width: 'w' } }, /meta\.size\[width\]/],
    [{ size: { other: 1 } }, /no member other/],
    [{ size: { unit: 'm' } }, /one of: cm, in/],
    [{ size: 5 }, /must be an object/],
    [{ sold: 'maybe' }, /true or false/],
    [{ colours: { a: 1 } }, /must be a list/],
  ])('refuses %j and stores nothing of it', async (meta, why) => {
    const before = (await admin.get(`/wp/v2/products/${id}`)).body.meta;
    const refused = await write({ price: 77, ...meta });
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect(refused.body.message).toMatch(why);
    expect((await admin.get(`/wp/v2/products/${id}`)).body.meta).toEqual(before);
  });

  it('passes over keys that nobody declared, and those kept out of the interface', async () => {
    const answered = await write({ nobody: 1, quiet: 'x' });
    expect(answered.status).toBe(200);
    expect(answered.body.meta).not.toHaveProperty('quiet');
    expect((await site.platen.store.meta.of('post', [id], ['nobody', 'quiet'])).get(id)).toEqual([]);
    expect((await write('text')).body.code).toBe('rest_invalid_param');
    expect((await write([])).status).toBe(200);
  });

  it('is kept from those who may not read or write it', async () => {
    expect((await write({ _hidden: 'x' })).body).toMatchObject({
      code: 'rest_cannot_update',
      data: { key: '_hidden' },
    });
    expect((await write({ cost: 3 })).body.meta.cost).toBe(3);
    expect((await site.as('anonymous').get(`/wp/v2/products/${id}`)).body.meta).not.toHaveProperty('cost');
    expect((await site.as('editor').get(`/wp/v2/products/${id}`)).body.meta.cost).toBe(3);
    const denied = await site.as('editor').put(`/wp/v2/products/${id}`, { meta: { cost: 4 } });
    expect(denied.body).toMatchObject({ code: 'rest_cannot_update', data: { key: 'cost' } });
  });

  it('belongs to terms and users as well', async () => {
    const genre = await admin.post('/wp/v2/genres', { name: 'Crime', meta: { mood: 'dark', none: 1 } });
    expect(genre.body.meta).toEqual({ mood: 'dark' });
    expect((await admin.post('/wp/v2/shelves', { name: 'Top' })).body.meta).toEqual([]);
    expect((await admin.post('/wp/v2/users/me', { meta: { motto: 'On' } })).body.meta).toEqual({ motto: 'On' });
  });

  it('is described in the schema', async () => {
    const { schema } = (await admin.send('OPTIONS', '/wp/v2/products')).body;
    expect(schema.properties.meta.properties).toMatchObject({
      price: { type: 'number', description: 'Price.', default: 1.5 },
      stock: { type: 'integer', description: '', default: 0 },
      colours: { type: 'array', items: { type: 'string' } },
      parts: { type: 'array', items: { type: 'integer' }, default: [] },
      size: {
        type: 'object',
        properties: { width: { type: 'number' }, unit: { type: 'string', enum: ['cm', 'in'] } },
        additionalProperties: false,
      },
    });
  });

  it('reads null where another program stored a value of another type', async () => {
    await site.platen.store.meta.set('post', id, 'parts', ['a:1:{i:0;s:1:"x";}']);
    await site.platen.store.meta.set('post', id, 'size', ['O:8:"stdClass":0:{}']);
    const { meta } = (await admin.get(`/wp/v2/products/${id}`)).body;
    expect(meta).toMatchObject({ parts: null, size: null });
  });
});
