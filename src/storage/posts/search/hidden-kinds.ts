import { all, noneOf, not, oneOf, type SqlCondition } from '../../query/condition.ts';
import type { Session } from '../../query/session.ts';
import type { PostFilter } from '../../store/posts.ts';
import { scopes, sumOfKinds } from '../post-counts.ts';
import { narrowedVisibility, visibilityCondition } from '../visibility-condition.ts';

/** Up to so many hidden posts are listed to leave them out: above that, looking up each found post may cost less. */
const mostHidden = 200_000;

/** What type, status, password and words decide. */
const decided: ReadonlySet<string> = new Set<keyof PostFilter>([
  'types',
  'statuses',
  'visibility',
  'search',
  'withoutPassword',
]);

/**
 * The types and statuses that a search does not show, as a condition on a row `c` of the counts, where few posts have
 * them: then the posts with common words are counted without reading a row of each. Null elsewhere, and where more than
 * type and status decides.
 */
export async function hiddenKinds(session: Session, filter: PostFilter): Promise<SqlCondition | null> {
  if (!Object.entries(filter).every(([name, value]) => value === undefined || decided.has(name))) return null;
  const visibility = narrowedVisibility(filter.visibility, filter.types, filter.statuses);
  if (visibility.anyOf.some(({ authorId, parent }) => authorId !== undefined || parent !== undefined)) return null;
  const hidden = all([
    oneOf('c.scope', [scopes.all]),
    oneOf('c.owner', [0]),
    // Revisions are not indexed.
    noneOf('c.post_type', ['revision']),
    not(visibilityCondition(visibility, 'c')),
  ]);
  return (await sumOfKinds(session, hidden)) <= mostHidden ? hidden : null;
}
