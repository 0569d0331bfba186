import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawl } from '../../../src/extensions/cache/crawl.ts';
import { crawlerEntry } from '../../../src/extensions/cache/crawler-state.ts';
import { readState } from '../../../src/extensions/cache/stored-state.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const crawler = '/platen/v1/cache/crawler';
const pictures = '/platen/v1/cache/pictures';
let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
  await site.platen.store.options.set('platen_cache_load_limit', '1000');
});
afterAll(() => site.close());
const admin = () => site.as('administrator');

it('the crawler is started, followed and stopped, and does not go on by itself then', async () => {
  const { store } = site.platen;
  expect((await admin().get(crawler)).body).toMatchObject({ is_running: false, is_wanted: false, began: null, all: 0 });
  expect((await admin().post(crawler, { action: 'start' })).body.is_wanted).toBe(true);
  const paths: string[] = [];
  const host = {
    store,
    clock: Date.now,
    site: async () => ({ url: 'http://site.test' }) as never,
    types: [],
    ask: async () => ({ status: 200, body: [], tags: null }),
    visit: async (path: string) => {
      paths.push(path);
      const { body } = await admin().get(crawler);
      expect(body).toMatchObject({ is_running: true, is_wanted: false, done: paths.length - 1, all: 8 });
      if (paths.length === 3) await admin().post(crawler, { action: 'stop' });
      return { status: 200, cache: 'miss' as const };
    },
  };
  expect(await crawl(host, 'test')).toBe('stopped_reset');
  expect(paths).toHaveLength(3);
  const after = (await admin().get(crawler)).body;
  expect(after).toMatchObject({ is_running: false, end_reason: 'halted', misses: 3, done: 3 });
  expect((await readState(store, crawlerEntry)).wanted).toBe(false);
});

it('switches are set, and pictures looked through', async () => {
  expect((await admin().post(crawler, { is_regular: true, crawler: 1 })).body).toMatchObject({
    is_regular: true,
    crawlers: [{ is_enabled: true }, { is_enabled: false }],
  });
  expect((await admin().post(pictures, { is_enabled: false, scan: true })).body).toMatchObject({
    is_enabled: false,
    all: 0,
    done: 0,
    bytes_saved: 0,
  });
  const { history, metrics } = (await admin().get('/platen/v1/cache')).body;
  expect(history.at(-1)).toMatchObject({ hits: metrics.hits, bytes: metrics.bytes });
});

it('they are for administrators', async () => {
  const roles: readonly [Role, number][] = [
    ['editor', 403],
    ['anonymous', 401],
  ];
  for (const [role, status] of roles)
    for (const path of [crawler, pictures]) {
      expect((await site.as(role).get(path)).status).toBe(status);
      expect((await site.as(role).post(path, {})).status).toBe(status);
    }
});
