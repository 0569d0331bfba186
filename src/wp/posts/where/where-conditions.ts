import type { Call } from '../../../api/call.ts';
import { isDateTime } from '../../../lib/schema/formats.ts';
import { storeMetaValue } from '../../../rules/meta-values.ts';
import type { ShownTaxonomy } from '../../../rules/taxonomies.ts';
import type { Zone } from '../../../rules/zone.ts';
import type { MetaComparison, MetaKey, PostExpression } from '../../../storage/store.ts';
import { readLimit } from '../operations/post-draft.ts';
import {
  anyNumber,
  anyText,
  type CostlyConditions,
  comparisons,
  joinedBy,
  listedValues,
  type ReadValue,
  refusedWhere,
  unknownOperator,
  wholeNumber,
} from './where-values.ts';

const mostParents = 20;
const mostTerms = 3_000;

/** Conditions on the terms of a taxonomy, by ids or slugs; with `descendants`, those below them count too. */
export async function termExpression(
  { name: taxonomy }: ShownTaxonomy,
  { name, operators }: { readonly name: string; readonly operators: Readonly<Record<string, unknown>> },
  { call, costly }: { readonly call: Call; readonly costly: CostlyConditions },
): Promise<PostExpression> {
  const { descendants = false, ...compared } = operators;
  if (typeof descendants !== 'boolean') throw refusedWhere(`${name} descendants is true or false.`);
  const holds = async (sent: readonly unknown[]): Promise<PostExpression> => {
    costly.addTermGroup();
    const ids = await idsOf(taxonomy, name, sent, call);
    return {
      kind: 'terms',
      group: { taxonomy, termIds: descendants ? await termsWithBelow(taxonomy, name, ids, call) : ids },
    };
  };
  const parts: PostExpression[] = [];
  for (const [operator, sent] of Object.entries(compared)) {
    if (operator === '=') parts.push(await holds([sent]));
    else if (operator === '!=') parts.push({ kind: 'not', of: await holds([sent]) });
    else if (operator === 'in') parts.push(await holds(listedValues(name, operator, sent)));
    else if (operator === 'not_in') parts.push({ kind: 'not', of: await holds(listedValues(name, operator, sent)) });
    else if (operator === 'all')
      for (const one of new Set(listedValues(name, operator, sent))) parts.push(await holds([one]));
    else throw unknownOperator(name, operator, '=, !=, in, not_in, all, descendants');
  }
  if (parts.length === 0) throw refusedWhere(`${name} must have an operator, such as {"in":[3]}.`);
  return joinedBy('and', parts);
}

/** The ids that were sent, and those of the slugs; a slug that no term has stands for none. */
async function idsOf(taxonomy: string, name: string, sent: readonly unknown[], { store }: Call): Promise<number[]> {
  const ids: number[] = [];
  const slugs: string[] = [];
  for (const one of sent) {
    const [id, slug] = [wholeNumber(one), anyText(one)];
    if (id !== undefined) ids.push(id);
    else if (slug !== undefined) slugs.push(slug);
    else throw refusedWhere(`${name} takes ids and slugs of terms.`);
  }
  if (slugs.length === 0) return [...new Set(ids)];
  const page = { limit: mostTerms, offset: 0 };
  const found = await store.terms.find({ taxonomy, slugs: [...new Set(slugs)] }, { by: 'id', direction: 'asc' }, page);
  return [...new Set([...ids, ...found.map(({ id }) => id)])];
}

/** The terms and all below them, within bounds. */
export async function termsWithBelow(
  taxonomy: string,
  name: string,
  ids: readonly number[],
  { store }: Call,
): Promise<number[]> {
  if (ids.length > mostParents) throw refusedWhere(`${name} takes at most ${mostParents} terms with descendants.`);
  const all = new Set<number>();
  for (const id of ids) for (const below of await store.terms.withDescendants(id, taxonomy)) all.add(below);
  if (all.size > mostTerms) throw refusedWhere(`${name} has more than ${mostTerms} terms below these.`);
  return [...all];
}

