import type { Namesake } from '../../api/routing/route.ts';
import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import { type SlugOptions, slugify } from '../../text/slugs/slug.ts';

/** Finds the term that has the slug which was sent for a new one. */
export function termNamesake({ name }: ShownTaxonomy, slugs: SlugOptions): Namesake<Readonly<Record<string, unknown>>> {
  return ({ slug: sent }) => {
    const slug = typeof sent === 'string' ? slugify(sent, slugs) : '';
    if (slug === '') return undefined;
    return async (store) => {
      await store.lock(`terms of ${name}`);
      const order = { by: 'id', direction: 'asc' } as const;
      const [first] = await store.terms.find({ taxonomy: name, slugs: [slug] }, order, { limit: 1, offset: 0 });
      return first?.id ?? null;
    };
  };
}
