import { allReady, type Ready, whenReady } from '../ready.ts';
import { type Site, siteFrom, siteOptions } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';

/** Reads the site's settings; returns the cached value until one of its options changes. */
export function createSiteSource(facts: Parameters<typeof siteFrom>[1]): (store: Store) => Ready<Site> {
  const names = Object.keys(siteOptions);
  let known: { state: number; fallbackUrl: string; site: Site } | null = null;
  return (store) =>
    whenReady(store.options.state(), (state) => {
      // The URL that the server listens on is known only once it does.
      const { fallbackUrl } = facts;
      if (known && known.state === state && known.fallbackUrl === fallbackUrl) return known.site;
      return whenReady(allReady(names.map((name) => store.options.get(name))), (values) => {
        const byName = new Map(names.map((name, i) => [name, values[i] ?? null]));
        const site = siteFrom((name) => byName.get(name) ?? null, facts);
        if (state !== null) known = { state, fallbackUrl, site };
        return site;
      });
    });
}
