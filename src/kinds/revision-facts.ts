import { everything } from '../content/sight.ts';
import type { Store } from '../storage/store.ts';
import { revisionType } from './revision-make.ts';

/** What links say of a row's past. */
export interface RevisionFacts {
  readonly count: number;
  /** 0 where there is no revision. */
  readonly latestId: number;
}

export const noRevisions: RevisionFacts = { count: 0, latestId: 0 };
const most = 1_000_000;

/** How many revisions each of these posts has, and the newest one, in one query. */
export async function revisionFacts(postIds: readonly number[], store: Store): Promise<Map<number, RevisionFacts>> {
  const revisions = await store.posts.find(
    { types: [revisionType], sight: everything, parentIds: postIds },
    { by: 'id', direction: 'desc' },
    { limit: most, offset: 0 },
    ['id', 'parentId'],
  );
  const facts = new Map<number, { count: number; latestId: number }>();
  for (const { id, parentId } of revisions) {
    const known = facts.get(parentId);
    if (known) known.count++;
    else facts.set(parentId, { count: 1, latestId: id });
  }
  return facts;
}
