import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSiteSource } from '../../../src/app/site-from-config.ts';
import { type CrawlHost, crawl, createPassFollower } from '../../../src/extensions/cache/crawl.ts';
import { corePostTypes } from '../../../src/rules/content/core-content-types.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
  const { store } = site.platen;
  await store.options.set('platen_cache_load_limit', '1000');
  for (const title of ['One', 'Two']) {
    await site.as('administrator').post('/wp/v2/posts', { title, status: 'publish' });
  }
});
afterAll(() => site?.close());

/** An instance on the shared database that writes down what it was asked for; some responses may not be cached. */
function instance(clock: () => number) {
  const visited: string[] = [];
  const { store } = site.platen;
  const source = createSiteSource({ url: 'http://site.test', fallbackUrl: '', permalinks: null, now: clock });
  const host: CrawlHost = {
    store,
    clock,
    site: async () => source(store),
    types: corePostTypes,
    ask: async (path, query = {}) => {
      const { status, body } = await site.as('anonymous').get(`${path}?${new URLSearchParams(query)}`);
      return { status, body, tags: null };
    },
    visit: async (path, device) => {
      visited.push(`${device} ${path}`);
      return { status: 200, cache: path.endsWith('/users') ? 'bypass' : 'miss' };
    },
  };
  return { host, visited, follower: createPassFollower(host) };
}

it('every instance requests what one of them has found, once, and nothing that cannot be cached', async () => {
  let nowMs = Date.now();
  const clock = () => nowMs;
  const first = instance(clock);
  const second = instance(clock);
  nowMs += 1_000;
  expect(await crawl(first.host, 'first')).toBe('end');
  const { signal } = new AbortController();
  await second.follower.follow(signal);
  expect(first.visited).toContain('desktop /wp-json/wp/v2/users');
  expect(second.visited).toEqual(first.visited.filter((path) => !path.endsWith('/users')));
  await second.follower.follow(signal);
  expect(second.visited).toEqual(first.visited.filter((path) => !path.endsWith('/users')));

  // An instance that starts later follows only where the site is warmed regularly.
  nowMs += 1_000;
  const third = instance(clock);
  await third.follower.follow(signal);
  expect(third.visited).toEqual([]);
  await site.platen.store.options.set('platen_cache_crawler', 'on');
  await third.follower.follow(signal);
  expect(third.visited).toEqual(second.visited);
});

it('goes on where it was stopped', async () => {
  const late = instance(Date.now);
  const stopping = new AbortController();
  const visit = late.host.visit;
  const stopped = createPassFollower({
    ...late.host,
    visit: async (path, device) => {
      if (late.visited.length === 2) stopping.abort();
      return visit(path, device);
    },
  });
  await stopped.follow(stopping.signal);
  expect(late.visited).toHaveLength(3);
  await stopped.follow(new AbortController().signal);
  expect(new Set(late.visited).size).toBe(late.visited.length);
});
