import { refusedWhere } from './where-errors.ts';

/** An expression as it was sent: checked in form, not yet in its names and types. */
export type WhereNode =
  | { readonly kind: 'and' | 'or'; readonly of: readonly WhereNode[] }
  | { readonly kind: 'not'; readonly of: WhereNode }
  | { readonly kind: 'field'; readonly name: string; readonly operators: Readonly<Record<string, unknown>> };

const deepest = 8;
const mostNodes = 64;

/** Takes an expression apart. `{"a":1,"b":2}` is both; `{"a":1}` is `{"a":{"=":1}}`; `{"a":[1,2]}` is `{"a":{"in":[1,2]}}`. */
export function parseWhere(text: string): WhereNode {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    throw refusedWhere('where must be JSON, such as {"author":1}.');
  }
  const budget = { left: mostNodes };
  return nodeOf(sent, 'where', 1, budget);
}

interface Budget {
  left: number;
}

function nodeOf(sent: unknown, at: string, depth: number, budget: Budget): WhereNode {
  if (depth > deepest) throw refusedWhere(`where is nested more than ${deepest} levels deep.`);
  if (!isRecord(sent)) throw refusedWhere(`${at} must be an object, such as {"author":1}.`);
  const members = Object.entries(sent);
  if (members.length === 0) throw refusedWhere(`${at} must not be empty.`);
  const of = members.map(([name, value]) => memberOf(name, value, `${at}.${nameInError(name)}`, depth, budget));
  const [only] = of;
  return only && of.length === 1 ? only : { kind: 'and', of };
}

function memberOf(name: string, value: unknown, at: string, depth: number, budget: Budget): WhereNode {
  budget.left -= conditionsIn(value);
  if (budget.left < 0) throw refusedWhere(`where has more than ${mostNodes} conditions.`);
  if (name === 'not') return { kind: 'not', of: nodeOf(value, at, depth + 1, budget) };
  if (name === 'and' || name === 'or') {
    if (!Array.isArray(value) || value.length === 0) throw refusedWhere(`${at} must be a list of conditions.`);
    return { kind: name, of: value.map((one, i) => nodeOf(one, `${at}[${i}]`, depth + 1, budget)) };
  }
  if (Array.isArray(value)) return { kind: 'field', name, operators: { in: value } };
  if (!isRecord(value)) return { kind: 'field', name, operators: { '=': value } };
  if (Object.keys(value).length === 0) throw refusedWhere(`${at} must have an operator, such as {"=":1}.`);
  return { kind: 'field', name, operators: value };
}

/** How many conditions a member stands for: each value of `all` is one. */
const conditionsIn = (value: unknown): number =>
  isRecord(value) && Array.isArray(value['all']) ? Math.max(1, new Set(value['all']).size) : 1;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A name as an error repeats it. */
export const nameInError = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
