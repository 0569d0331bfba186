import type { Term } from '../storage/rows.ts';
import { takeTurn } from '../storage/turns.ts';
import { ancestorsOf, loadAncestors } from './term-ancestors.ts';
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

/** Changes what the draft names and nothing else. A term put below itself goes to the root. */
export async function updateTerm(work: TermWork, term: Term, draft: TermDraft): Promise<Term> {
  const { store, taxonomy } = work;
  await takeTurn(store, `terms of ${taxonomy.name}`);
  const name = draft.name === undefined ? term.name : cleanName(draft.name);
  const parentId = draft.parentId === undefined ? term.parentId : await parentFor(work, term, draft.parentId);
  const slug = draft.slug === undefined ? term.slug : await slugFor(work, term, { asked: draft.slug, name, parentId });
  const description = draft.description === undefined ? term.description : cleanDescription(draft.description);
  const changes = changed(term, { name, slug, description, parentId });
  if (changes) await store.terms.update(term.id, taxonomy.name, changes);
  if (parentId !== term.parentId) await forgetTree(work);
  await writeMeta(work, term.id, draft.meta);
  return reread(work, term.id);
}

function changed<Row extends object>(row: Row, wanted: Partial<Row>): Partial<Row> | null {
  const entries = Object.entries(wanted).filter(([key, value]) => row[key as keyof Row] !== value);
  return entries.length > 0 ? (Object.fromEntries(entries) as Partial<Row>) : null;
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
  wish: { asked: string; name: string; parentId: number },
): Promise<string> {
  const slug = wantedSlug(work, wish.asked, '');
  const place = { id: term.id, parentId: wish.parentId };
  if (slug === '') return uniqueTermSlug(work, wantedSlug(work, undefined, wish.name) || String(term.id), place);
  if (wish.parentId !== term.parentId) return uniqueTermSlug(work, slug, place);
  if (await work.store.terms.slugTaken(slug, term.id, work.taxonomy.name)) {
    throw termErrors.duplicate_term_slug({ slug });
  }
  return slug;
}
