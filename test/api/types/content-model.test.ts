import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlatenOptions } from '../../../src/index.ts';
import { type Answer, testPlaten } from '../../support/platen.ts';
import { feedIsWhole } from '../../support/whole-feed.ts';

const path = '/platen/v1/content-model';

type Declarations = Pick<PlatenOptions, 'postTypes' | 'taxonomies' | 'fieldSets'>;

const none = { postTypes: [], taxonomies: [], fieldSets: [] };

/** A site with what stores declarations in it. */
async function modelSite(options: PlatenOptions = {}) {
  const site = await testPlaten(options);
  const admin = site.as('administrator');
  const put = async (declarations: Declarations | object, more: object = {}): Promise<Answer> => {
    const { body } = await admin.get(path);
    return admin.put(path, { version: body.version, declarations, ...more });
  };
  /** Stores declarations whatever they hide. */
  const declare = async (declarations: Declarations): Promise<void> => {
    const answer = await put(declarations, { accept_loss: true });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  return { site, admin, put, declare };
}

const book = {
  name: 'book',
  restBase: 'books',
  labels: { name: 'Books', singular_name: 'Book' },
  fields: { pages: { kind: 'integer', minimum: 1 }, subtitle: { kind: 'text' } },
} as const;

describe('types that administrators make', () => {
  let made: Awaited<ReturnType<typeof modelSite>>;
  beforeAll(async () => {
    made = await modelSite({
      postTypes: [{ name: 'film', restBase: 'films', fields: { minutes: { kind: 'integer' } } }],
      meta: [{ key: 'tone', object: 'user', type: 'string' }],
    });
  });
  afterAll(() => made?.site.close());

  it('are none at first, beside what is declared elsewhere', async () => {
    const { status, body } = await made.admin.get(path);
    expect(status).toBe(200);
    expect(body.declarations).toEqual(none);
    expect(body.fixed.postTypes).toContainEqual({
      name: 'film',
      source: 'configuration',
      labels: { name: 'film', singular_name: 'film' },
      fields: ['minutes'],
    });
    expect(body.fixed.postTypes).toContainEqual(expect.objectContaining({ name: 'post', source: 'built-in' }));
    expect(body.fixed.taxonomies).toContainEqual(expect.objectContaining({ name: 'category', source: 'built-in' }));
    expect(body.fixed.fieldSets).toEqual([
      { object: 'user', subtype: null, source: 'configuration', fields: ['tone'] },
    ]);
  });

  it('have routes, fields and descriptions as soon as they are stored', async () => {
    const { admin, declare, site } = made;
    expect((await admin.get('/wp/v2/books')).status).toBe(404);
    await declare({
      postTypes: [book],
      taxonomies: [{ name: 'genre', restBase: 'genres', postTypes: ['book'] }],
      fieldSets: [{ object: 'user', fields: { motto: { kind: 'text' } } }],
    });
    const { body: created, status } = await admin.post('/wp/v2/books', {
      title: 'Waves',
      status: 'publish',
      meta: { pages: 200 },
    });
    expect(status).toBe(201);
    expect(created.meta).toEqual({ pages: 200, subtitle: '' });
    expect(created.link).toContain('/book/waves/');
    expect((await site.as('anonymous').get('/wp/v2/genres')).status).toBe(200);
    const { body: types } = await admin.get('/platen/v1/types');
    expect(types.types).toContainEqual(expect.objectContaining({ name: 'book', source: 'site' }));
    expect(types.taxonomies).toContainEqual(expect.objectContaining({ name: 'genre', source: 'site' }));
    expect((await admin.get('/wp/v2/types/book')).body.rest_base).toBe('books');
    expect((await admin.get('/wp/v2/users/me?context=edit')).body.meta).toMatchObject({ motto: '' });
    const refused = await admin.post('/wp/v2/books', { title: 'x', meta: { pages: 0 } });
    expect(refused.body.data.params).toHaveProperty(['meta.pages']);
    expect(site.platen.registry.find('GET', '/wp/v2/books')).not.toBeNull();
  });

  it('are for administrators only', async () => {
    for (const who of ['editor', 'anonymous'] as const) {
      const client = made.site.as(who);
      const denied = who === 'anonymous' ? 401 : 403;
      expect((await client.get(path)).status).toBe(denied);
      expect((await client.get(`${path}/config`)).status).toBe(denied);
      expect((await client.put(path, { version: '', declarations: none })).status).toBe(denied);
    }
  });

  it('give roles their own capabilities', async () => {
    const { declare, site } = made;
    await declare({
      postTypes: [book, { name: 'note', capabilityType: 'note', roles: { contributor: 'own' } }],
    });
    expect((await site.as('contributor').post('/wp/v2/note', { title: 'a', status: 'publish' })).status).toBe(201);
    expect((await site.as('author').post('/wp/v2/note', { title: 'a' })).status).toBe(403);
    await declare({ postTypes: [book] });
  });

  it('are refused where another process has changed them since', async () => {
    const { admin, put } = made;
    const before = (await admin.get(path)).body;
    expect((await put({ ...before.declarations, fieldSets: [] })).status).toBe(200);
    await put({ ...before.declarations, postTypes: [book, { name: 'plant' }] });
    const late = await admin.put(path, { version: before.version, declarations: before.declarations });
    expect(late.status).toBe(409);
    expect(late.body.code).toBe('platen_content_model_stale');
    await put({ postTypes: [book] });
  });

  it('are stored once of several changes at the same time', async () => {
    const { admin, put } = made;
    const { version, declarations } = (await admin.get(path)).body;
    const names = ['oak', 'elm', 'ash', 'fir'];
    const answers = await Promise.all(
      names.map((name) => admin.put(path, { version, declarations: { postTypes: [book, { name }] } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const won = names.find((_, i) => answers[i]?.status === 200) ?? '';
    for (const name of names) expect((await admin.get(`/wp/v2/${name}`)).status).toBe(name === won ? 200 : 404);
    await put(declarations);
  });

  it('are named in the audit log, and only where something has changed', async () => {
    const { admin, put } = made;
    const changes = async (): Promise<number> => {
      const { body } = await admin.get('/platen/v1/audit?kind=settings&per_page=100');
      return body.items.filter((one: { detail: { fields: string[] } }) => one.detail.fields.includes('content_model'))
        .length;
    };
    const before = await changes();
    const { body } = await admin.get(path);
    expect((await put(body.declarations)).body.version).toBe(body.version);
    expect(await changes()).toBe(before);
    await put({ ...body.declarations, taxonomies: [{ name: 'shelf' }] });
    expect(await changes()).toBe(before + 1);
    await put(body.declarations);
  });

  it.each<[string, object, string, RegExp]>([
    [
      'a wrong value',
      { postTypes: [{ name: 'a', fields: { price: { kind: 'number', minimum: 'x' } } }] },
      'declarations.postTypes[0].fields.price.minimum',
      /must be a number/,
    ],
    ['an unknown member', { postTypes: [{ name: 'a', lables: {} }] }, 'declarations.postTypes[0].lables', /labels/],
    ['an unknown section', { types: [] }, 'declarations.types', /no member types/],
    ['keys outside of fields', { meta: [] }, 'declarations.meta', /no member meta/],
    ['no list', { postTypes: {} }, 'declarations.postTypes', /a list/],
    [
      'a name of the configuration',
      { postTypes: [{ name: 'film' }] },
      'declarations.postTypes[0].name',
      /configuration/,
    ],
    ['a name that is built in', { taxonomies: [{ name: 'post_tag' }] }, 'declarations.taxonomies[0].name', /built in/],
    ['a name twice', { postTypes: [{ name: 'a' }, { name: 'a' }] }, 'declarations.postTypes[1].name', /twice/],
    [
      'a path that is taken',
      { postTypes: [{ name: 'a', restBase: 'posts' }] },
      'declarations.postTypes[0].name',
      /taken/,
    ],
    [
      'a field of the configuration',
      { fieldSets: [{ object: 'post', subtype: 'film', fields: { minutes: { kind: 'text' } } }] },
      'declarations.fieldSets[0].fields.minutes',
      /configuration/,
    ],
    [
      'a type that nobody declares',
      { postTypes: [{ name: 'a', fields: { to: { kind: 'posts', to: ['nothing'] } } }] },
      'declarations.postTypes[0].fields.to',
      /nothing/,
    ],
    [
      'a condition on no field',
      {
        postTypes: [
          { name: 'a', fields: { b: { kind: 'text', showWhen: [[{ field: 'c', operator: '==', value: '' }]] } } },
        ],
      },
      'declarations.postTypes[0].fields.b.showWhen[0][0].field',
      /beside it/,
    ],
    [
      'a default of another kind',
      { postTypes: [{ name: 'a', fields: { b: { kind: 'choice', choices: ['x'], default: 'y' } } }] },
      'declarations.postTypes[0].fields.b.default',
      /x/,
    ],
  ])('are refused at the path of %s, and nothing is stored', async (_what, declarations, at, why) => {
    const before = (await made.admin.get(path)).body;
    const { status, body } = await made.put(declarations);
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    expect(body.data.params).toEqual({ [at]: expect.stringMatching(why) });
    expect((await made.admin.get(path)).body).toEqual(before);
  });

  it('are left as they are by a dry run', async () => {
    const { admin, put } = made;
    const before = (await admin.get(path)).body;
    const { status, body } = await put({ postTypes: [{ name: 'bird' }] }, { dry_run: true });
    expect(status).toBe(200);
    expect(body.declarations.postTypes).toEqual([{ name: 'bird' }]);
    expect(body.losses).toEqual([{ object: 'post', subtype: 'book', field: null, items: 1 }]);
    expect((await admin.get(path)).body).toEqual(before);
    expect((await admin.get('/wp/v2/bird')).status).toBe(404);
  });
});

describe('a change of types', () => {
  let made: Awaited<ReturnType<typeof modelSite>>;
  beforeAll(async () => {
    made = await modelSite();
  });
  afterAll(() => made?.site.close());

  const create = async (base: string, meta: object): Promise<number> => {
    const { status, body } = await made.admin.post(`/wp/v2/${base}`, { title: 'x', status: 'publish', meta });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  };
  const metaOf = async (base: string, id: number) =>
    (await made.site.as('anonymous').get(`/wp/v2/${base}/${id}`)).body.meta;

  const endOfFeed = async (): Promise<string> => {
    await feedIsWhole(made.site.platen);
    for (let since = ''; ; ) {
      const { body } = await made.admin.get(`/platen/v1/changes?since=${since}`);
      since = body.cursor;
      if (!body.more) return since;
    }
  };

  it('that hides items or values asks first, and shows them again when they are declared again', async () => {
    const { put, declare, admin } = made;
    await declare({ postTypes: [book], taxonomies: [{ name: 'genre', postTypes: ['book'] }] });
    const id = await create('books', { pages: 3, subtitle: 'deep' });
    await create('books', { pages: 4 });
    await admin.post('/wp/v2/genre', { name: 'Sea' });
    const smaller = { postTypes: [{ ...book, fields: { pages: book.fields.pages } }] };
    const { status, body } = await put(smaller);
    expect([status, body.code]).toEqual([409, 'platen_content_model_loss']);
    expect(body.data.losses).toEqual([
      { object: 'term', subtype: 'genre', field: null, items: 1 },
      { object: 'post', subtype: 'book', field: 'subtitle', items: 1 },
    ]);
    expect(await metaOf('books', id)).toEqual({ pages: 3, subtitle: 'deep' });
    const accepted = await put(smaller, { accept_loss: true });
    expect([accepted.status, accepted.body.losses]).toEqual([200, body.data.losses]);
    expect(await metaOf('books', id)).toEqual({ pages: 3 });
    expect((await put(none)).body.data.losses).toEqual([{ object: 'post', subtype: 'book', field: null, items: 2 }]);
    await declare(none);
    expect((await admin.get(`/wp/v2/books/${id}`)).status).toBe(404);
    await declare({ postTypes: [book] });
    expect(await metaOf('books', id)).toEqual({ pages: 3, subtitle: 'deep' });
  });

  it('of the kind of a field counts the values that do not read as before', async () => {
    const { put, declare } = made;
    const typed = (field: object) => ({ postTypes: [{ name: 'card', fields: { value: field } }] }) as Declarations;
    await declare(typed({ kind: 'text' }));
    for (const value of ['12', '12 pieces', 'red', '', '2020-02-03', 'a@example.org']) await create('card', { value });
    const lost = async (field: object) =>
      (await put(typed(field), { dry_run: true })).body.losses.map(({ items }: { items: number }) => items);
    expect(await lost({ kind: 'textarea' })).toEqual([]);
    expect(await lost({ kind: 'text', maxLength: 2 })).toEqual([]);
    expect(await lost({ kind: 'integer' })).toEqual([4]);
    expect(await lost({ kind: 'choice', choices: ['red', '12'] })).toEqual([3]);
    expect(await lost({ kind: 'date' })).toEqual([4]);
    expect(await lost({ kind: 'email' })).toEqual([4]);
    expect(await lost({ kind: 'choices', choices: ['red'] })).toEqual([5]);
    expect(await lost({ kind: 'group', fields: { a: { kind: 'text' } } })).toEqual([5]);
    await declare(none);
  });

  it('of parts of a field counts the items that have a value there', async () => {
    const { put, declare } = made;
    const typed = (row: object, quote: object) =>
      ({
        postTypes: [
          {
            name: 'album',
            fields: {
              songs: { kind: 'repeater', fields: row },
              parts: { kind: 'layouts', layouts: { quote: { fields: quote } } },
            },
          },
        ],
      }) as Declarations;
    const row = { name: { kind: 'text' }, length: { kind: 'group', fields: { seconds: { kind: 'integer' } } } };
    await declare(typed(row, { text: { kind: 'text' }, by: { kind: 'text' } }));
    const song = { name: 'a', length: { seconds: 3 } };
    await create('album', { songs: [song, song], parts: [{ layout: 'quote', text: 'b', by: 'c' }] });
    await create('album', { songs: [{ name: 'z', length: { seconds: null } }], parts: [] });
    const { body } = await put(typed({ name: { kind: 'text' } }, { text: { kind: 'integer' } }));
    expect(body.data.losses).toEqual([
      { object: 'post', subtype: 'album', field: 'songs.length', items: 1 },
      { object: 'post', subtype: 'album', field: 'parts.quote.text', items: 1 },
      { object: 'post', subtype: 'album', field: 'parts.quote.by', items: 1 },
    ]);
    await declare(none);
  });

  it('of the name of a field keeps its values, tells the feed, and forgets cached answers', async () => {
    const { put, declare, admin, site } = made;
    const typed = (fields: object) => ({ postTypes: [{ name: 'tree', fields }] }) as Declarations;
    await declare(typed({ height: { kind: 'integer' }, girth: { kind: 'integer' } }));
    const ids: number[] = [];
    for (const n of [1, 2, 3]) ids.push(await create('tree', { height: n, girth: 10 * n }));
    const other = await create('posts', {});
    await site.platen.store.meta.set('post', other, 'height', ['99']);
    const listed = async () => (await site.platen.fetch('/wp-json/wp/v2/tree')).text();
    expect(await listed()).toContain('"meta":{"height":1,"girth":10}');
    const cursor = await endOfFeed();
    const exchange = ['height', 'girth'].map((from, i, all) => ({
      object: 'post',
      subtype: 'tree',
      from,
      to: all[1 - i],
    }));
    const { body: dry } = await put(typed({ girth: { kind: 'integer' }, height: { kind: 'integer' } }), {
      renames: exchange,
      dry_run: true,
    });
    expect(dry.renamed.map(({ items }: { items: number }) => items)).toEqual([3, 3]);
    const renamed = await put(typed({ height: { kind: 'integer' }, girth: { kind: 'integer' } }), {
      renames: exchange,
    });
    expect([renamed.status, renamed.body.losses], JSON.stringify(renamed.body)).toEqual([200, []]);
    expect(await metaOf('tree', ids[1] ?? 0)).toEqual({ girth: 2, height: 20 });
    expect(await listed()).toContain('"meta":{"height":10,"girth":1}');
    const rows = await site.platen.store.meta.of('post', [other], ['height']);
    expect(rows.get(other)?.map(({ value }) => value)).toEqual(['99']);
    await feedIsWhole(site.platen);
    const { body: after } = await admin.get(`/platen/v1/changes?since=${cursor}&types=tree`);
    expect(after.changes.map((one: { id: number }) => one.id)).toEqual(expect.arrayContaining(ids));
    await declare(none);
  });

  it('of the name of a part keeps its values', async () => {
    const { put, declare } = made;
    const typed = (row: object, layouts: object) =>
      ({
        postTypes: [
          { name: 'map', fields: { spots: { kind: 'repeater', fields: row }, signs: { kind: 'layouts', layouts } } },
        ],
      }) as Declarations;
    const [text, number] = [{ kind: 'text' }, { kind: 'number' }];
    const group = (fields: object) => ({ kind: 'group', fields });
    await declare(typed({ at: group({ x: number, y: number }), label: text }, { arrow: { fields: { to: text } } }));
    const id = await create('map', {
      spots: [{ at: { x: 1, y: 2 }, label: 'a' }],
      signs: [{ layout: 'arrow', to: 'there' }],
    });
    const of = { object: 'post', subtype: 'map' };
    const { status, body } = await put(
      typed({ place: group({ left: number, y: number }), label: text }, { pointer: { fields: { target: text } } }),
      {
        renames: [
          { ...of, from: 'spots.at', to: 'spots.place' },
          { ...of, from: 'spots.at.x', to: 'spots.place.left' },
          { ...of, from: 'signs.arrow', to: 'signs.pointer' },
          { ...of, from: 'signs.arrow.to', to: 'signs.pointer.target' },
        ],
      },
    );
    expect([status, body.losses], JSON.stringify(body)).toEqual([200, []]);
    expect(await metaOf('map', id)).toEqual({
      spots: [{ place: { left: 1, y: 2 }, label: 'a' }],
      signs: [{ layout: 'pointer', target: 'there' }],
    });
    await declare(none);
  });

  it('of names that make no sense is refused at its path, and nothing is moved', async () => {
    const { put, declare } = made;
    const typed = (...names: string[]) =>
      ({
        postTypes: [{ name: 'coin', fields: Object.fromEntries(names.map((name) => [name, { kind: 'text' }])) }],
      }) as Declarations;
    await declare(typed('a', 'b', 'old'));
    const id = await create('coin', { a: '1', b: '2', old: '3' });
    await declare(typed('a', 'b'));
    const of = { object: 'post', subtype: 'coin' };
    for (const [renames, at] of [
      [[{ ...of, from: 'x', to: 'a' }], 'renames[0].from'],
      [[{ ...of, from: 'a', to: 'x' }], 'renames[0].to'],
      [[{ ...of, from: 'a', to: 'b' }], 'renames[0].to'],
      [[{ ...of, from: 'a', to: 'old' }], 'renames[0].to'],
      [[{ object: 'thing', from: 'a', to: 'b' }], 'renames[0].object'],
      [[{ ...of, from: 'a' }], 'renames[0].to'],
    ] as const) {
      const { status, body } = await put(typed('a', 'b', 'old'), { renames });
      expect([status, Object.keys(body.data.params)], JSON.stringify(body)).toEqual([400, [at]]);
    }
    expect(await metaOf('coin', id)).toEqual({ a: '1', b: '2' });
    await declare(none);
  });

  it('keeps values of terms, users and comments under a new name', async () => {
    const { put, declare, admin, site } = made;
    const typed = (name: string): Declarations => ({
      taxonomies: [{ name: 'colour', postTypes: ['post'], fields: { [name]: { kind: 'text' } } }],
      fieldSets: [{ object: 'user', fields: { [name]: { kind: 'text' } } }],
    });
    await declare(typed('hue'));
    const { body: term } = await admin.post('/wp/v2/colour', { name: 'Sea', meta: { hue: 'blue' } });
    await admin.post('/wp/v2/users/me', { meta: { hue: 'green' } });
    const { status, body } = await put(typed('tint'), {
      renames: [
        { object: 'term', subtype: 'colour', from: 'hue', to: 'tint' },
        { object: 'user', subtype: null, from: 'hue', to: 'tint' },
      ],
    });
    expect([status, body.renamed.map(({ items }: { items: number }) => items)]).toEqual([200, [1, 1]]);
    expect((await site.as('anonymous').get(`/wp/v2/colour/${term.id}`)).body.meta).toEqual({ tint: 'blue' });
    expect((await admin.get('/wp/v2/users/me?context=edit')).body.meta.tint).toBe('green');
    await declare(none);
  });
});
