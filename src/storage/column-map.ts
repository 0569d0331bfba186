import { type AliasedExpression, sql } from 'kysely';
import type { Value } from './condition.ts';

/** Plain name → column name, for every member of a row. */
export type ColumnMap<Row> = { readonly [K in keyof Row]-?: string };

/** The columns of one table under their plain names. */
export function selection<Row>(
  alias: string,
  map: ColumnMap<Row>,
  names: readonly (keyof Row & string)[],
): AliasedExpression<unknown, string>[] {
  return names.map((name) => sql.ref(`${alias}.${map[name]}`).as(name));
}

/** Given members under their column names; members that are not given stay out. */
export function columnsOf<Row>(map: ColumnMap<Row>, changes: Partial<Row>): Record<string, Value> {
  const columns: Record<string, Value> = {};
  for (const name of Object.keys(changes) as (keyof Row & string)[]) {
    const value = changes[name];
    if (value !== undefined) columns[map[name]] = value as Value;
  }
  return columns;
}
