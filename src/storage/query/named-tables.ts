import type { Kysely } from 'kysely';
import type { Value } from './param.ts';
import type { Tables } from './tables.ts';

/** The database for tables that are known only by name, such as those of extensions; columns have any type. */
export const namedTables = (db: Kysely<Tables>) =>
  db.$pickTables<never>().$extendTables<Record<string, Record<string, Value>>>();
