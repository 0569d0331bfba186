import { storeMetaValue } from '../../../rules/meta-values.ts';
import type { MetaComparison, MetaKey, PostExpression } from '../../../storage/store.ts';
import { refusedWhere } from './where-errors.ts';
import { anyNumber, anyText, comparisons, joinedBy, unknownOperator } from './where-values.ts';

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
