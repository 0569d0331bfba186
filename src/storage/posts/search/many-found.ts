import { all, type SqlCondition } from '../../query/condition.ts';
import type { PostsWithWords } from '../../query/dialect.ts';
import type { Session } from '../../query/session.ts';
import type { PostFilter, PostOrder } from '../../store/posts.ts';
import { type Branches, postBranches } from '../post-branches.ts';

/** Up to so many posts with the words are looked up one by one. */
const fewPosts = 1_000;

/** The posts with the words of a filter, and the rest of the filter. */
export interface ManyFound {
  readonly found: PostsWithWords;
  readonly rest: PostFilter;
}

/** What a filter finds, where its words were looked up and many posts have them. */
export function manyFound({ dialect }: Session, { search, withoutPassword, ...rest }: PostFilter): ManyFound | null {
  const found = search ? dialect.foundPosts(search, withoutPassword === true) : null;
  return found && found.ids.size > fewPosts ? { found, rest } : null;
}

/** The parts of the list without the words, in which the posts with them are kept; null where no table has it in order. */
export async function foundBranches(session: Session, filter: PostFilter, order: PostOrder): Promise<Branches | null> {
  const many = manyFound(session, filter);
  return many && branchesAmong(session, many.rest, order, many.found.among(many.found.ids));
}

/** The parts of a list in which some posts are kept; null where no table has it in order. */
export async function branchesAmong(
  session: Session,
  filter: PostFilter,
  order: PostOrder,
  among: SqlCondition,
): Promise<Branches | null> {
  const branches = await postBranches(session, filter, order);
  if (branches?.source !== 'platen_list') return null;
  const parts = branches.parts.map((part) => ({ ...part, condition: all([part.condition, among]), whole: null }));
  return { ...branches, parts };
}