/** Comparisons of the stored values of a key; an item without one matches `exists: false` and the negations only. */
export function metaExpression(
  key: MetaKey,
  { name, operators }: { readonly name: string; readonly operators: Readonly<Record<string, unknown>> },
): PostExpression {
  const { exists, ...compared } = operators;
  const leaf = (comparison: MetaComparison): PostExpression => ({ kind: 'meta', key, compared: comparison });
  const parts: PostExpression[] = [];
  if (exists !== undefined) {
    if (typeof exists !== 'boolean') throw refusedWhere(`${name} exists is true or false.`);
    parts.push(exists ? leaf({ is: 'stored' }) : { kind: 'not', of: leaf({ is: 'stored' }) });
  }
  if (Object.keys(compared).length > 0) parts.push(valueExpression(key, { name, operators: compared }, leaf));
  return joinedBy('and', parts);
}

function valueExpression(
  { type }: MetaKey,
  field: { readonly name: string; readonly operators: Readonly<Record<string, unknown>> },
  leaf: (comparison: MetaComparison) => PostExpression,
): PostExpression {
  if (type === 'boolean') return booleanExpression(field, leaf);
  if (type === 'number') return comparisons(field, { read: anyNumber, expected: 'a number', ordered: true }, leaf);
  // Stored texts that look like values of another system are wrapped; compare with what is stored.
  const read = (sent: unknown) => {
    const text = anyText(sent);
    return text === undefined ? undefined : storeMetaValue(text);
  };
  return comparisons(field, { read, expected: 'a text', ordered: true }, leaf);
}

function booleanExpression(
  { name, operators }: { readonly name: string; readonly operators: Readonly<Record<string, unknown>> },
  leaf: (comparison: MetaComparison) => PostExpression,
): PostExpression {
  const parts = Object.entries(operators).map(([operator, sent]): PostExpression => {
    if (operator !== '=' && operator !== '!=') throw unknownOperator(name, operator, '=, !=, exists');
    if (typeof sent !== 'boolean') throw refusedWhere(`${name} ${operator} takes true or false.`);
    const isTrue = leaf({ is: 'true' });
    return sent === (operator === '=') ? isTrue : { kind: 'not', of: isTrue };
  });
  return joinedBy('and', parts);
}

const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text);

/** Comparisons of a date. A day alone is its beginning; equal to a day is every moment of it. */
export function dateExpression(
  column: 'date' | 'modified',
  operators: Readonly<Record<string, unknown>>,
  zone: Zone,
): PostExpression {
  const read: ReadValue<string> = (sent) => {
    const text = isDay(sent) ? `${sent}T00:00:00` : sent;
    const local = typeof text === 'string' && isDateTime(text) ? readLimit(text, zone)?.local : undefined;
    return isDay(sent) && !local?.startsWith(sent) ? undefined : local;
  };
  const { '=': day, ...others } = operators;
  const parts: PostExpression[] = [];
  if (isDay(day)) parts.push(wholeDay(column, read(day), day));
  const rest = isDay(day) ? others : operators;
  if (Object.keys(rest).length > 0) {
    const shape = { read, expected: 'a date such as 2026-01-31 or 2026-01-31T10:00:00', ordered: true };
    parts.push(
      comparisons({ name: column, operators: rest }, shape, (compared) => ({ kind: 'column', column, compared })),
    );
  }
  return joinedBy('and', parts);
}

function wholeDay(column: 'date' | 'modified', from: string | undefined, day: string): PostExpression {
  if (from === undefined) throw refusedWhere(`${column} = takes a date; there is no ${day}.`);
  return {
    kind: 'and',
    of: [
      { kind: 'column', column, compared: { is: '>=', value: from } },
      { kind: 'column', column, compared: { is: '<=', value: `${from.slice(0, 10)} 23:59:59` } },
    ],
  };
}
