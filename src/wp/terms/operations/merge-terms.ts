import type { Term } from '../../../storage/rows.ts';
import { termErrors } from '../term-errors.ts';
import { ancestorsOf, loadAncestors } from './term-ancestors.ts';
import { reread, type TermWork } from './term-draft.ts';
import { forgetTree } from './term-tree.ts';

interface Merge {
  readonly fromId: number;
  readonly intoId: number;
}

/**
 * Merges a term into another of its taxonomy: its posts and the terms below it belong to the other one, and it is
 * removed. Must run in a transaction. Returns the term that was removed.
 */
export async function mergeTerms(work: TermWork, { fromId, intoId }: Merge): Promise<Term> {
  const { store, taxonomy } = work;
  if (fromId === intoId) throw termErrors.rest_merge_same_term();
  await store.lock(`terms of ${taxonomy.name}`);
  const [from, into] = [await reread(work, fromId), await reread(work, intoId)];
  const known = await loadAncestors(store, taxonomy.name, [into]);
  // A term that was below the other takes its place; otherwise terms would be above each other.
  if (ancestorsOf(into, known).some(({ id }) => id === fromId))
    await store.terms.update(intoId, taxonomy.name, { parentId: from.parentId });
  await store.terms.reparent(fromId, intoId, taxonomy.name);
  await store.terms.passOn(fromId, intoId, taxonomy.name);
  await store.terms.remove(fromId, taxonomy.name);
  await forgetTree(work);
  return from;
}
