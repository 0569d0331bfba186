import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe('heads of items that visitors ask for again', () => {
  let site: TestPlaten;
  let first: { id: number };
  let second: { id: number };
  let category: { id: number };

  const made = async (path: string, body: object) => {
    const answer = await site.as('administrator').post(path, body);
    expect(answer.status).toBe(201);
    return answer.body;
  };
  /** The heads of a list as visitors get them, by id. */
  const heads = async (path = '/wp/v2/posts'): Promise<ReadonlyMap<number, string>> => {
    const { status, body } = await site.as('anonymous').get(path);
    expect(status).toBe(200);
    return new Map(
      body.map((item: { id: number; head: object; yoast_head_json: object }) => [
        item.id,
        JSON.stringify([item.head, item.yoast_head_json]),
      ]),
    );
  };

  beforeAll(async () => {
    site = await testPlaten({ itemFields: ['head', 'yoast'], cacheMegabytes: 0 });
    category = await made('/wp/v2/categories', { name: 'Waters' });
    first = await made('/wp/v2/posts', {
      title: 'Rivers',
      excerpt: 'They flow.',
      status: 'publish',
      categories: [category.id],
    });
    second = await made('/wp/v2/posts', { title: 'Lakes', excerpt: 'They lie.', status: 'publish' });
  });
  afterAll(() => site.close());

  it('are made once, by fewer statements the second time', async () => {
    const { store } = site.platen;
    await site.as('administrator').put(`/wp/v2/posts/${first.id}`, { title: 'Long rivers' });
    const asked = () => store.statementsDuring(() => heads());
    const once = await asked();
    expect(await asked()).toBeLessThan(once);
    expect(await heads()).toEqual(await heads());
  });

  it('follow every change of what they say', async () => {
    const changes: readonly (readonly [said: string, change: () => Promise<unknown>])[] = [
      ['Old rivers', () => site.as('administrator').put(`/wp/v2/posts/${first.id}`, { title: 'Old rivers' })],
      ['They dry up.', () => site.as('administrator').put(`/wp/v2/posts/${first.id}`, { excerpt: 'They dry up.' })],
      ['Streams', () => site.as('administrator').put(`/wp/v2/categories/${category.id}`, { name: 'Streams' })],
      ['Ada L.', () => site.as('administrator').put(`/wp/v2/users/${site.users.administrator}`, { name: 'Ada L.' })],
      ['Water news', () => site.as('administrator').put('/wp/v2/settings', { title: 'Water news' })],
      ['A card', () => site.as('administrator').put(`/platen/v1/content/${first.id}/seo`, { social_title: 'A card' })],
      ['noindex', () => site.platen.store.options.set('wpseo_titles', 'a:1:{s:12:"noindex-post";b:1;}')],
    ];
    for (const [said, change] of changes) {
      expect((await heads()).get(first.id)).not.toContain(said);
      await change();
      expect((await heads()).get(first.id)).toContain(said);
    }
    await site.platen.store.options.remove('wpseo_titles');
  });

  it('of terms follow changes too', async () => {
    await heads('/wp/v2/categories');
    await site.as('administrator').put(`/platen/v1/terms/${category.id}/seo`, { title: 'All that flows' });
    expect((await heads('/wp/v2/categories')).get(category.id)).toContain('All that flows');
  });

  it('stay where another item changes', async () => {
    const before = await heads();
    await site.as('administrator').put(`/wp/v2/posts/${second.id}`, { title: 'Deep lakes' });
    const after = await heads();
    expect(after.get(first.id)).toBe(before.get(first.id));
    expect(after.get(second.id)).toContain('Deep lakes');
  });

  it('of protected items are not those of a reader with the password', async () => {
    const secret = await made('/wp/v2/posts', {
      title: 'Springs',
      content: 'Hidden words.',
      status: 'publish',
      password: 'open',
    });
    const item = async (query: string) =>
      JSON.stringify((await site.as('anonymous').get(`/wp/v2/posts/${secret.id}${query}`)).body.head);
    expect(await item('')).not.toContain('Hidden');
    await item('?password=open');
    expect(await item('')).not.toContain('Hidden');
    expect((await heads()).get(secret.id)).not.toContain('Hidden');
  });

  it('are not kept where a write arrives while they are made', async () => {
    const writes = Array.from({ length: 20 }, (_, n) =>
      Promise.all([heads(), site.as('administrator').put(`/wp/v2/posts/${first.id}`, { title: `Rivers ${n} times` })]),
    );
    await Promise.all(writes);
    const { body } = await site.as('administrator').get(`/wp/v2/posts/${first.id}`);
    expect((await heads()).get(first.id)).toContain(body.title.rendered);
  });
});
