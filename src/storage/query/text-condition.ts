import { any, type SqlCondition } from './condition.ts';
import type { Dialect } from './dialect.ts';
import type { SqlFragment } from './fragment.ts';
import { column } from './sql-names.ts';

/** A text column compared without case and accents; give it values that went through `dialect.fold`. */
export const foldedColumn = (dialect: Dialect, name: string): SqlFragment => dialect.folded(column(name));

/** At least one of the columns contains the text. */
export const anyContains = (dialect: Dialect, columns: readonly string[], text: string): SqlCondition =>
  any(columns.map((name) => dialect.contains(column(name), text)));
