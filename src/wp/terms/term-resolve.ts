import type { Term } from '../../storage/rows.ts';
import { createTerm } from './operations/create-term.ts';
import type { TermDraft, TermWork } from './operations/term-draft.ts';
import { wantedTermSlug } from './operations/term-slug.ts';

/** The ids that are terms of the taxonomy, in the given order and without duplicates; others are ignored. */
export async function resolveTerms({ store, taxonomy }: TermWork, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length === 0) return [];
  const known = new Set((await store.terms.byIds(wanted, taxonomy.name)).map((term) => term.id));
  return wanted.filter((id) => known.has(id));
}

/** The term with this slug, created if it is missing; used by the importer for each term. */
export async function ensureTerm(work: TermWork, draft: TermDraft & { readonly name: string }): Promise<Term> {
  const slug = wantedTermSlug(work, draft.slug, draft.name);
  const [found] = await work.store.terms.find(
    { taxonomy: work.taxonomy.name, slugs: [slug] },
    { by: 'id', direction: 'asc' },
    { limit: 1, offset: 0 },
  );
  return found ?? createTerm(work, draft);
}
