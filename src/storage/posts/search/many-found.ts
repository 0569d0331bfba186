import { all } from '../../query/condition.ts';
import type { PostsWithWords } from '../../query/dialect.ts';
import type { Session } from '../../query/session.ts';
import type { PostFilter, PostOrder } from '../../store/posts.ts';
import { type Branches, postBranches } from '../post-branches.ts';

/** Up to so many posts with the words are looked up one by one. */
const fewPosts = 1_000;

/** The posts with the words of a filter, where they were looked up and are many, and the rest of the filter. */
export function manyFound(
  { dialect }: Session,
  { search, withoutPassword, ...rest }: PostFilter,
): { readonly found: PostsWithWords; readonly rest: PostFilter } | null {
  const found = search ? dialect.foundPosts(search, withoutPassword === true) : null;
  return found && found.ids.size > fewPosts ? { found, rest } : null;
}

/** The parts of the list without the words, in which the posts with them are kept; null where no table has it in order. */
export async function foundBranches(session: Session, filter: PostFilter, order: PostOrder): Promise<Branches | null> {
  const many = manyFound(session, filter);
  if (!many) return null;
  const branches = await postBranches(session, many.rest, order);
  if (branches?.source !== 'platen_list') return null;
  const among = many.found.among();
  const parts = branches.parts.map((part) => ({ ...part, condition: all([part.condition, among]), whole: null }));
  return { ...branches, parts };
}
