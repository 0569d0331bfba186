import type { Call } from '../../api/call.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import type { PostTerm, Term } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

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

/** The terms of a page of posts. In a read, one query serves both the posts and the terms embedded in them. */
export function assignedTerms(
  postIds: readonly number[],
  call: Call,
): MaybePromise<ReadonlyMap<number, readonly PostTerm[]>> {
  const find = () => call.store.terms.ofPosts(postIds);
  // Not cached in other requests: a write may change the terms.
  return call.request.method === 'GET' ? call.once(`terms of posts ${postIds.join()}`, find) : find();
}

/** The key under which a call remembers a term. */
export const termKey = ({ name }: Pick<ShownTaxonomy, 'name'>, id: number): string => `term ${name} ${id}`;

/** Lets the call remember terms that it has read. */
export function rememberTerms(taxonomy: Pick<ShownTaxonomy, 'name'>, terms: readonly Term[], call: Call): void {
  for (const term of terms) call.once(termKey(taxonomy, term.id), () => term);
}
