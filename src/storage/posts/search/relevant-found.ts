import type { Fragment } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import type { Post } from '../../rows.ts';
import { NumberSet } from '../../search/number-set.ts';
import { foldedWords } from '../../search/text-entries.ts';
import type { Page } from '../../store/list.ts';
import type { PostFilter } from '../../store/posts.ts';
import { branchRows, isListed } from '../post-branches.ts';
import type { PostSelection } from '../post-columns.ts';
import { filteredPosts } from './filtered-posts.ts';
import { branchesAmong, type ManyFound, manyFound } from './many-found.ts';
import { preparedSearch } from './prepared-search.ts';
import { postsWithExcerpt } from './read-excerpts.ts';
import { titleRanks } from './title-ranks.ts';

/**
 * A page of a search by relevance, of words that many posts have. The table of lists has the titles, and the index of texts
 * tells the other ranks apart; within a rank the newest come first. Null where the words were not looked up.
 */
export async function relevantFound(
  session: Session,
  filter: PostFilter,
  { page, columns }: { readonly page: Page; readonly columns: Fragment<PostSelection> },
): Promise<Post[] | null> {
  const { search = [] } = filter;
  const many = manyFound(session, filter);
  if (!many || foldedWords(search).length < search.length) return null;
  const { found, rest } = many;
  if (!isListed(rest, session.dialect) || !(await session.hasLists())) return null;
  const ranks: NumberSet[] = await titleRanks(session, search, many);
  const inTitle = ranks.reduce((one, other) => one.or(other));
  if (inTitle.size < page.offset + page.limit) ranks.push(...(await otherRanks(session, search, many, inTitle)));
  const rows: Post[] = [];
  let before = 0;
  for (const rank of ranks) {
    const { size } = rank;
    const offset = Math.max(0, page.offset - before);
    const limit = Math.min(page.limit - rows.length, size - offset);
    before += size;
    if (limit <= 0) continue;
    const branches = await branchesAmong(session, rest, newest, found.among(rank));
    if (!branches) return null;
    rows.push(...(await branchRows(session, branches, { filter, columns, page: { limit, offset }, isLong: true })));
  }
  return rows;
}

const newest = { by: 'date', direction: 'desc' } as const;

/** The phrase in the excerpt, the phrase in the content, the rest. */
async function otherRanks(
  session: Session,
  search: readonly string[],
  { found, rest }: ManyFound,
  inTitle: NumberSet,
): Promise<NumberSet[]> {
  const left = found.ids.and(await filteredPosts(session, rest)).without(inTitle);
  const phrase = search.join(' ');
  const inTexts = search.length === 1 ? left : left.and(await postsWithPhrase(session, phrase));
  const inExcerpt = await postsWithExcerpt(session, inTexts.and(found.excerpted), phrase);
  return [inExcerpt, inTexts.without(inExcerpt), left.without(inTexts)];
}

async function postsWithPhrase(session: Session, phrase: string): Promise<NumberSet> {
  const search = [phrase];
  const { dialect } = await preparedSearch(session, { types: [], visibility: { anyOf: [] }, search });
  return dialect.foundPosts(search, false)?.ids ?? new NumberSet();
}
