import type { RawBuilder } from 'kysely';
import { fragment, joined } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { tableRef } from '../query/sql-names.ts';
import { literal } from '../query/sql-values.ts';
import { statement } from '../query/statement.ts';
import type { PostFilter } from '../store/posts.ts';

interface TermSize {
  /** Which of the groups has the term. */
  readonly group: number;
  readonly posts: number;
}

const termSizes = statement(({ db }, { rows }: { readonly rows: RawBuilder<TermSize> }) =>
  db.selectFrom(rows.as('s')).select(['s.group', 's.posts']),
);

/** Of more terms than this, the sizes are not looked up. */
const mostTerms = 24;

/** The filter with the group of terms first that has the fewest posts: a list walks these, and looks the others up. */
export async function smallestGroupFirst(session: Session, filter: PostFilter): Promise<PostFilter> {
  const { withTerms } = filter;
  const count = withTerms?.flatMap(({ termIds }) => termIds).length ?? 0;
  if (!withTerms || withTerms.length < 2 || count === 0 || count > mostTerms) return filter;
  const terms = withTerms.flatMap(({ taxonomy, termIds }, group) =>
    termIds.map(
      (id) =>
        fragment`select ${literal(group)} as "group", x.count as posts from ${tableRef('term_taxonomy')} as x where x.term_id = ${id} and x.taxonomy = ${taxonomy}`,
    ),
  );
  const sizes = await session.select(termSizes, { rows: fragment<TermSize>`(${joined(terms, ' union all ')})` });
  const posts = withTerms.map(() => 0);
  for (const { group, posts: n } of sizes) posts[Number(group)] = (posts[Number(group)] ?? 0) + Number(n);
  const smallest = posts.indexOf(Math.min(...posts));
  return { ...filter, withTerms: [...withTerms.slice(smallest), ...withTerms.slice(0, smallest)] };
}
