import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Beyond, Direction } from '../store/list.ts';
import type { Comparison, Range } from '../store/post-expression.ts';
import {
  codeOf,
  column,
  fragment,
  joined,
  literal,
  padded,
  type SqlFragment,
  shapesOf,
  type Value,
  valueList,
  valuesOf,
} from './fragment.ts';

/** A condition on rows, as data. */
export type SqlCondition = SqlFragment<SqlBool>;

/** A condition as it is passed to a statement's builder. */
export type BuiltCondition = Expression<SqlBool>;

export const always: SqlCondition = fragment`1 = 1`;
export const never: SqlCondition = fragment`1 = 0`;

/** True when every one of these is true. */
export function all(conditions: readonly SqlCondition[]): SqlCondition {
  if (conditions.includes(never)) return never;
  return combined(
    conditions.filter((condition) => condition !== always),
    ' and ',
    always,
  );
}

/** True when at least one of these is true. */
export function any(conditions: readonly SqlCondition[]): SqlCondition {
  if (conditions.includes(always)) return always;
  return combined(
    conditions.filter((condition) => condition !== never),
    ' or ',
    never,
  );
}

export function not(condition: SqlCondition): SqlCondition {
  if (condition === always) return never;
  if (condition === never) return always;
  return fragment`not (${condition})`;
}

function combined(conditions: readonly SqlCondition[], operator: ' and ' | ' or ', empty: SqlCondition): SqlCondition {
  const [first] = conditions;
  if (!first) return empty;
  if (conditions.length === 1) return first;
  return {
    shape: `${codeOf(operator)}(${shapesOf(conditions)})`,
    values: valuesOf(conditions),
    build: (params) =>
      balanced(
        conditions.map((condition) => condition.build(params)),
        sql.raw(operator),
      ),
  };
}

/** Builds a balanced tree, because databases limit the depth of an expression, and a chain is as deep as it is long. */
function balanced(conditions: readonly BuiltCondition[], operator: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (conditions.length <= 16) return sql`(${sql.join(conditions, operator)})`;
  const middle = conditions.length >> 1;
  return sql`(${balanced(conditions.slice(0, middle), operator)}${operator}${balanced(conditions.slice(middle), operator)})`;
}

const expressionOf = (compared: SqlFragment | string): SqlFragment =>
  typeof compared === 'string' ? column(compared) : compared;

/** The column has one of these values; an empty list matches nothing. */
export function oneOf(compared: SqlFragment | string, values: readonly Value[]): SqlCondition {
  const [first] = values;
  if (first === undefined) return never;
  const left = expressionOf(compared);
  return values.length === 1 ? fragment`${left} = ${first}` : fragment`${left} in (${valueList(values)})`;
}

/** A comparison of an expression with one limit. */
export function inRange(compared: SqlFragment, range: Range, value: Value): SqlCondition {
  switch (range) {
    case '<':
      return fragment`${compared} < ${value}`;
    case '<=':
      return fragment`${compared} <= ${value}`;
    case '>':
      return fragment`${compared} > ${value}`;
    case '>=':
      return fragment`${compared} >= ${value}`;
  }
}

/** A comparison of an expression with a list or with one limit. */
export const comparison = (compared: SqlFragment, to: Comparison<string> | Comparison<number>): SqlCondition =>
  to.is === 'in' ? oneOf(compared, to.values) : inRange(compared, to.is, to.value);

/** The column has none of these values; an empty list excludes nothing. */
export const noneOf = (compared: SqlFragment | string, values: readonly Value[]): SqlCondition =>
  not(oneOf(compared, values));

export const above = (name: string, value: Value): SqlCondition => inRange(column(name), '>', value);
export const atLeast = (name: string, value: Value): SqlCondition => inRange(column(name), '>=', value);
export const below = (name: string, value: Value): SqlCondition => inRange(column(name), '<', value);

/** The row comes after another one in an order by a column and then by id, or by id alone. An index finds the place. */
export function beyondRow(id: string, { direction, value, ...row }: Beyond, ordered?: string): SqlCondition {
  const further = direction === 'asc' ? above : below;
  const after = further(id, row.id);
  if (ordered === undefined || value === undefined) return after;
  const notBefore = direction === 'asc' ? atLeast(ordered, value) : not(above(ordered, value));
  return all([notBefore, any([further(ordered, value), after])]);
}

/** An `order by`, as data. */
export type ListOrder = SqlFragment;

export function byColumns(...columns: readonly (readonly [SqlFragment, Direction])[]): ListOrder {
  return joined(
    columns.map(([compared, direction]) => directed(compared, direction)),
    ', ',
  );
}

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
