import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Beyond } from '../store/list.ts';
import { codeOf, fragment, type SqlFragment, shapesOf, valuesOf } from './fragment.ts';
import type { Value } from './param.ts';
import { column } from './sql-names.ts';
import { valueList } from './sql-values.ts';

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

/** The column has none of these values; an empty list excludes nothing. */
export const noneOf = (compared: SqlFragment | string, values: readonly Value[]): SqlCondition =>
  not(oneOf(compared, values));

export const above = (name: string, value: Value): SqlCondition => fragment`${column(name)} > ${value}`;

export const atLeast = (name: string, value: Value): SqlCondition => fragment`${column(name)} >= ${value}`;

export const below = (name: string, value: Value): SqlCondition => fragment`${column(name)} < ${value}`;

/** The row comes after another one in an order by a column and then by id, or by id alone. An index finds the place. */
export function beyondRow(id: string, { direction, value, ...row }: Beyond, ordered?: string): SqlCondition {
  const further = direction === 'asc' ? above : below;
  const after = further(id, row.id);
  if (ordered === undefined || value === undefined) return after;
  const notBefore = direction === 'asc' ? atLeast(ordered, value) : not(above(ordered, value));
  return all([notBefore, any([further(ordered, value), after])]);
}
