import { sql } from 'kysely';
import { codeOf, noValues, type SqlFragment } from './fragment.ts';

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
