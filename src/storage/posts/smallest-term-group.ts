import { type BuiltCondition, never, oneOf } from '../query/condition.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { TermGroup } from '../store/post-expression.ts';
import type { PostFilter } from '../store/posts.ts';

const termSizes = statement(({ db }, { condition }: { readonly condition: BuiltCondition }) =>
  db
    .selectFrom('term_taxonomy as x')
    .select(['x.term_id as id', 'x.taxonomy as taxonomy', 'x.count as count'])
    .where(condition),
);

/** The filter with the group of terms first that has the fewest posts: a list walks these, and looks the others up. */
export async function smallestGroupFirst(session: Session, filter: PostFilter): Promise<PostFilter> {
  const { withTerms } = filter;
  if (!withTerms || withTerms.length < 2) return filter;
  const condition = oneOf(
    'x.term_id',
    withTerms.flatMap(({ termIds }) => termIds),
  );
  if (condition === never) return filter;
  const sizes = await session.select(termSizes, { condition });
  const sizeOf = ({ taxonomy, termIds }: TermGroup): number =>
    sizes
      .filter((size) => size.taxonomy === taxonomy && termIds.includes(size.id))
      .reduce((sum, { count }) => sum + count, 0);
  return { ...filter, withTerms: withTerms.toSorted((one, other) => sizeOf(one) - sizeOf(other)) };
}
