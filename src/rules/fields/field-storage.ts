import type { MetaSchema } from '../meta-schema.ts';
import { type MetaCodec, readField, writeField } from '../meta-values.ts';

/** A row of the tables that hold meta. */
export interface StoredMeta {
  readonly key: string;
  readonly value: string | null;
}

/** The rows that one key has after a write. */
export interface MetaChange {
  readonly key: string;
  readonly values: readonly string[];
  /** The keys of all rows that the value may have besides: those that the same write does not set are removed. */
  readonly parts?: RegExp;
}

/** A key of rows, or how several of them begin. */
export type RowKey = string | { readonly prefix: string };

/** Whether a row of this key is meant. */
export const isRowOf = (wanted: RowKey, key: string): boolean =>
  typeof wanted === 'string' ? key === wanted : key.startsWith(wanted.prefix);

/** A key with what its values are. */
export interface StoredField extends MetaSchema {
  readonly key: string;
  /** The key of the stored rows, if not the name that the interface shows. */
  readonly storedAs?: string;
}

export const storedKey = ({ key, storedAs = key }: StoredField): string => storedAs;

/**
 * How the values of fields are kept in rows. Another layout, such as one row for each part of a value, is another value
 * of this type.
 */
export interface FieldStorage {
  /** The rows that reading it takes. */
  keys(field: StoredField): readonly RowKey[];
  /** The value that the rows of an item hold: undefined for none, null for one that was emptied. */
  read(field: StoredField, rows: readonly StoredMeta[]): unknown;
  /** What the rows are for this value; undefined removes it. */
  write(field: StoredField, value: unknown): readonly MetaChange[];
}

/** A value in one row: plain texts and numbers as they are, lists and objects in the format of existing sites. */
export function oneRow(codec: MetaCodec | undefined): FieldStorage {
  return {
    keys: (field) => [storedKey(field)],
    read: (field, rows) => {
      const row = rows.find((one) => one.key === storedKey(field));
      return row && (readField(field, row.value, codec) ?? undefined);
    },
    write: (field, value) => [
      { key: storedKey(field), values: value === undefined ? [] : [writeField(field, value, codec)] },
    ],
  };
}
