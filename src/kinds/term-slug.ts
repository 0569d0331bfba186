import { slugCandidate, slugify } from '../content/text/slug.ts';
import type { TermWork } from './term-draft.ts';

/** A slug for a term of this taxonomy: the one asked for, else one made from the name. May come out empty. */
export function wantedSlug({ slugs }: TermWork, asked: string | undefined, name: string): string {
  return slugify(asked ?? '', slugs) || slugify(name, slugs);
}

/**
 * A slug no other term of the taxonomy has. A taken one first takes on the slugs of the terms above it, then a number
 * that is free in every taxonomy, so that addresses stay apart wherever two taxonomies share a base.
 */
export async function uniqueTermSlug(
  { store, taxonomy }: TermWork,
  slug: string,
  place: { readonly id: number; readonly parentId: number },
): Promise<string> {
  const isTaken = (candidate: string, within?: string) => store.terms.slugTaken(candidate, place.id, within);
  if (slug === '' || !(await isTaken(slug, taxonomy.name))) return slug;
  let longer = slug;
  const passed = new Set([place.id]);
  for (let above = place.parentId; taxonomy.hierarchical && above !== 0 && !passed.has(above); ) {
    passed.add(above);
    const parent = await store.terms.byId(above, taxonomy.name);
    if (!parent) break;
    longer = slugify(`${longer}-${parent.slug}`, { slash: 'dash' });
    if (!(await isTaken(longer))) return longer;
    above = parent.parentId;
  }
  for (let n = 2; ; n++) {
    const candidate = slugCandidate(longer, n);
    if (!(await isTaken(candidate))) return candidate;
  }
}
