import { describe, expect, it } from 'vitest';
import type { TermFilter, TermOrder } from '../../src/storage/store.ts';
import { postRow } from '../support/rows.ts';
import { testStore } from '../support/test-store.ts';

const all = { limit: 100, offset: 0 };
const byName: TermOrder = { by: 'name', direction: 'asc' };

describe('terms', () => {
  const store = testStore();

  const add = (
    name: string,
    changes: { parentId?: number; taxonomy?: string; slug?: string; description?: string } = {},
  ) =>
    store().terms.insert({
      name,
      slug: name.toLowerCase(),
      taxonomy: 'category',
      description: '',
      parentId: 0,
      ...changes,
    });
  const names = async (filter: Partial<TermFilter>, order = byName, page = all) =>
    (await store().terms.find({ taxonomy: 'category', ...filter }, order, page)).map((term) => term.name);

  it('lists the terms of one taxonomy in order of name, without case and accents', async () => {
    for (const name of ['beta', 'Älpha', 'alpine', 'Zoo']) await add(name);
    await add('Other', { taxonomy: 'post_tag' });
    expect(await names({})).toEqual(['Älpha', 'alpine', 'beta', 'Zoo']);
    expect(await names({}, { by: 'name', direction: 'desc' }, { limit: 2, offset: 1 })).toEqual(['beta', 'alpine']);
    expect(await store().terms.count({ taxonomy: 'category' })).toBe(4);
  });

  it('breaks ties by id', async () => {
    const [first, second] = [await add('Same', { slug: 's1' }), await add('same', { slug: 's2' })];
    const found = await store().terms.find({ taxonomy: 'category' }, { by: 'name', direction: 'desc' }, all);
    expect(found.map((term) => term.id)).toEqual([second, first]);
  });

  it('filters by ids, slugs, name, parent and text', async () => {
    const top = await add('Top');
    const child = await add('Child of ten', { parentId: top, slug: 'kid' });
    await add('Third');
    expect(await names({ ids: [top, child] })).toEqual(['Child of ten', 'Top']);
    expect(await names({ notIds: [top, child] })).toEqual(['Third']);
    expect(await names({ ids: [] })).toEqual([]);
    expect(await names({ slugs: ['KID', 'top'] })).toEqual(['Child of ten', 'Top']);
    expect(await names({ name: 'tôp' })).toEqual(['Top']);
    expect(await names({ parentId: top })).toEqual(['Child of ten']);
    expect(await names({ parentId: 0 })).toEqual(['Third', 'Top']);
    expect(await names({ search: 'OF T' })).toEqual(['Child of ten']);
    expect(await names({ search: 'kid' })).toEqual(['Child of ten']);
    expect(await names({ search: '%' })).toEqual([]);
  });

  it('orders by what was asked for, by count and by description', async () => {
    const [a, b, c] = [
      await add('A', { description: 'z' }),
      await add('B', { description: 'x' }),
      await add('C', { description: 'y' }),
    ];
    await store().terms.update(b, 'category', { count: 5 });
    await store().terms.update(c, 'category', { count: 2 });
    const ids = [c, a, b];
    expect(await names({ ids }, { by: 'include', direction: 'asc' })).toEqual(['C', 'A', 'B']);
    expect(await names({ slugs: ['b', 'c', 'a'] }, { by: 'includeSlugs', direction: 'asc' })).toEqual(['B', 'C', 'A']);
    expect(await names({}, { by: 'count', direction: 'desc' })).toEqual(['B', 'C', 'A']);
    expect(await names({}, { by: 'description', direction: 'asc' })).toEqual(['B', 'C', 'A']);
    expect(await names({}, { by: 'id', direction: 'desc' })).toEqual(['C', 'B', 'A']);
  });

  it('hides empty terms, and keeps their ancestors where asked', async () => {
    const top = await add('Top');
    const middle = await add('Middle', { parentId: top });
    const leaf = await add('Leaf', { parentId: middle });
    await add('Empty');
    const post = await store().posts.insert(postRow());
    await store().terms.assign(post, 'category', [leaf]);
    expect(await names({ hideEmpty: true })).toEqual(['Leaf']);
    expect(await names({ hideEmpty: true, orAncestors: true })).toEqual(['Leaf', 'Middle', 'Top']);
    expect(await store().terms.count({ taxonomy: 'category', hideEmpty: true, orAncestors: true })).toBe(3);
    expect(await names({ postId: post })).toEqual(['Leaf']);
  });

  it('ends with terms that are each other’s parents', async () => {
    const one = await add('One');
    const two = await add('Two', { parentId: one });
    await store().terms.update(one, 'category', { parentId: two, count: 1 });
    expect(await names({ hideEmpty: true, orAncestors: true })).toEqual(['One', 'Two']);
  });

  it('gives a term with all terms below it, and nothing of other taxonomies', async () => {
    const top = await add('Top');
    const middle = await add('Middle', { parentId: top });
    const leaf = await add('Leaf', { parentId: middle });
    const other = await add('Other');
    await add('Tag', { taxonomy: 'post_tag', parentId: top });
    const below = async (id: number, taxonomy = 'category') =>
      (await store().terms.withDescendants(id, taxonomy)).toSorted((a, b) => a - b);
    expect(await below(top)).toEqual([top, middle, leaf]);
    expect(await below(leaf)).toEqual([leaf]);
    expect(await below(top, 'post_tag')).toEqual([]);
    await store().terms.update(top, 'category', { parentId: leaf });
    expect(await below(middle)).toEqual([top, middle, leaf]);
    expect(await below(other)).toEqual([other]);
  });

  it('counts published posts only, through every change of a post', async () => {
    const news = await add('News');
    const count = async () => (await store().terms.byId(news))?.count;
    const post = await store().posts.insert(postRow({ status: 'draft' }));
    await store().terms.assign(post, 'category', [news]);
    expect(await count()).toBe(0);
    await store().posts.update(post, { status: 'publish' });
    expect(await count()).toBe(1);
    const second = await store().posts.insert(postRow());
    await store().terms.assign(second, 'category', [news, news]);
    expect(await count()).toBe(2);
    await store().posts.update(second, { title: 'Other', date: '2020-01-01 00:00:00' });
    await store().posts.remove(second);
    expect(await count()).toBe(1);
    await store().terms.assign(post, 'category', []);
    expect(await count()).toBe(0);
    expect(await store().terms.postIds(news, 'category')).toEqual([]);
  });

  it('gives the terms of many posts in one query, by name', async () => {
    const [b, a] = [await add('bee'), await add('Ant')];
    const tag = await add('tag', { taxonomy: 'post_tag' });
    const posts = [await store().posts.insert(postRow()), await store().posts.insert(postRow())];
    await store().terms.assign(posts[0]!, 'category', [b, a]);
    await store().terms.assign(posts[0]!, 'post_tag', [tag]);
    const before = store().statements();
    const found = await store().terms.ofPosts(posts);
    expect(store().statements() - before).toBe(1);
    expect(found.get(posts[0]!)?.map((term) => term.name)).toEqual(['Ant', 'bee', 'tag']);
    expect(found.get(posts[1]!)).toEqual([]);
  });

  it('removes a term with what hangs on it, and keeps a name that another taxonomy uses', async () => {
    const gone = await add('Gone');
    const child = await add('Child', { parentId: gone });
    const post = await store().posts.insert(postRow());
    await store().terms.assign(post, 'category', [gone]);
    await store().meta.set('term', gone, 'colour', ['red']);
    await store().terms.reparent(gone, 0, 'category');
    await store().terms.remove(gone, 'category');
    expect(await store().terms.byId(gone)).toBeNull();
    expect((await store().terms.byId(child))?.parentId).toBe(0);
    expect((await store().terms.ofPosts([post])).get(post)).toEqual([]);
    expect((await store().meta.of('term', [gone])).get(gone)).toEqual([]);
  });

  it('knows a slug without case, in one taxonomy or in all', async () => {
    const id = await add('News');
    expect(await store().terms.slugTaken('NEWS', 0)).toBe(true);
    expect(await store().terms.slugTaken('news', 0, 'post_tag')).toBe(false);
    expect(await store().terms.slugTaken('news', id)).toBe(false);
  });
});
