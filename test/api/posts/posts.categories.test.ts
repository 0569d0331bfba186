import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('the default category, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  const create = async (body: object) => (await site.as('editor').post('/wp/v2/posts', body)).body;
  const update = async (id: number, body: object) => (await site.as('editor').put(`/wp/v2/posts/${id}`, body)).body;
  const stored = async (id: number) => (await site.as('editor').get(`/wp/v2/posts/${id}?context=edit`)).body.categories;

  it('goes to a post left without one by the next change that sends none', async () => {
    const post = await create({ title: 'Bare', status: 'publish', categories: [] });
    expect(post.categories).toEqual([]);
    expect((await update(post.id, { title: 'Still bare', categories: [] })).categories).toEqual([]);
    expect((await update(post.id, { title: 'Filed' })).categories).toEqual([1]);
    expect(await stored(post.id)).toEqual([1]);
  });

  it('goes to a draft, by a change that says nothing at all', async () => {
    const post = await create({ title: 'Bare draft', categories: [] });
    expect((await update(post.id, {})).categories).toEqual([1]);
  });

  it('goes to a post that is put into the trash', async () => {
    const post = await create({ title: 'Bare to the trash', status: 'publish', categories: [] });
    expect((await site.as('editor').delete(`/wp/v2/posts/${post.id}`)).body.categories).toEqual([1]);
    expect(await stored(post.id)).toEqual([1]);
  });

  it('is the one that the settings name, and is counted', async () => {
    const { id: shelf } = (await site.as('editor').post('/wp/v2/categories', { name: `Shelf ${variant}` })).body;
    const post = await create({ title: 'For the shelf', status: 'publish', categories: [] });
    await site.as('administrator').post('/wp/v2/settings', { default_category: shelf });
    expect((await update(post.id, { excerpt: 'Moved' })).categories).toEqual([shelf]);
    expect((await site.as('anonymous').get(`/wp/v2/categories/${shelf}`)).body.count).toBe(1);
    await site.as('administrator').post('/wp/v2/settings', { default_category: 1 });
  });

  it('leaves a post alone that has another one, and one that sends only ids that name nothing', async () => {
    const { id: own } = (await site.as('editor').post('/wp/v2/categories', { name: `Own ${variant}` })).body;
    const post = await create({ title: 'Filed by hand', categories: [own] });
    expect((await update(post.id, { title: 'Renamed' })).categories).toEqual([own]);
    expect((await update(post.id, { categories: [999_999] })).categories).toEqual([]);
  });

  it('is among the terms that true stands for: it is read as the list of 1', async () => {
    const send = (body: object) => site.as('editor').post('/wp/v2/posts', { title: 'Filed', ...body });
    const other = (await site.as('editor').post('/wp/v2/categories', { name: 'Another' })).body.id;
    const made = await send({ categories: [other] });
    const changed = await site.as('editor').put(`/wp/v2/posts/${made.body.id}`, { categories: true });
    expect([changed.status, changed.body.categories]).toEqual([200, [1]]);
    const tagged = await send({ tags: true });
    expect([tagged.status, tagged.body.tags]).toEqual([201, []]);
    for (const base of ['tags', 'categories'])
      for (const value of [false, 1.5, 'true', 'x'])
        expect([value, (await send({ [base]: value })).status]).toEqual([value, 400]);
  });
});
