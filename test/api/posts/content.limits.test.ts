import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

/** Things at the edge: each works or is refused in words, and none is slow. */
describe('content at its limits', () => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant: 'a' });
  });
  afterAll(() => site.close());
  const create = (body: object) => site.as('editor').post('/wp/v2/posts', { status: 'publish', ...body });

  it('keeps ten megabytes of content', async () => {
    const content = 'A line of ordinary words, and another.\n\n'.repeat(262_144);
    const made = await create({ title: 'Long', content });
    expect(made.status).toBe(201);
    expect(made.body.content.raw.length).toBe(content.length);
    expect((await site.as('anonymous').get(`/wp/v2/posts/${made.body.id}?_fields=id,title`)).status).toBe(200);
  });

  it.each(['title', 'excerpt'])('refuses a %s that does not fit, by name', async (name) => {
    const refused = await create({ content: 'x', [name]: 'x'.repeat(100_000) });
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect(Object.keys(refused.body.data.params)).toEqual([name]);
    expect((await create({ content: 'x', [name]: 'é'.repeat(32_767) })).status).toBe(201);
  });

  it('refuses a password that does not fit', async () => {
    expect((await create({ title: 'x', password: 'p'.repeat(256) })).status).toBe(400);
    expect((await create({ title: 'x', password: 'p'.repeat(255) })).status).toBe(201);
  });

  it('files a post under a thousand terms', async () => {
    const { store } = site.platen;
    const ids = await store.transaction(async (inner) => {
      const made: number[] = [];
      for (let n = 0; n < 1000; n++) {
        const slug = `tag-${n}`;
        made.push(await inner.terms.insert({ name: slug, slug, taxonomy: 'post_tag', description: '', parentId: 0 }));
      }
      return made;
    });
    const made = await create({ title: 'Filed', tags: ids });
    expect(made.body.tags).toHaveLength(1000);
    expect((await site.as('editor').put(`/wp/v2/posts/${made.body.id}`, { tags: [ids[7]] })).body.tags).toEqual([
      ids[7],
    ]);
  });

  it('passes over a hundred thousand terms that do not exist', async () => {
    const tags = Array.from({ length: 100_000 }, (_, n) => 1_000_000 + n);
    const made = await create({ title: 'Unknown', tags });
    expect([made.status, made.body.tags]).toEqual([201, []]);
  });

  it('carries ten thousand revisions', async () => {
    const { store } = site.platen;
    const { id } = (await create({ title: 'Old' })).body;
    const row = (await store.posts.byId(id))!;
    const { id: _id, ...fields } = row;
    await store.transaction(async (inner) => {
      const revision = { ...fields, type: 'revision', status: 'inherit', parentId: id, slug: `${id}-revision-v1` };
      for (let n = 0; n < 10_000; n++) await inner.posts.insert({ ...revision, content: `State ${n}` });
    });
    const shown = await site.as('anonymous').get(`/wp/v2/posts/${id}`);
    expect(shown.body._links['version-history'][0].count).toBe(10_000);
    expect((await site.as('editor').get(`/wp/v2/posts/${id}/revisions?context=embed`)).body).toHaveLength(10_000);
    expect((await site.as('editor').put(`/wp/v2/posts/${id}`, { content: 'New' })).status).toBe(200);
    expect((await site.as('editor').delete(`/wp/v2/posts/${id}?force=true`)).status).toBe(200);
    expect(await store.posts.children(id, ['revision'])).toEqual([]);
  });

  it('nests a hundred pages deep', async () => {
    let parent = 0;
    for (let n = 0; n < 100; n++) {
      const made = await site.as('editor').post('/wp/v2/pages', { title: `Level ${n}`, status: 'publish', parent });
      expect(made.status).toBe(201);
      parent = made.body.id;
    }
    const deepest = await site.as('anonymous').get(`/wp/v2/pages/${parent}`);
    expect(deepest.body.link.split('/').length).toBe(104);
    expect(deepest.body.guid.rendered.length).toBeLessThanOrEqual(255);
  });

  it('survives circles that another program stored', async () => {
    const { store } = site.platen;
    const [one, two] = [
      (await site.as('editor').post('/wp/v2/pages', { title: 'One', status: 'publish' })).body.id,
      (await site.as('editor').post('/wp/v2/pages', { title: 'Two', status: 'publish' })).body.id,
    ];
    await store.posts.update(one, { parentId: two });
    await store.posts.update(two, { parentId: one });
    expect((await site.as('anonymous').get(`/wp/v2/pages/${one}`)).status).toBe(200);
    const third = await site.as('editor').post('/wp/v2/pages', { title: 'Three', parent: one });
    expect((await site.as('editor').put(`/wp/v2/pages/${third.body.id}`, { parent: two })).status).toBe(200);
  });
});
