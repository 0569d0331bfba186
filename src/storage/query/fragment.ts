import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Params, Value } from './param.ts';

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

/** A fragment that is a piece of SQL. */
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

/** Joins fragments with a separator. */
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
