import { s } from '../../../lib/schema/schema.ts';
import { mediaTags } from '../../../rules/content/media-taxonomies.ts';
import type { TaxonomyType } from '../../../rules/taxonomies.ts';
import type { Store } from '../../../storage/store.ts';
import type { SlugOptions } from '../../../text/slug.ts';
import { cleanName, createTerm } from '../../terms/write-term.ts';

/** A file has few tags; a request names few. */
export const mostTags = 20;

/** Names of tags; those that do not exist yet are made. */
export const tagNames = (description: string) =>
  s.array(s.string(), {
    description: `${description} At most ${mostTags} names.`,
    check: (names: string[]) => (names.length > mostTags ? `At most ${mostTags} tags can be named.` : null),
  });

/** The ids of the tags with these names; must run in a transaction. */
export async function tagsNamed(
  names: readonly string[],
  { store, taxonomy, slugs }: { readonly store: Store; readonly taxonomy: TaxonomyType; readonly slugs: SlugOptions },
): Promise<number[]> {
  const ids: number[] = [];
  const order = { by: 'id', direction: 'asc' } as const;
  // The lock that makers of terms take: two requests with a new name make one tag.
  if (names.length > 0) await store.lock(`terms of ${mediaTags}`);
  for (const name of new Set(names.map((one) => cleanName(one)))) {
    const [known] = await store.terms.find({ taxonomy: mediaTags, name }, order, { limit: 1, offset: 0 });
    ids.push(known?.id ?? (await createTerm({ store, taxonomy, slugs }, { name })).id);
  }
  return ids;
}

/** The taxonomy of this name. */
export function taxonomyNamed(taxonomies: readonly TaxonomyType[], name: string): TaxonomyType {
  const found = taxonomies.find((one) => one.name === name);
  if (!found) throw new Error(`There is no taxonomy ${name}.`);
  return found;
}
