import type { Generated } from 'kysely';

/** A column as data: each dialect maps a kind to its own SQL type, and the types of rows are derived from it. */
export interface Column<Value = unknown> {
  readonly kind:
    | 'id'
    | 'reference'
    | 'integer'
    | 'bigint'
    | 'double'
    | 'varchar'
    | 'tinytext'
    | 'text'
    | 'mediumtext'
    | 'longtext'
    | 'datetime';
  readonly length?: number;
  readonly default?: string | number;
  readonly nullable?: boolean;
  /** Never set: for the type of the values only. */
  readonly value?: Value;
}

export interface TableDefinition {
  readonly columns: Readonly<Record<string, Column>>;
  readonly primary: readonly string[];
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  /** The indexes an existing site has; `name(191)` indexes the beginning of a column. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
}

export const id: Column<Generated<number>> = { kind: 'id' };
export const reference: Column<Generated<number>> = { kind: 'reference', default: 0 };
export const integer: Column<Generated<number>> = { kind: 'integer', default: 0 };
export const bigint: Column<Generated<number>> = { kind: 'bigint', default: 0 };
export const double: Column<Generated<number>> = { kind: 'double', default: 0 };
export const datetime: Column<Generated<string>> = { kind: 'datetime', default: '0000-00-00 00:00:00' };
export const tinytext: Column<string> = { kind: 'tinytext' };
export const text: Column<string> = { kind: 'text' };
export const mediumtext: Column<string> = { kind: 'mediumtext' };
export const longtext: Column<string> = { kind: 'longtext' };
export const varchar = (length: number, initial = ''): Column<Generated<string>> => ({
  kind: 'varchar',
  length,
  default: initial,
});

export type ValueOf<C> = C extends Column<infer Value> ? Value : never;

export type RowsOf<Definitions extends Readonly<Record<string, TableDefinition>>> = {
  [Name in keyof Definitions]: {
    [C in keyof Definitions[Name]['columns']]: ValueOf<Definitions[Name]['columns'][C]>;
  };
};
