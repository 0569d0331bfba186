import type { Term } from '../../../storage/rows.ts';
import { termErrors } from '../term-errors.ts';
import { ancestorsOf, loadAncestors } from './term-ancestors.ts';
import { checkParent, cleanName, reread, type TermDraft, type TermWork, writeMeta } from './term-draft.ts';
import { uniqueTermSlug, wantedTermSlug } from './term-slug.ts';
import { forgetTree } from './term-tree.ts';

/** Updates only what the draft contains. A term moved below itself goes to the root. */
export async function updateTerm(work: TermWork, { id }: Pick<Term, 'id'>, draft: TermDraft): Promise<Term> {
  const { store, taxonomy } = work;
  await store.lock(`terms of ${taxonomy.name}`);
  // As it is now: another writer may have changed it since the request was checked.
  const term = await reread(work, id);
  const name = draft.name === undefined ? term.name : cleanName(draft.name);
  const parentId = draft.parentId === undefined ? term.parentId : await parentFor(work, term, draft.parentId);
  const slug = draft.slug === undefined ? term.slug : await slugFor(work, term, { asked: draft.slug, name, parentId });
  const description = draft.description ?? term.description;
  const changes = changed(term, { name, slug, description, parentId });
  if (changes) await store.terms.update(term.id, taxonomy.name, changes);
  if (parentId !== term.parentId) await forgetTree(work);
  await writeMeta(work, term.id, draft.meta);
  return reread(work, term.id);
}

type TermChanges = Partial<Pick<Term, 'name' | 'slug' | 'description' | 'parentId'>>;

function changed(term: Term, wanted: Required<TermChanges>): TermChanges | null {
  const changes: TermChanges = {
    ...(wanted.name === term.name ? {} : { name: wanted.name }),
    ...(wanted.slug === term.slug ? {} : { slug: wanted.slug }),
    ...(wanted.description === term.description ? {} : { description: wanted.description }),
    ...(wanted.parentId === term.parentId ? {} : { parentId: wanted.parentId }),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

async function parentFor(work: TermWork, term: Term, parentId: number): Promise<number> {
  await checkParent(work, parentId);
  if (parentId === 0 || parentId === term.id) return 0;
  const above = { id: 0, slug: '', parentId };
  const known = await loadAncestors(work.store, work.taxonomy.name, [above]);
  return ancestorsOf(above, known).some((one) => one.id === term.id) ? 0 : parentId;
}

async function slugFor(
  work: TermWork,
  term: Term,
  requested: { asked: string; name: string; parentId: number },
): Promise<string> {
  const slug = wantedTermSlug(work, requested.asked, '');
  const position = { id: term.id, parentId: requested.parentId };
  if (slug === '')
    return uniqueTermSlug(work, wantedTermSlug(work, undefined, requested.name) || String(term.id), position);
  if (requested.parentId !== term.parentId) return uniqueTermSlug(work, slug, position);
  if (await work.store.terms.slugTaken(slug, term.id, work.taxonomy.name)) {
    throw termErrors.duplicate_term_slug({ slug });
  }
  return slug;
}
