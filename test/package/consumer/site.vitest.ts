import { siteFixture, type TestSite } from 'platen/testing';
import { test as base, expect } from 'vitest';

const test = base.extend<{ site: TestSite }>({ site: siteFixture() });

test('a published post is listed', async ({ site }) => {
  await site.post({ title: 'Hello' });
  const posts = (await (await site.fetch('/wp-json/wp/v2/posts')).json()) as { title: { rendered: string } }[];
  expect(posts.map((post) => post.title.rendered)).toEqual(['Hello']);
});

test('a scheduled post appears when its time has come', async ({ site }) => {
  await site.clock.set('2026-01-01T00:00:00Z');
  const { id } = await site.post({ title: 'Later', status: 'future', date_gmt: '2026-01-02T00:00:00' });
  await site.clock.set('2026-01-03T00:00:00Z');
  expect((await site.fetch(`/wp-json/wp/v2/posts/${id}`)).status).toBe(200);
});
