import { createSiteSource } from '../api/site-source.ts';
import type { Config } from '../config/config.ts';
import type { Ready } from '../ready.ts';
import type { Site } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';

type SiteConfig = Pick<Config, 'siteUrl' | 'homeUrl' | 'permalinks' | 'host' | 'port'>;

/** Special values of the `permalinks` option: empty uses the stored structure, `plain` uses no structure. */
const structures: ReadonlyMap<string, string | null> = new Map([
  ['', null],
  ['plain', ''],
]);

/**
 * Reads the site's settings, overridden by the configuration, for servers and commands. `listening` returns the URL the
 * server actually listens on; links use it if neither the configuration nor the site sets one.
 */
export function siteFromConfig(
  config: SiteConfig,
  clock: () => number,
  listening: () => string = () => '',
): (store: Store) => Ready<Site> {
  const { siteUrl, homeUrl, permalinks, host, port } = config;
  const structure = structures.get(permalinks);
  return createSiteSource({
    url: siteUrl,
    homeUrl,
    get fallbackUrl() {
      return listening() || `http://${host}:${port}`;
    },
    permalinks: structure === undefined ? permalinks : structure,
    now: clock,
  });
}
