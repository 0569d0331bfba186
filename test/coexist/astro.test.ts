import { beforeAll, expect, inject, it } from 'vitest';
import { type Client, createClient, type Routes } from '../../src/client/client.ts';
import { platenLoader } from '../../src/front-end/astro.ts';
import { astroCopy } from '../api/front-end/astro-copy.ts';

/** What the loader for Astro reads from WordPress itself, which has no dump and no change feed. */
const { url, passwords } = inject('wordpress');
let writer: Client<Routes>;
beforeAll(() => {
  const { login, application } = passwords.administrator;
  writer = createClient({ url, auth: { username: login, password: application } });
});

it('collections are filled from WordPress, and follow what is changed and removed there', async () => {
  const asked: string[] = [];
  const content = platenLoader({
    url,
    fetch: (address, init) => {
      asked.push(address.slice(address.indexOf('/wp-json')));
      return fetch(address, init);
    },
  });
  const names = ['posts', 'pages', 'categories', 'tags', 'media', 'users', 'comments', 'site'] as const;
  const copy = astroCopy(Object.fromEntries(names.map((name) => [name, content(name)])));
  const changed = await writer.posts.create({ title: 'To be changed', status: 'publish' });
  const removed = await writer.posts.create({ title: 'To be removed', status: 'publish' });
  await copy.build();
  const titles = (): unknown[] =>
    [changed, removed].map(({ id }) => copy.entries('posts').get(String(id))?.data['title']);
  expect(titles()).toEqual([{ rendered: 'To be changed' }, { rendered: 'To be removed' }]);
  expect(copy.entries('categories').size).toBeGreaterThan(0);
  expect(copy.entries('site').get('site')?.data['title']).not.toBe('');

  await writer.posts.update(changed.id, { title: 'Changed' });
  await writer.posts.delete(removed.id, { force: true });
  asked.length = 0;
  await copy.build();
  expect(titles()).toEqual([{ rendered: 'Changed' }, undefined]);
  const ofPosts = asked.filter((one) => one.startsWith('/wp-json/wp/v2/posts'));
  expect(ofPosts.some((one) => one.includes('modified_after='))).toBe(true);
  expect(ofPosts.every((one) => /modified_after=|_fields=id/.test(one))).toBe(true);
});
