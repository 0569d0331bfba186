import type { Term } from '../storage/rows.ts';
import { createTerm } from './term-create.ts';
import type { TermDraft, TermWork } from './term-draft.ts';
import { wantedSlug } from './term-slug.ts';

/** Which of these ids are terms of the taxonomy, in the order they were given and each once; others are passed over. */
export async function resolveTerms({ store, taxonomy }: TermWork, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length === 0) return [];
  const known = new Set((await store.terms.byIds(wanted, taxonomy.name)).map((term) => term.id));
  return wanted.filter((id) => known.has(id));
}

/** The term of this slug, made where it is missing: what an importer asks for each term it meets. */
export async function ensureTerm(work: TermWork, draft: TermDraft & { readonly name: string }): Promise<Term> {
  const slug = wantedSlug(work, draft.slug, draft.name);
  const [found] = await work.store.terms.find(
    { taxonomy: work.taxonomy.name, slugs: [slug] },
    { by: 'id', direction: 'asc' },
    { limit: 1, offset: 0 },
  );
  return found ?? createTerm(work, draft);
}
