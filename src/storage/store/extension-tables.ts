import type { Direction, Page } from './list.ts';

/** A table that an extension declares; it is created under the prefix `…platen_`. */
export interface ExtensionTable<Row extends object> {
  readonly name: string;
  readonly columns: { readonly [K in keyof Row]: ColumnKind };
  /** The key column, unique for each row. */
  readonly key: keyof Row & string;
  /** The columns of each index. */
  readonly indexes?: readonly (readonly (keyof Row & string)[])[];
  readonly unique?: readonly (readonly (keyof Row & string)[])[];
  /** False: writes need not be recorded in the change log, because no response is made from the table. */
  readonly isLogged?: boolean;
}

/** A table without its row type: for creating tables, not for using them. */
export interface DeclaredTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  readonly key: string;
  readonly indexes?: readonly (readonly string[])[];
  readonly unique?: readonly (readonly string[])[];
}

/** `id` is auto-incremented; `short` is text of up to 191 characters that can be indexed; the others may be null. */
export type ColumnKind = 'id' | 'integer' | 'text' | 'short' | 'json' | 'datetime';

export type Condition<Row> = {
  readonly [K in keyof Row]?:
    | Row[K]
    | { readonly in: readonly Row[K][] }
    | { readonly from?: Row[K]; readonly below?: Row[K] }
    | { readonly contains: string };
};

export interface Rows<Row extends object> {
  find(where: Condition<Row>, order?: { by: keyof Row & string; direction: Direction }, page?: Page): Promise<Row[]>;
  count(where: Condition<Row>): Promise<number>;
  insert(row: Partial<Row>): Promise<number>;
  /** Adds a row whose id nobody needs, which costs a server no round trip inside a transaction. */
  append(row: Partial<Row>): Promise<void>;
  /** The same for a row that takes the place of the one with its key, if there is one. */
  put(row: Row): Promise<void>;
  update(where: Condition<Row>, changes: Partial<Row>): Promise<number>;
  /** Adds to a number in place, safe under concurrent writers. */
  increase(where: Condition<Row>, by: Partial<Record<keyof Row & string, number>>): Promise<number>;
  remove(where: Condition<Row>): Promise<number>;
}
