import { type Site, siteFrom, siteOptions } from '../content/site.ts';
import type { Store } from '../storage/store.ts';

/** Gives the site's settings; the same value again until an option it was read from changes. */
export function createSiteSource(facts: Parameters<typeof siteFrom>[1]): (store: Store) => Promise<Site> {
  const names = Object.keys(siteOptions);
  let known: { values: readonly (string | null)[]; site: Site } | null = null;
  return async (store) => {
    const values = await Promise.all(names.map((name) => store.options.get(name)));
    if (known?.values.every((value, i) => value === values[i])) return known.site;
    const byName = new Map(names.map((name, i) => [name, values[i] ?? null]));
    known = { values, site: siteFrom((name) => byName.get(name) ?? null, facts) };
    return known.site;
  };
}
