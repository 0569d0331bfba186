import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { startPlaten } from 'platen/testing';

const site = await startPlaten();
beforeEach(() => site.reset());
afterAll(() => site.close());

test('a published post is listed', async () => {
  const category = await site.term({ name: 'News' });
  await site.post({ title: 'Hello', categories: [category.id] });
  const posts = await (await site.fetch(`/wp-json/wp/v2/posts?categories=${category.id}`)).json();
  expect(posts.map((post) => post.title.rendered)).toEqual(['Hello']);
});

test('reset puts everything back', async () => {
  expect(await (await site.fetch('/wp-json/wp/v2/posts')).json()).toEqual([]);
});

test('what the site refuses is refused', async () => {
  expect((await site.fetch('/wp-json/wp/v2/posts/99')).status).toBe(404);
  expect((await site.fetch('/wp-json/wp/v2/users/me')).status).toBe(401);
  await expect(site.post({ status: 'nonsense' })).rejects.toThrow('400');
});

test('an upload is stored and served', async () => {
  const media = await site.media({ name: 'note.txt', bytes: Buffer.from('Hello') });
  expect(await (await site.fetch(media.source_url)).text()).toBe('Hello');
});
