import { all, type SqlCondition } from '../../query/condition.ts';
import type { Dialect, IdRange, SearchedRows } from '../../query/dialect.ts';
import { fragment } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import type { PostFilter } from '../../store/posts.ts';
import { candidateTerms } from '../candidate-sources.ts';
import { postCondition } from '../post-condition.ts';

/** The members of a filter that need no other columns than an index of texts has. */
const narrow: ReadonlySet<string> = new Set<keyof PostFilter>([
  'beyond',
  'types',
  'visibility',
  'statuses',
  'notIds',
  'authorIds',
  'notAuthorIds',
  'parentIds',
  'notParentIds',
  'after',
  'before',
  'search',
  'notSearch',
  'withoutPassword',
  'withTerms',
  'withoutTerms',
]);

/** The rows of a search from the index of texts, or those with ids in a range; null where it cannot filter them. */
export function indexedRows({ textIndex }: Dialect, filter: PostFilter, ids?: IdRange): SearchedRows | null {
  const { search, beyond } = filter;
  if (!search || (beyond && beyond.by !== 'date' && beyond.by !== 'id')) return null;
  const isNarrow = Object.entries(filter).every(([name, value]) => value === undefined || narrow.has(name));
  return (isNarrow && textIndex?.rows(search, ids)) || null;
}

/** What a filter says besides its words. */
export function restOf({ dialect }: Session, { search: _words, ...rest }: PostFilter): SqlCondition {
  return postCondition(rest, dialect);
}

/** The same for many rows: the posts of terms are looked up once, not for every row. */
export function restOfMany(session: Session, { withTerms = [], ...rest }: PostFilter): SqlCondition {
  const terms = withTerms.map((group): SqlCondition => fragment`p.ID in (${candidateTerms(group)})`);
  return all([restOf(session, rest), ...terms]);
}
