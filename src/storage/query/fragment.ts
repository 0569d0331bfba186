import { type Expression, type OperationNode, type RawBuilder, sql, ValueNode } from 'kysely';

/** A value that a statement may be run with. */
export type Value = string | number | null;

/** A placeholder in a query for a value that is bound at each run; it ends up in the compiled parameters. */
export class Param<out V extends Value = Value> implements Expression<V> {
  readonly #index: number;

  constructor(index: number) {
    this.#index = index;
  }

  /** The index of the value that replaces it. */
  get index(): number {
    return this.#index;
  }

  get expressionType(): V | undefined {
    return undefined;
  }

  toOperationNode(): OperationNode {
    return ValueNode.create(this);
  }
}

/** Creates the placeholders of one statement, in the order of its values. */
export class Params {
  #taken = 0;

  get taken(): number {
    return this.#taken;
  }

  next<V extends Value>(): Param<V> {
    const param = new Param<V>(this.#taken);
    this.#taken += 1;
    return param;
  }
}

/**
 * A part of a statement as data. Fragments with the same `shape` build the same SQL and differ only in `values`, so
 * a statement is built and compiled once for the shapes of its fragments, and later runs only bind the values.
 * A shape is derived from the same inputs as the SQL, never written by hand.
 */
export interface Fragment<out Built = unknown> {
  readonly shape: string;
  readonly values: readonly Value[];
  /** Takes one of `params` for each of `values`, in the same order. */
  build(params: Params): Built;
}

export type SqlFragment<T = unknown> = Fragment<RawBuilder<T>>;

export const isFragment = <Built>(part: Value | Fragment<Built>): part is Fragment<Built> =>
  typeof part === 'object' && part !== null;

/** Short codes for the program's templates, columns and tables, whose number is bounded. */
const codes = new Map<TemplateStringsArray | string, string>();

/** The code of a template or name; never call it with caller input, since codes are never freed. */
export function codeOf(thing: TemplateStringsArray | string): string {
  let code = codes.get(thing);
  if (code === undefined) {
    code = codes.size.toString(36);
    codes.set(thing, code);
  }
  return code;
}

/**
 * SQL as a template literal: fragments are inlined, everything else is a value. The strings array of a literal is the
 * same object at every evaluation, so it identifies the template.
 */
export function fragment<T = unknown>(
  texts: TemplateStringsArray,
  ...parts: readonly (Value | Fragment<Expression<unknown>>)[]
): SqlFragment<T> {
  return {
    shape: `${codeOf(texts)}(${shapesOf(parts)})`,
    values: valuesOf(parts),
    build: (params) => sql<T>(texts, ...parts.map((part) => (isFragment(part) ? part.build(params) : params.next()))),
  };
}

export function joined(
  parts: readonly Fragment<Expression<unknown>>[],
  separator: ', ' | ' ' | ' + ' | ' union ' | ' union all ',
): SqlFragment {
  return {
    shape: `${codeOf(separator)}(${shapesOf(parts)})`,
    values: valuesOf(parts),
    build: (params) =>
      sql.join(
        parts.map((part) => part.build(params)),
        sql.raw(separator),
      ),
  };
}

/** Concatenates shapes; each one is self-delimiting. */
export function shapesOf(parts: readonly (Value | Fragment)[]): string {
  let shapes = '';
  for (const part of parts) shapes += isFragment(part) ? part.shape : '?';
  return shapes;
}

export const noValues: readonly Value[] = [];

export function valuesOf(parts: readonly (Value | Fragment)[]): readonly Value[] {
  const values: Value[] = [];
  for (const part of parts) {
    if (isFragment(part)) for (const value of part.values) values.push(value);
    else values.push(part);
  }
  return values;
}

/** A fragment that maps what another fragment builds. */
export const mapped = <From, To>(from: Fragment<From>, map: (built: From) => To): Fragment<To> => ({
  shape: from.shape,
  values: from.values,
  build: (params) => map(from.build(params)),
});

/** A value that a statement's builder branches on: each choice compiles to its own SQL. */
export const choice = <const Choice extends string | boolean | readonly string[]>(
  chosen: Choice,
): Fragment<Choice> => ({
  shape: `${chosen};`,
  values: noValues,
  build: () => chosen,
});

const columns = new Map<string, SqlFragment>();

/** A column by its name, `alias.name` or `name`. */
export function column(name: string): SqlFragment {
  let known = columns.get(name);
  if (!known) {
    known = { shape: `c${codeOf(name)},`, values: noValues, build: () => sql.ref(name) };
    columns.set(name, known);
  }
  return known;
}

/** A table by its name without the prefix. */
export const tableRef = (name: string): SqlFragment => ({
  shape: `t${codeOf(name)},`,
  values: noValues,
  build: () => sql.table(name),
});

/** A name for a table within a statement. */
export const aliasName = (name: string): SqlFragment => ({
  shape: `a${codeOf(name)},`,
  values: noValues,
  build: () => sql.id(name),
});

/** Raw SQL from the program itself, such as the name of a collation; never caller input. */
export const verbatimSql = (text: string): SqlFragment => ({
  shape: `v${codeOf(text)},`,
  values: noValues,
  build: () => sql.raw(text),
});

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
