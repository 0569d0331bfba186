import type { Term } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';

type Placed = Pick<Term, 'id' | 'parentId' | 'slug'>;

/** Terms and all their ancestors, by id: one query per level of the tree, however many terms there are. */
export async function loadAncestors(
  store: Store,
  taxonomy: string,
  terms: readonly Placed[],
): Promise<ReadonlyMap<number, Placed>> {
  const known = new Map<number, Placed>(terms.map((term) => [term.id, term]));
  let missing = parentsNotIn(known, terms);
  while (missing.length > 0) {
    const found = await store.terms.byIds(missing, taxonomy);
    for (const term of found) known.set(term.id, term);
    missing = parentsNotIn(known, found);
  }
  return known;
}

function parentsNotIn(known: ReadonlyMap<number, Placed>, terms: readonly Placed[]): number[] {
  return [...new Set(terms.map((term) => term.parentId))].filter((id) => id !== 0 && !known.has(id));
}

/** The ancestors of a term, outermost first; stops at a cycle in the stored rows. */
export function ancestorsOf(term: Placed, known: ReadonlyMap<number, Placed>): Placed[] {
  const path: Placed[] = [];
  const seen = new Set([term.id]);
  for (let at = known.get(term.parentId); at && !seen.has(at.id); at = known.get(at.parentId)) {
    seen.add(at.id);
    path.unshift(at);
  }
  return path;
}
