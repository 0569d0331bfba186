import { numberedSlug, slugify } from '../../../text/slugs/slug.ts';
import type { TermWork } from './term-draft.ts';

/** The slug of a term before it is made unique: the requested one, else one made from the name. May be empty. */
export function wantedTermSlug({ slugs }: TermWork, asked: string | undefined, name: string): string {
  return slugify(asked ?? '', slugs) || slugify(name, slugs);
}

/**
 * Makes a slug unique in its taxonomy. To a taken slug the slugs of the ancestors are appended first, then a number
 * that is free in every taxonomy, so that URLs stay distinct if two taxonomies share a base.
 */
export async function uniqueTermSlug(
  { store, taxonomy }: TermWork,
  slug: string,
  position: { readonly id: number; readonly parentId: number },
): Promise<string> {
  const isTaken = (candidate: string, within?: string) => store.terms.slugTaken(candidate, position.id, within);
  if (slug === '' || !(await isTaken(slug, taxonomy.name))) return slug;
  let longer = slug;
  const passed = new Set([position.id]);
  for (let above = position.parentId; taxonomy.hierarchical && above !== 0 && !passed.has(above); ) {
    passed.add(above);
    const parent = await store.terms.byId(above, taxonomy.name);
    if (!parent) break;
    longer = slugify(`${longer}-${parent.slug}`, { slash: 'dash' });
    if (!(await isTaken(longer))) return longer;
    above = parent.parentId;
  }
  return numberedSlug(longer, async (candidate) => !(await isTaken(candidate)));
}
