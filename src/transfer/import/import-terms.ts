import type { WxrItemTerm, WxrTerm } from '../wxr/wxr-parts.ts';
import { grouped, pendingFields } from './import-meta.ts';
import type { ImportRun } from './import-run.ts';

type KnownTerm = { readonly id: number; readonly rowId: number };

const keyOf = (taxonomy: string, slug: string): string => `${taxonomy} ${slug}`;

/** Finds a term by its slug or creates it, with its old id if that is free. */
export async function importTerm(run: ImportRun, term: WxrTerm): Promise<void> {
  const { taxonomy } = term;
  if (term.slug === '' || taxonomy === '') {
    run.tally.count('term', 'refused', { of: taxonomy });
    run.tally.count('termField', 'refused', { by: term.meta.length });
    return run.tally.note(`A term "${term.name}" has no slug.`);
  }
  // Files list the terms of the two standard taxonomies twice.
  if (run.terms.has(keyOf(taxonomy, term.slug))) return;
  const known = await findTerm(run, taxonomy, term.slug);
  if (known) {
    run.termIds.set(term.id, known.id);
    run.tally.count('term', 'present', { of: taxonomy });
    return importFields(run, known.id, term);
  }
  const parent = term.parentSlug === '' ? null : await findTerm(run, term.taxonomy, term.parentSlug);
  const { id } = await makeTerm(run, term, parent?.id ?? 0);
  run.termIds.set(term.id, id);
  if (term.parentSlug !== '' && !parent) {
    run.orphanTerms.push({ id, taxonomy: term.taxonomy, parentSlug: term.parentSlug });
  }
  await importFields(run, id, term);
}

/** Adds the fields that the term does not have; those that it has stay. */
async function importFields(run: ImportRun, id: number, { meta, taxonomy }: WxrTerm): Promise<void> {
  if (meta.length === 0) return;
  const { store, tally } = run;
  const stored = new Set(((await store.meta.of('term', [id])).get(id) ?? []).map(({ key }) => key));
  for (const [key, values] of grouped(meta)) {
    const name = key.slice(0, 255);
    if (!stored.has(name)) await store.meta.set('term', id, name, values);
    if (!stored.has(name) || run.isResumed) {
      const owner = { object: 'term', subtype: taxonomy, ownerId: id } as const;
      const own = values.map((value) => ({ key: name, value }));
      run.references.push(...pendingFields(run, owner, own));
    }
    tally.count('termField', stored.has(name) ? 'present' : 'imported', { by: values.length });
  }
}

/** The terms of an item; a term that the file does not list separately is created from the item's data. */
export async function termsOf(
  run: ImportRun,
  terms: readonly WxrItemTerm[],
): Promise<(KnownTerm & { taxonomy: string })[]> {
  const found: (KnownTerm & { taxonomy: string })[] = [];
  for (const term of terms) {
    const { taxonomy, slug, name } = term;
    const isListed = run.terms.has(keyOf(taxonomy, slug));
    const known = await findTerm(run, taxonomy, slug);
    if (known && !isListed) countHeldTerm(run, term);
    const held = known ?? (await makeTerm(run, { id: 0, taxonomy, slug, name: name || slug, description: '' }, 0));
    found.push({ ...held, taxonomy });
  }
  return found;
}

/** Counts the terms of an item that is here already, where the file does not list them separately. */
export function countHeldTerms(run: ImportRun, held: readonly WxrItemTerm[]): void {
  for (const term of held) if (!run.terms.has(keyOf(term.taxonomy, term.slug))) countHeldTerm(run, term);
}

function countHeldTerm({ counted, tally }: ImportRun, { taxonomy, slug }: WxrItemTerm): void {
  const key = `term ${keyOf(taxonomy, slug)}`;
  if (counted.has(key)) return;
  counted.add(key);
  tally.count('term', 'present', { of: taxonomy });
}

/** Sets the parents that came later in the file. */
export async function attachOrphanTerms(run: ImportRun): Promise<void> {
  for (const { id, taxonomy, parentSlug } of run.orphanTerms) {
    const parent = await findTerm(run, taxonomy, parentSlug);
    if (parent && parent.id !== id) await run.store.terms.update(id, taxonomy, { parentId: parent.id });
    else run.tally.note(`The term above term ${id}, "${parentSlug}", is not in the file.`);
  }
}

/**
 * Deletes the cached hierarchies of taxonomies that got terms; the old system rebuilds one only where none is stored.
 */
export async function clearTermHierarchies({ store, grownTaxonomies }: ImportRun): Promise<void> {
  for (const taxonomy of grownTaxonomies) await store.options.remove(`${taxonomy}_children`);
}

/** Recounts all terms that got posts. */
export async function recountTerms({ store, grownTerms }: ImportRun): Promise<void> {
  for (const [taxonomy, ids] of grownTerms) {
    const all = [...ids];
    for (let at = 0; at < all.length; at += 200) await store.terms.recount(all.slice(at, at + 200), taxonomy);
  }
}

async function findTerm(run: ImportRun, taxonomy: string, slug: string): Promise<KnownTerm | null> {
  const key = keyOf(taxonomy, slug);
  const known = run.terms.get(key);
  if (known) return known;
  const [term] = await run.store.terms.find(
    { taxonomy, slugs: [slug] },
    { by: 'id', direction: 'asc' },
    { limit: 1, offset: 0 },
  );
  if (!term) return null;
  const found = { id: term.id, rowId: term.taxonomyRowId };
  run.terms.set(key, found);
  return found;
}

async function makeTerm(
  run: ImportRun,
  term: Pick<WxrTerm, 'id' | 'taxonomy' | 'slug' | 'name' | 'description'>,
  parentId: number,
): Promise<KnownTerm> {
  const { taxonomy, slug, name, description } = term;
  const isFree = term.id > 0 && (await run.store.terms.byId(term.id)) === null;
  const row = { taxonomy, slug: slug.slice(0, 200), name: name.slice(0, 200), description, parentId };
  const id = await run.store.terms.insert(isFree ? { ...row, id: term.id } : row);
  const made = await run.store.terms.byId(id, taxonomy);
  const known = { id, rowId: made?.taxonomyRowId ?? id };
  run.terms.set(keyOf(taxonomy, slug), known);
  run.grownTaxonomies.add(taxonomy);
  run.tally.count('term', 'imported', { of: taxonomy });
  return known;
}
