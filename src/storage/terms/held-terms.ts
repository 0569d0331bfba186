import { type Ready, whenReady } from '../../ready.ts';
import { fold } from '../../rules/fold.ts';
import { knownOfPosts } from '../posts/kept/known-rows.ts';
import type { ReadPart } from '../posts/kept/read-ahead.ts';
import { never, oneOf } from '../query/condition.ts';
import type { Session } from '../query/session.ts';
import type { HeldTerm } from '../rows.ts';
import { heldTermsWhere } from './term-statements.ts';

/**
 * The tag of a term as the posts that have it show it. It is touched when the term gets another name, and when these
 * posts get or lose terms together; not when only the count of the term changes, as with every new post.
 */
export const heldTag = (termId: number): string => `held-term:${termId}`;

/** These tags, and for each term the one of the posts that have it. */
export const withHeld = (tags: ReadonlySet<string>): string[] =>
  [...tags].flatMap((tag) => (tag.startsWith('term:') ? [tag, heldTag(Number(tag.slice(5)))] : [tag]));

/** Post id → its terms of all taxonomies, ordered by name. */
export function termsHeldBy(session: Session, postIds: readonly number[]): Ready<Map<number, readonly HeldTerm[]>> {
  session.noteEach('post', postIds);
  return whenReady(knownOfPosts(session, postIds, heldTerms), (found) => {
    for (const terms of found.values()) for (const { id } of terms) session.note(heldTag(id));
    return found;
  });
}

const heldTerms: ReadPart<readonly HeldTerm[]> = {
  name: 'terms',
  read: readHeld,
  bytes: (terms) => 300 * terms.length,
  terms: (terms) => terms.map(({ id }) => id),
};

async function readHeld(session: Session, postIds: readonly number[]): Promise<Map<number, readonly HeldTerm[]>> {
  const found = new Map<number, HeldTerm[]>(postIds.map((id) => [id, []]));
  const condition = oneOf('r.object_id', postIds);
  if (condition === never) return found;
  for (const term of await session.select(heldTermsWhere, { condition })) found.get(term.postId)?.push(term);
  for (const terms of found.values()) if (terms.length > 1) terms.sort(byName);
  return found;
}

/** Sorted in memory: a post has few terms, and the database would fold each name for each post. */
function byName(a: HeldTerm, b: HeldTerm): number {
  const first = foldedName(a.name);
  const second = foldedName(b.name);
  return first === second ? a.id - b.id : first < second ? -1 : 1;
}

/** A cache: the same names occur in many lists. */
const foldedNames = new Map<string, string>();
const mostFoldedNames = 5_000;

function foldedName(name: string): string {
  const known = foldedNames.get(name);
  if (known !== undefined) return known;
  const folded = fold(name);
  if (foldedNames.size >= mostFoldedNames) foldedNames.clear();
  foldedNames.set(name, folded);
  return folded;
}
