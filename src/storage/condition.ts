import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/** What a statement may be given at a run. */
export type Value = string | number | null;

/**
 * A condition as data. Two conditions of one `shape` differ only in their `values`, so the text of a query is built
 * once per shape and every later run only fills the values in.
 */
export interface Condition {
  readonly shape: string;
  readonly values: readonly Value[];
  /** Writes the SQL with a stand-in for each of `values`, in the same order. */
  build(slots: readonly Value[]): Expression<SqlBool>;
}

export const always: Condition = { shape: 'T', values: [], build: () => sql<SqlBool>`1 = 1` };
export const never: Condition = { shape: 'F', values: [], build: () => sql<SqlBool>`1 = 0` };

/** Every one of these holds. */
export function all(conditions: readonly Condition[]): Condition {
  if (conditions.includes(never)) return never;
  return join(
    conditions.filter((condition) => condition !== always),
    'and',
    always,
  );
}

/** At least one of these holds. */
export function any(conditions: readonly Condition[]): Condition {
  if (conditions.includes(always)) return always;
  return join(
    conditions.filter((condition) => condition !== never),
    'or',
    never,
  );
}

export function not(condition: Condition): Condition {
  if (condition === always) return never;
  if (condition === never) return always;
  return {
    shape: `!${condition.shape}`,
    values: condition.values,
    build: (slots) => sql<SqlBool>`not (${condition.build(slots)})`,
  };
}

function join(parts: readonly Condition[], word: 'and' | 'or', empty: Condition): Condition {
  if (parts.length === 0) return empty;
  if (parts.length === 1) return parts[0]!;
  return {
    shape: `(${parts.map((part) => part.shape).join(word === 'and' ? '&' : '|')})`,
    values: parts.flatMap((part) => part.values),
    build: (slots) => {
      let from = 0;
      const built = parts.map((part) => {
        const mine = slots.slice(from, from + part.values.length);
        from += part.values.length;
        return part.build(mine);
      });
      return balanced(built, word === 'and' ? sql` and ` : sql` or `);
    },
  };
}

/** In halves of halves, because databases limit how deep an expression may be, and a chain is as deep as it is long. */
function balanced(parts: readonly Expression<SqlBool>[], word: RawBuilder<unknown>): Expression<SqlBool> {
  if (parts.length <= 16) return sql<SqlBool>`(${sql.join(parts, word)})`;
  const middle = parts.length >> 1;
  return sql<SqlBool>`(${balanced(parts.slice(0, middle), word)}${word}${balanced(parts.slice(middle), word)})`;
}

/** A condition written out; `shape` must name everything in the text that is not a value. */
export function written(
  shape: string,
  values: readonly Value[],
  build: (slots: readonly Value[]) => Expression<SqlBool>,
): Condition {
  return { shape, values, build };
}

/** What is compared: a column, or an expression over one, under the name that stands for it in a shape. */
export interface Compared {
  readonly name: string;
  /** Written only when a query is built, which is once per shape. */
  sql(): RawBuilder<unknown>;
}

export const column = (name: string): Compared => ({ name, sql: () => sql.ref(name) });

/** The column holds one of these; an empty list matches nothing. */
export function oneOf(compared: Compared | string, values: readonly Value[]): Condition {
  if (values.length === 0) return never;
  const { name, sql: left } = typeof compared === 'string' ? column(compared) : compared;
  if (values.length === 1) return written(`${name}=`, values, (slots) => sql<SqlBool>`${left()} = ${slots[0]}`);
  const filled = padded(values);
  return written(`${name}@${filled.length}`, filled, (slots) => sql<SqlBool>`${left()} in (${sql.join(slots)})`);
}

/** The column holds none of these; an empty list leaves nothing out. */
export const noneOf = (compared: Compared | string, values: readonly Value[]): Condition =>
  not(oneOf(compared, values));

export const above = (name: string, value: Value): Condition =>
  written(`${name}>`, [value], (slots) => sql<SqlBool>`${sql.ref(name)} > ${slots[0]}`);

export const below = (name: string, value: Value): Condition =>
  written(`${name}<`, [value], (slots) => sql<SqlBool>`${sql.ref(name)} < ${slots[0]}`);

/** Lists are filled up to the next power of two with their last value, so that few shapes serve all usual lengths. */
export function padded<T>(values: readonly T[]): readonly T[] {
  if (values.length > 1024) return values;
  const length = 2 ** Math.ceil(Math.log2(values.length));
  if (length === values.length) return values;
  return [...values, ...Array<T>(length - values.length).fill(values.at(-1)!)];
}
