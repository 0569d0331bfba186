import type { Call } from '../../../api/call.ts';
import type { ShownTaxonomy } from '../../../rules/taxonomies.ts';
import type { ColumnComparison, PostExpression } from '../../../storage/store.ts';
import type { ContentKind } from '../content-kind.ts';
import { searchWords } from '../content-list-arguments.ts';
import { cleanSlug } from '../operations/post-slug.ts';
import { comparableKey } from './meta-keys.ts';
import { readRelated } from './related-condition.ts';
import { dateExpression, metaExpression, termExpression } from './where-conditions.ts';
import { anyText, CostlyConditions, comparisons, joinedBy, refusedWhere, wholeNumber } from './where-values.ts';

type Field = Extract<WhereNode, { kind: 'field' }>;

/** For whom and on what an expression is read, and what it has had so far. */
interface Reading {
  readonly kinds: readonly ContentKind[];
  readonly call: Call;
  readonly costly: CostlyConditions;
}

/** Reads an expression on lists of these kinds: its names and types are checked for this caller. */
export function readWhere(text: string, kinds: readonly ContentKind[], call: Call): Promise<PostExpression> {
  return expressionOf(parseWhere(text), { kinds, call, costly: new CostlyConditions() });
}

async function expressionOf(node: WhereNode, reading: Reading): Promise<PostExpression> {
  if (node.kind === 'field') return fieldExpression(node, reading);
  if (node.kind === 'not') return { kind: 'not', of: await expressionOf(node.of, reading) };
  const of: PostExpression[] = [];
  for (const one of node.of) of.push(await expressionOf(one, reading));
  return { kind: node.kind, of };
}

async function fieldExpression(field: Field, reading: Reading): Promise<PostExpression> {
  const { kinds, call } = reading;
  const own = columnExpression(field, reading);
  if (own) return own;
  if (field.name.startsWith('meta.')) {
    const found = comparableKey(kinds, field.name.slice('meta.'.length), call.caller);
    if (found) return ofTypes(metaExpression(found.key, field), found.types, kinds);
  }
  const held = kinds.filter(({ taxonomies }) => taxonomies.some((one) => isNamed(one, field.name)));
  const taxonomy = held[0]?.taxonomies.find((one) => isNamed(one, field.name));
  if (taxonomy) {
    const types = held.map(({ type }) => type.name);
    return ofTypes(await termExpression(taxonomy, field, reading), types, kinds);
  }
  const related = field.name === 'related' ? readRelated(field.operators, kinds, call.caller) : null;
  if (related) return related;
  throw refusedWhere(`There is no field ${nameInError(field.name)} that you can compare here.`);
}

const isNamed = ({ name, restBase }: ShownTaxonomy, sent: string): boolean => sent === name || sent === restBase;

/** Only items of these types, where the list has others as well. */
function ofTypes(expression: PostExpression, types: readonly string[], kinds: readonly ContentKind[]): PostExpression {
  if (types.length === kinds.length) return expression;
  return { kind: 'and', of: [{ kind: 'column', column: 'type', compared: { is: 'in', values: types } }, expression] };
}

const numbers: Readonly<
  Record<string, Extract<ColumnComparison, { column: 'id' | 'author' | 'parent' | 'menuOrder' }>['column']>
> = {
  id: 'id',
  author: 'author',
  parent: 'parent',
  menu_order: 'menuOrder',
};

function columnExpression(field: Field, reading: Reading): PostExpression | null {
  const { kinds, call } = reading;
  const { name, operators } = field;
  const number = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
  if (number) {
    const ordered = number === 'menuOrder' || number === 'id';
    return comparisons(field, { read: wholeNumber, expected: 'a whole number', ordered }, (compared) => ({
      kind: 'column',
      column: number,
      compared,
    }));
  }
  if (name === 'date' || name === 'modified') return dateExpression(name, operators, call.site.zone);
  if (name === 'text') return textExpression(field, reading);
  if (name !== 'slug' && name !== 'status' && name !== 'type') return null;
  const [kind] = kinds;
  return comparisons(field, { read: anyText, expected: 'a text', ordered: false }, (compared) => {
    const values = compared.is === 'in' ? compared.values : [];
    const stored = name === 'slug' && kind ? values.map((value) => cleanSlug(kind, value)) : values;
    return { kind: 'column', column: name, compared: { is: 'in', values: stored } };
  });
}

/** Words as a search takes them. A protected text is searched only for those who may edit its item. */
function textExpression({ name, operators }: Field, { kinds, call, costly }: Reading): PostExpression {
  costly.addText();
  const { '=': sent, ...others } = operators;
  const text = anyText(sent);
  if (text === undefined || Object.keys(others).length > 0) throw refusedWhere(`${name} takes words to look for.`);
  const open = { anyOf: kinds.flatMap(({ visibility }) => visibility.editable(call.caller).anyOf) };
  const { wanted, unwanted } = searchWords(text);
  if (wanted.length + unwanted.length === 0) throw refusedWhere(`${name} takes words to look for.`);
  const parts: PostExpression[] = unwanted.map((word) => ({ kind: 'not', of: { kind: 'text', words: [word], open } }));
  if (wanted.length > 0) parts.unshift({ kind: 'text', words: wanted, open });
  return joinedBy('and', parts);
}

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
