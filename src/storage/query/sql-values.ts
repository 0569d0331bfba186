import { type Expression, sql } from 'kysely';
import { type Fragment, isFragment, noValues, type SqlFragment, shapesOf, valuesOf } from './fragment.ts';
import type { Value } from './param.ts';

/** A value inlined in the SQL. */
export const literal = (value: number | string): SqlFragment => ({
  shape: `${JSON.stringify(value)},`,
  values: noValues,
  build: () => sql.lit(value),
});

/** A list of values for `in`; at least one. */
export function valueList(values: readonly Value[]): SqlFragment {
  const filled = padded(values);
  return {
    shape: `@${filled.length},`,
    values: filled,
    build: (params) => sql.join(filled.map(() => params.next())),
  };
}

/** Pads a list to the next power of two with its last value, so that few shapes cover all usual lengths. */
export function padded<T>(values: readonly T[]): readonly T[] {
  if (values.length > 1024) return values;
  const length = 2 ** Math.ceil(Math.log2(values.length));
  if (length === values.length) return values;
  return [...values, ...Array<T>(length - values.length).fill(values.at(-1)!)];
}

/** The values to set by column name. */
export function assignments(
  columns: Readonly<Record<string, Value | SqlFragment<Value>>>,
): Fragment<Record<string, Expression<Value>>> {
  const names = Object.keys(columns);
  const parts = Object.values(columns);
  return {
    shape: `${names.join()}=${shapesOf(parts)};`,
    values: valuesOf(parts),
    build: (params) =>
      Object.fromEntries(
        parts.map((part, position) => [names[position], isFragment(part) ? part.build(params) : params.next<Value>()]),
      ),
  };
}
