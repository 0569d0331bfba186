import { all, atLeast, below, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { fragment } from '../query/fragment.ts';
import type { Value } from '../query/param.ts';
import { column } from '../query/sql-names.ts';
import type { Condition } from '../store/own-tables.ts';

/** A caller's condition on the rows of a declared table with this alias. */
export function ownCondition<Row>(where: Condition<Row>, alias: string, dialect: Dialect): SqlCondition {
  const wanted: [string, unknown][] = Object.entries(where);
  return all(wanted.flatMap(([name, value]) => columnConditions(`${alias}.${name}`, value, dialect)));
}

function columnConditions(name: string, wanted: unknown, dialect: Dialect): SqlCondition[] {
  if (wanted === undefined) return [];
  if (wanted === null) return [fragment`${column(name)} is null`];
  if (typeof wanted !== 'object') return [oneOf(name, [storedValue(wanted)])];
  if ('in' in wanted && Array.isArray(wanted.in)) return [oneOf(name, wanted.in.map(storedValue))];
  if ('contains' in wanted) return [dialect.contains(column(name), String(wanted.contains))];
  const conditions: SqlCondition[] = [];
  if ('from' in wanted && wanted.from !== undefined) conditions.push(atLeast(name, storedValue(wanted.from)));
  if ('below' in wanted && wanted.below !== undefined) conditions.push(below(name, storedValue(wanted.below)));
  return conditions;
}

/** A value in the form that the drivers accept. */
export const storedValue = (value: unknown): Value =>
  typeof value === 'boolean' ? Number(value) : value === null || typeof value === 'number' ? value : String(value);
