import { test as base, expect } from '@playwright/test';
import { siteFixture, type TestSite } from 'platen/testing';

const test = base.extend<{ site: TestSite }>({
  site: siteFixture({ listen: true }),
  baseURL: async ({ site }, use) => use(site.url),
});

test('a post is answered on the port of the site', async ({ site, request }) => {
  await site.post({ title: 'In a browser' });
  const posts = await (await request.get('/wp-json/wp/v2/posts')).json();
  expect(posts[0].title.rendered).toBe('In a browser');
});
