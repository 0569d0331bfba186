import { type Site, siteFrom, siteOptions } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';

/** Reads the site's settings; returns the cached value until one of its options changes. */
export function createSiteSource(facts: Parameters<typeof siteFrom>[1]): (store: Store) => Promise<Site> {
  const names = Object.keys(siteOptions);
  let known: { state: number; fallbackUrl: string; site: Site } | null = null;
  return async (store) => {
    const asked = store.options.state();
    const state = asked instanceof Promise ? await asked : asked;
    // The URL that the server listens on is known only once it does.
    const { fallbackUrl } = facts;
    if (known && known.state === state && known.fallbackUrl === fallbackUrl) return known.site;
    const values = await Promise.all(names.map((name) => store.options.get(name)));
    const byName = new Map(names.map((name, i) => [name, values[i] ?? null]));
    const site = siteFrom((name) => byName.get(name) ?? null, facts);
    if (state !== null) known = { state, fallbackUrl, site };
    return site;
  };
}
