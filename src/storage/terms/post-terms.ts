import { LRUCache } from 'lru-cache';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { fold } from '../../rules/fold.ts';
import { type PostPart, partOfPosts } from '../posts/post-row-cache.ts';
import { never, oneOf } from '../query/condition.ts';
import type { Session } from '../query/session.ts';
import type { PostTerm } from '../rows.ts';
import { postTermsWhere } from './term-statements.ts';

/**
 * The tag of a term as the posts that have it show it. It is touched when the term gets another name, and when these
 * posts get or lose terms together; not when only the count of the term changes, as with every new post.
 */
export const heldTag = (termId: number): string => `held-term:${termId}`;

/** These tags, and for each term the one of the posts that have it. */
export const withAssigned = (tags: ReadonlySet<string>): string[] =>
  [...tags].flatMap((tag) => (tag.startsWith('term:') ? [tag, heldTag(Number(tag.slice(5)))] : [tag]));

/** Post id → its terms of all taxonomies, ordered by name. */
export function termsOfPosts(
  session: Session,
  postIds: readonly number[],
): MaybePromise<Map<number, readonly PostTerm[]>> {
  session.dependOnEach('post', postIds);
  return andThen(partOfPosts(session, postIds, heldTerms), (found) => {
    for (const terms of found.values()) for (const { id } of terms) session.dependOn(heldTag(id));
    return found;
  });
}

const heldTerms: PostPart<readonly PostTerm[]> = {
  name: 'terms',
  read: readHeld,
  bytes: (terms) => 300 * terms.length,
  tags: (terms) => terms.map(({ id }) => heldTag(id)),
};

async function readHeld(session: Session, postIds: readonly number[]): Promise<Map<number, readonly PostTerm[]>> {
  const found = new Map<number, PostTerm[]>(postIds.map((id) => [id, []]));
  const condition = oneOf('r.object_id', postIds);
  if (condition === never) return found;
  for (const term of await session.select(postTermsWhere, { condition })) found.get(term.postId)?.push(term);
  for (const terms of found.values()) if (terms.length > 1) terms.sort(byName);
  return found;
}

/** Sorted in memory: a post has few terms, and the database would fold each name for each post. */
function byName(a: PostTerm, b: PostTerm): number {
  const first = foldedName(a.name);
  const second = foldedName(b.name);
  return first === second ? a.id - b.id : first < second ? -1 : 1;
}

/** The same names occur in many lists. */
const foldedNames = new LRUCache<string, string>({ max: 5_000, memoMethod: fold });
const foldedName = (name: string): string => foldedNames.memo(name);
