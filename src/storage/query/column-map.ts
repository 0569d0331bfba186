import type { SelectType } from 'kysely';
import { assignments, type Fragment, mapped, type Param, type Value } from './fragment.ts';
import { keysOf, type Tables } from './tables.ts';

/** Member name → column name, for every member of a row; the types of both must match. */
export type ColumnMap<Row, Table extends keyof Tables> = {
  readonly [Name in keyof Row]-?: ColumnOf<Table, Row[Name]>;
};

type ColumnOf<Table extends keyof Tables, V> = {
  [Column in keyof Tables[Table]]: SelectType<Tables[Table][Column]> extends V ? Column & string : never;
}[keyof Tables[Table]];

type AnyColumnMap = Readonly<Record<string, string>>;

/** Columns of a table under their member names, as Kysely parses them in a `select`. */
export type Selected<Alias extends string, Columns extends AnyColumnMap> = {
  [Name in keyof Columns & string]: `${Alias}.${Columns[Name]} as ${Name}`;
}[keyof Columns & string];

/** The named columns of a table, for a statement to select; all of them where no names are given. */
export function selection<Alias extends string, const Columns extends AnyColumnMap>(
  alias: Alias,
  columns: Columns,
  names: readonly (keyof Columns & string)[] = keysOf(columns),
): readonly Selected<Alias, Columns>[] {
  // Each string combines a name and its own column, which a template type cannot express.
  return names.map((name) => `${alias}.${columns[name]} as ${name}` as Selected<Alias, Columns>);
}

/** The given members as parameters by column name. */
export type ColumnParams<Columns extends AnyColumnMap, Given> = {
  // Members without a column are left out.
  [Name in keyof Given as Name extends keyof Columns ? Columns[Name] : never]: Param<
    Exclude<Given[Name], undefined> & Value
  >;
};

/** The column values to write; members that are not given are left out. */
export function columnValues<const Columns extends AnyColumnMap, Given extends { [Name in keyof Columns]?: Value }>(
  columns: Columns,
  given: Given,
): Fragment<ColumnParams<Columns, Given>> {
  const written: Record<string, Value> = {};
  for (const name of keysOf(columns)) {
    const value = given[name];
    if (value !== undefined) written[columns[name]!] = value;
  }
  // One parameter per given member, by its column, which is what `ColumnParams` describes.
  return mapped(assignments(written), (built) => built as ColumnParams<Columns, Given>);
}
