import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('merging terms, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  const made = async (name: string, fields: object = {}, base = 'categories'): Promise<number> => {
    const { status, body } = await site.as('editor').post(`/wp/v2/${base}`, { name, ...fields });
    expect(status).toBe(201);
    return body.id;
  };
  const post = async (fields: object): Promise<number> => {
    const { body } = await site.as('editor').post('/wp/v2/posts', { title: 'T', status: 'publish', ...fields });
    return body.id;
  };
  const merge = (id: number, into: unknown, who: Role = 'editor', more: object = {}) =>
    site.as(who).post(`/platen/v1/terms/${id}/merge`, { into, ...more });
  const term = async (id: number, base = 'categories') => (await site.as('editor').get(`/wp/v2/${base}/${id}`)).body;
  const categoriesOf = async (id: number) => (await site.as('editor').get(`/wp/v2/posts/${id}`)).body.categories;

  it('moves posts and the terms below, and counts right', async () => {
    const [from, into, other] = [await made('From'), await made('Into'), await made('Other')];
    const child = await made('Child', { parent: from });
    const [only, both, draft, unrelated] = [
      await post({ categories: [from] }),
      await post({ categories: [from, into, other] }),
      await post({ categories: [from], status: 'draft' }),
      await post({ categories: [other] }),
    ];
    const { status, body } = await merge(from, into);
    expect(status).toBe(200);
    expect(body).toEqual({
      merged: from,
      into: { id: into, taxonomy: 'category', name: 'Into', slug: 'into', parent: 0, count: 2 },
    });
    expect((await term(from)).code).toBe('rest_term_invalid');
    expect(await term(child)).toMatchObject({ parent: into });
    expect(await categoriesOf(only)).toEqual([into]);
    expect([...(await categoriesOf(both))].sort()).toEqual([into, other].sort());
    expect(await categoriesOf(draft)).toEqual([into]);
    expect(await categoriesOf(unrelated)).toEqual([other]);
    expect(await term(into)).toMatchObject({ count: 2 });
    expect(await term(other)).toMatchObject({ count: 2 });
    const { body: listed } = await site.as('anonymous').get(`/wp/v2/posts?categories=${into}`);
    expect(listed.map((one: { id: number }) => one.id).sort()).toEqual([only, both].sort());
  });

  it('lets a term take the place of the one it was below', async () => {
    const top = await made('Top');
    const from = await made('Middle', { parent: top });
    const between = await made('Between', { parent: from });
    const into = await made('Deep', { parent: between });
    expect((await merge(from, into)).status).toBe(200);
    expect(await term(into)).toMatchObject({ parent: top });
    expect(await term(between)).toMatchObject({ parent: into });
  });

  it('merges tags too, and terms of one taxonomy only', async () => {
    const [from, into] = [await made('One tag', {}, 'tags'), await made('Other tag', {}, 'tags')];
    const tagged = await post({ tags: [from] });
    const category = await made('Not a tag');
    const more = { taxonomy: 'post_tag' };
    expect(await merge(from, category, 'editor', more)).toMatchObject({ status: 400 });
    expect(await merge(from, into)).toMatchObject({ status: 404, body: { code: 'rest_term_invalid' } });
    expect(await merge(from, into, 'editor', more)).toMatchObject({ status: 200, body: { into: { count: 1 } } });
    expect((await site.as('editor').get(`/wp/v2/posts/${tagged}`)).body.tags).toEqual([into]);
  });

  it('is refused for the default category, for itself and for what does not exist, and changes nothing', async () => {
    const id = await made('Stays');
    const held = await post({ categories: [id] });
    const { body: categories } = await site.as('editor').get('/wp/v2/categories?slug=uncategorized');
    const [fallback] = categories;
    expect(await merge(fallback.id, id)).toMatchObject({ status: 403, body: { code: 'rest_cannot_delete' } });
    expect(await merge(id, id)).toMatchObject({ status: 400, body: { code: 'rest_merge_same_term' } });
    for (const into of [0, -1, 999_999]) expect((await merge(id, into)).status).toBe(400);
    for (const into of ['x', null, [1], undefined]) expect((await merge(id, into)).status).toBe(400);
    expect((await merge(999_999, id)).status).toBe(404);
    expect((await merge(id, 1, 'editor', { taxonomy: 'nav_menu' })).status).toBe(400);
    expect(await categoriesOf(held)).toEqual([id]);
  });

  it('is for those who may change and delete terms', async () => {
    for (const [who, status] of [
      ['anonymous', 401],
      ['subscriber', 403],
      ['contributor', 403],
      ['author', 403],
      ['editor', 200],
      ['administrator', 200],
    ] as const) {
      const [from, into] = [await made(`From ${who}`), await made(`Into ${who}`)];
      expect((await merge(from, into, who)).status, who).toBe(status);
    }
  });

  it('ends with one term when two merge into each other at once', async () => {
    const [one, two] = [await made('Left'), await made('Right')];
    const held = await post({ categories: [one, two] });
    const answers = await Promise.all([merge(one, two), merge(two, one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([400, 404])]);
    expect(await categoriesOf(held)).toHaveLength(1);
  });

  it('counts the terms below others in one answer', async () => {
    const parent = await made('Parent');
    const first = await made('First', { parent });
    await made('Second', { parent });
    await made('Grandchild', { parent: first });
    const { body } = await site.as('anonymous').get(`/platen/v1/terms/children?of=${parent},${first},999999`);
    expect(body).toEqual({ [parent]: 2, [first]: 1 });
    const many = Array.from({ length: 101 }, (_, number) => number).join(',');
    expect((await site.as('editor').get(`/platen/v1/terms/children?of=${many}`)).status).toBe(400);
    expect((await site.as('editor').get('/platen/v1/terms/children')).status).toBe(400);
  });
});
