import type { Call } from '../api/call.ts';
import type { HeldTerm } from '../storage/rows.ts';

/** The terms of a page of posts. A read asks once for all who show them: the posts and what is embedded in them. */
export function heldTerms(postIds: readonly number[], call: Call): Promise<ReadonlyMap<number, readonly HeldTerm[]>> {
  const find = () => call.store.terms.ofPosts(postIds);
  // What a write showed before it and shows after it may differ.
  return call.request.method === 'GET' ? call.once(`terms of posts ${postIds.join()}`, find) : find();
}
