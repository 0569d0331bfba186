import type { Call } from '../../api/call.ts';
import type { Ready } from '../../ready.ts';
import type { HeldTerm } from '../../storage/rows.ts';

/** The terms of a page of posts. In a read, one query serves both the posts and the terms embedded in them. */
export function assignedTerms(postIds: readonly number[], call: Call): Ready<ReadonlyMap<number, readonly HeldTerm[]>> {
  const find = () => call.store.terms.ofPosts(postIds);
  // Not cached in other requests: a write may change the terms.
  return call.request.method === 'GET' ? call.once(`terms of posts ${postIds.join()}`, find) : find();
}
