import type { Direction } from '../store/list.ts';
import type { SqlCondition } from './condition.ts';
import { fragment, joined, type SqlFragment } from './fragment.ts';
import type { Value } from './param.ts';
import { literal, padded } from './sql-values.ts';

/** An `order by`, as data. */
export type ListOrder = SqlFragment;

/** Orders by columns, each in its own direction. */
export function byColumns(...columns: readonly (readonly [SqlFragment, Direction])[]): ListOrder {
  return joined(
    columns.map(([compared, direction]) => directed(compared, direction)),
    ', ',
  );
}

/** Orders by position in a list. */
export function byList(compared: SqlFragment, list: readonly Value[], direction: Direction): ListOrder {
  if (list.length === 0) return byColumns([compared, direction]);
  const positions = padded(list).map((value, position) => fragment`when ${value} then ${literal(position)}`);
  return directed(fragment`case ${compared} ${joined(positions, ' ')} end`, direction);
}

/** Orders by the first condition that a row meets, then by `next`. */
export function byRank(conditions: readonly SqlCondition[], next: ListOrder): ListOrder {
  const ranks = conditions.map((condition, rank) => fragment`when ${condition} then ${literal(rank)}`);
  return fragment`case ${joined(ranks, ' ')} else ${literal(conditions.length)} end, ${next}`;
}

const directed = (compared: SqlFragment, direction: Direction): SqlFragment =>
  direction === 'asc' ? fragment`${compared} asc` : fragment`${compared} desc`;
