import { sql } from 'kysely';
import { any, type Compared, type Condition, written } from './condition.ts';
import type { Dialect } from './dialect.ts';

/** A text column compared without case and accents; give it values that went through `dialect.fold`. */
export function foldedColumn(dialect: Dialect, name: string): Compared {
  return { name: `~${name}`, sql: () => dialect.folded(sql.ref<string>(name)) };
}

/** At least one of the columns has the text in it. */
export function anyContains(dialect: Dialect, columns: readonly string[], text: string): Condition {
  const needle = dialect.needle(text);
  return any(
    columns.map((name) => written(`${name}~`, [needle], (slots) => dialect.contains(sql.ref<string>(name), slots[0]!))),
  );
}
