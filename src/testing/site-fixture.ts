import { startPlaten, type TestSiteOptions } from './start-platen.ts';
import type { TestSite } from './test-site.ts';

/** A fixture as `test.extend` of vitest and of Playwright take it. */
export type SiteFixture = (
  // Playwright reads the names of the fixtures it depends on from this pattern: none.
  others: object,
  use: (site: TestSite) => Promise<unknown>,
) => Promise<void>;

/**
 * A fixture that starts a site, hands it to the test and closes it. With `listen` the site also answers on a port,
 * which a browser needs; links then name that port.
 */
export function siteFixture({ listen = false, ...options }: TestSiteOptions & { listen?: boolean } = {}): SiteFixture {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a destructuring pattern
  return async ({}, use) => {
    const site = await startPlaten(listen ? { siteUrl: null, ...options } : options);
    try {
      if (listen) await site.listen();
      await use(site);
    } finally {
      await site.close();
    }
  };
}
