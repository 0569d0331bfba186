import type { RawBuilder } from 'kysely';
import { never, oneOf } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { fragment, literal, type SqlFragment, tableRef } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { MetaExpression, PostExpression, TooBroad } from '../store/post-expression.ts';
import type { PostFilter, PostOrder } from '../store/posts.ts';
import { idsOf, sourcesOf } from './candidate-sources.ts';
import { isMetaWalk } from './list-plan.ts';
import { conjunctsOf, pushDown } from './push-down.ts';

/** A list may look at this many rows of which an index does not say that they match. */
const mostCandidates = 5_000;
/** So many parts of an expression are tried; so few rows are not worth another try. */
const mostTried = 4;
const fewCandidates = 100;

/**
 * How to read a list with an expression at a cost that follows the request: as an ordinary list, through the part of the
 * expression that an index narrows best, or at full length where the site is small. Else says what is missing.
 */
export async function planExpression(
  session: Session,
  sent: PostFilter,
  order: PostOrder,
): Promise<PostFilter | TooBroad> {
  const filter = pushDown(withOrdered(sent, order));
  if (!filter.where || isFew(filter) || isMetaWalk(filter, order)) return filter;
  if ((await rowsOf(session, filter)) <= mostCandidates) return filter;
  let best: { readonly among: PostExpression; readonly n: number } | null = null;
  for (const { among, sources } of narrowing(filter, filter.where, session.dialect)) {
    const n = await count(session, fragment`(${idsOf(sources, mostCandidates + 1)})`);
    if (n <= mostCandidates && (!best || n < best.n)) best = { among, n };
    if (best && best.n <= fewCandidates) break;
  }
  if (best) return { ...filter, among: best.among };
  const missing = unindexed(filter.where).map(({ key }) => key.name);
  return { missing: [...new Set(missing)], most: mostCandidates };
}

/** A list in the order of a key shows the posts that have a value of it. */
function withOrdered(filter: PostFilter, order: PostOrder): PostFilter {
  if (order.by !== 'meta') return filter;
  const has: PostExpression = { kind: 'meta', key: order.key, compared: { is: 'stored' } };
  return { ...filter, where: filter.where ? { kind: 'and', of: [filter.where, has] } : has };
}

const isFew = ({ ids, slugs, parentIds }: PostFilter): boolean =>
  Boolean(ids ?? slugs) || (parentIds !== undefined && !parentIds.includes(0));

/** The parts of a filter that an index finds, with their sources: those that are likely to find the fewest. */
function narrowing(filter: PostFilter, where: PostExpression, dialect: Dialect) {
  const parts = [...conjunctsOf(where), ...indexedMembers(filter)].sort((one, other) => rank(one) - rank(other));
  const found = parts.flatMap((among) => {
    const sources = sourcesOf(among, filter, dialect);
    return sources ? [{ among, sources }] : [];
  });
  return found.slice(0, mostTried);
}

/** In which order parts are tried: equal values first, then ranges, and what costs most to look up last. */
function rank(expression: PostExpression): number {
  switch (expression.kind) {
    case 'terms':
      return 0;
    case 'column':
      return expression.compared.is === 'in' ? 0 : 1;
    case 'meta':
      if (!expression.key.isIndexed) return 2;
      return expression.compared.is === 'in' ? 0 : 1;
    case 'text':
      return 3;
    case 'not':
    case 'textIn':
      return 4;
    case 'and':
    case 'or':
      return Math.max(1, ...expression.of.map(rank));
  }
}

/** The members of a filter that an index finds, as expressions. */
function indexedMembers(filter: PostFilter): PostExpression[] {
  const { withTerms = [], authorIds, after, before } = filter;
  const parts: PostExpression[] = withTerms.map((group) => ({ kind: 'terms', group }));
  if (authorIds) parts.push({ kind: 'column', column: 'author', compared: { is: 'in', values: authorIds } });
  if (after !== undefined) parts.push({ kind: 'column', column: 'date', compared: { is: '>', value: after } });
  if (before !== undefined) parts.push({ kind: 'column', column: 'date', compared: { is: '<', value: before } });
  return parts;
}

/** The keys without an index whose values an expression needs. */
function unindexed(expression: PostExpression): MetaExpression[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.of.flatMap(unindexed);
    case 'meta':
      return expression.key.isIndexed || expression.key.type === 'boolean' ? [] : [expression];
    default:
      return [];
  }
}

const counted = statement(({ db }, { rows }: { readonly rows: RawBuilder<{ id: number }> }) =>
  db.selectFrom(rows.as('c')).select(({ fn }) => fn.countAll<number>().as('n')),
);

const count = async (session: Session, rows: SqlFragment<{ id: number }>): Promise<number> =>
  (await session.select(counted, { rows }, true))[0]?.n ?? 0;

/** How many posts of the types there are, or one more than may be read. */
async function rowsOf(session: Session, { types }: PostFilter): Promise<number> {
  const which = oneOf('p.post_type', types);
  if (which === never) return 0;
  return count(
    session,
    fragment`(select p.ID as id from ${tableRef('posts')} as p where ${which} limit ${literal(mostCandidates + 1)})`,
  );
}
