import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '../query/tables.ts';

/** Runs a statement that is written out, and returns its rows; `Row` is what it selects. */
export async function raw<Row = unknown>(
  db: Kysely<Tables>,
  text: string,
  values: readonly (string | number)[] = [],
): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** Names of tables as statements that are written out have them. */
export const quoted = (prefix: string, ...names: readonly string[]): string[] =>
  names.map((name) => `\`${prefix}${name}\``);
