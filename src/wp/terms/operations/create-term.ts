import type { Term } from '../../../storage/rows.ts';
import { termErrors } from '../term-errors.ts';
import { checkParent, cleanName, reread, type TermDraft, type TermWork, writeMeta } from './term-draft.ts';
import { uniqueTermSlug, wantedTermSlug } from './term-slug.ts';
import { forgetTree } from './term-tree.ts';

/** Creates a term. Refuses a name that a sibling has already, unless a different slug was sent. */
export async function createTerm(work: TermWork, draft: TermDraft): Promise<Term> {
  const { store, taxonomy } = work;
  const parentId = draft.parentId ?? 0;
  await store.lock(`terms of ${taxonomy.name}`);
  if (draft.parentId !== undefined) await checkParent(work, parentId);
  const name = cleanName(draft.name ?? '');
  const asked = wantedTermSlug(work, draft.slug, '');
  const existing = await conflicting(work, { name, parentId, slug: asked });
  if (existing) throw termErrors.term_exists(undefined, { details: { term_id: existing.id } });
  const slug = await uniqueTermSlug(work, asked || wantedTermSlug(work, undefined, name), { id: 0, parentId });
  const id = await store.terms.insert({
    name,
    slug,
    taxonomy: taxonomy.name,
    description: draft.description ?? '',
    parentId,
  });
  // A name without any usable character gives no slug, so the id is used.
  if (slug === '') {
    await store.terms.update(id, taxonomy.name, { slug: await uniqueTermSlug(work, String(id), { id, parentId }) });
  }
  await forgetTree(work);
  await writeMeta(work, id, draft.meta);
  return reread(work, id);
}

/** The existing term that conflicts with a new one: a sibling of the same name, if no different slug was sent. */
async function conflicting(
  { store, taxonomy }: TermWork,
  wanted: { name: string; parentId: number; slug: string },
): Promise<Term | undefined> {
  const siblings = { taxonomy: taxonomy.name, ...(taxonomy.hierarchical ? { parentId: wanted.parentId } : {}) };
  const order = { by: 'id', direction: 'asc' } as const;
  const [first] = await store.terms.find({ ...siblings, name: wanted.name }, order, { limit: 1, offset: 0 });
  if (!first || wanted.slug === '' || first.slug === wanted.slug) return first;
  const [holder] = await store.terms.find({ ...siblings, slugs: [wanted.slug] }, order, { limit: 1, offset: 0 });
  return holder;
}
