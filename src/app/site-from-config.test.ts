import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openStore } from '../storage/open/open-store.ts';
import type { OpenStore } from '../storage/store.ts';
import { siteFromConfig } from './site-from-config.ts';

let store: OpenStore;
beforeEach(async () => {
  store = await openStore({ url: 'sqlite::memory:' });
  await store.options.set('permalink_structure', '/stored/%postname%/');
});
afterEach(() => store.close());

const site = (env: Record<string, string>, listening?: () => string) =>
  siteFromConfig(readConfig({ flags: {}, env }), Date.now, listening)(store);

describe('the site of a configuration', () => {
  it.each([
    ['', '/stored/%postname%/'],
    ['plain', ''],
    ['/%year%/%postname%/', '/%year%/%postname%/'],
  ])('with PLATEN_PERMALINKS "%s" has links of the structure "%s"', async (permalinks, structure) => {
    expect((await site({ PLATEN_PERMALINKS: permalinks })).permalinks).toBe(structure);
  });

  it('has the configured address, else the stored one, else the one it listens on, else host and port', async () => {
    const port = { PLATEN_PORT: '9000' };
    expect((await site(port)).url).toBe('http://127.0.0.1:9000');
    expect((await site(port, () => 'http://127.0.0.1:41000')).url).toBe('http://127.0.0.1:41000');
    await store.options.set('home', 'https://stored.example/');
    expect((await site(port, () => 'http://127.0.0.1:41000')).url).toBe('https://stored.example');
    expect((await site({ PLATEN_SITE_URL: 'https://set.example' })).url).toBe('https://set.example');
  });
});
