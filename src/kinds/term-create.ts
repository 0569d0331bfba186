import type { Term } from '../storage/rows.ts';
import { takeTurn } from '../storage/turns.ts';
import {
  checkParent,
  cleanDescription,
  cleanName,
  reread,
  type TermDraft,
  type TermWork,
  writeMeta,
} from './term-draft.ts';
import { termErrors } from './term-errors.ts';
import { uniqueTermSlug, wantedSlug } from './term-slug.ts';
import { forgetTree } from './term-tree.ts';

/** Makes a term. Refuses a name that is taken at its place, unless a slug of its own tells the two apart. */
export async function createTerm(work: TermWork, draft: TermDraft): Promise<Term> {
  const { store, taxonomy } = work;
  const parentId = draft.parentId ?? 0;
  await takeTurn(store, `terms of ${taxonomy.name}`);
  if (draft.parentId !== undefined) await checkParent(work, parentId);
  const name = cleanName(draft.name ?? '');
  const asked = wantedSlug(work, draft.slug, '');
  const existing = await twin(work, { name, parentId, slug: asked });
  if (existing) throw termErrors.term_exists(undefined, { details: { term_id: existing.id } });
  const slug = await uniqueTermSlug(work, asked || wantedSlug(work, undefined, name), { id: 0, parentId });
  const id = await store.terms.insert({
    name,
    slug,
    taxonomy: taxonomy.name,
    description: cleanDescription(draft.description ?? ''),
    parentId,
  });
  // A name without a single usable letter leaves only the number to tell terms apart.
  if (slug === '') {
    await store.terms.update(id, taxonomy.name, { slug: await uniqueTermSlug(work, String(id), { id, parentId }) });
  }
  await forgetTree(work);
  await writeMeta(work, id, draft.meta);
  return reread(work, id);
}

/** The term in whose place a new one would stand: same name among its siblings, with no slug to tell them apart. */
async function twin(
  { store, taxonomy }: TermWork,
  wanted: { name: string; parentId: number; slug: string },
): Promise<Term | undefined> {
  const place = { taxonomy: taxonomy.name, ...(taxonomy.hierarchical ? { parentId: wanted.parentId } : {}) };
  const order = { by: 'id', direction: 'asc' } as const;
  const [first] = await store.terms.find({ ...place, name: wanted.name }, order, { limit: 1, offset: 0 });
  if (!first || wanted.slug === '' || first.slug === wanted.slug) return first;
  const [holder] = await store.terms.find({ ...place, slugs: [wanted.slug] }, order, { limit: 1, offset: 0 });
  return holder;
}
