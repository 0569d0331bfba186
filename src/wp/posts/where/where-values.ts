import type { Comparison, PostExpression, Range } from '../../../storage/store.ts';
import { refusedWhere } from './where-errors.ts';

const mostValues = 100;
const longestText = 1_000;

/** Reads one value as the type of a field; undefined where it is of another one. */
export type ReadValue<V> = (sent: unknown) => V | undefined;

export const wholeNumber: ReadValue<number> = (sent) =>
  typeof sent === 'number' && Number.isSafeInteger(sent) ? sent : undefined;
export const anyNumber: ReadValue<number> = (sent) =>
  typeof sent === 'number' && Number.isFinite(sent) ? sent : undefined;
export const anyText: ReadValue<string> = (sent) =>
  typeof sent === 'string' && sent.length <= longestText && sent.isWellFormed() && !sent.includes('\0')
    ? sent
    : undefined;

const ranges: ReadonlySet<string> = new Set<Range>(['<', '<=', '>', '>=']);
const isRange = (operator: string): operator is Range => ranges.has(operator);

/** The comparisons of a field, all of which must be true. */
export function comparisons<V extends string | number>(
  { name, operators }: { readonly name: string; readonly operators: Readonly<Record<string, unknown>> },
  { read, expected, ordered }: { readonly read: ReadValue<V>; readonly expected: string; readonly ordered: boolean },
  leaf: (compared: Comparison<V>) => PostExpression,
): PostExpression {
  const one = (operator: string, sent: unknown): V => {
    const value = read(sent);
    if (value === undefined) throw refusedWhere(`${name} ${operator} takes ${expected}.`);
    return value;
  };
  const of = Object.entries(operators).map(([operator, sent]): PostExpression => {
    if (operator === '=') return leaf({ is: 'in', values: [one(operator, sent)] });
    if (operator === '!=') return { kind: 'not', of: leaf({ is: 'in', values: [one(operator, sent)] }) };
    if (operator === 'in' || operator === 'not_in') {
      const within = leaf({
        is: 'in',
        values: listedValues(name, operator, sent).map((value) => one(operator, value)),
      });
      return operator === 'in' ? within : { kind: 'not', of: within };
    }
    if (ordered && isRange(operator)) return leaf({ is: operator, value: one(operator, sent) });
    throw unknownOperator(name, operator, ordered ? '=, !=, in, not_in, <, <=, >, >=' : '=, !=, in, not_in');
  });
  return joinedBy('and', of);
}

/** The values of a list. */
export function listedValues(name: string, operator: string, sent: unknown): readonly unknown[] {
  if (!Array.isArray(sent) || sent.length === 0) throw refusedWhere(`${name} ${operator} takes a list of values.`);
  if (sent.length > mostValues) throw refusedWhere(`${name} ${operator} takes at most ${mostValues} values.`);
  return sent;
}

export const unknownOperator = (name: string, operator: string, known: string): Error =>
  refusedWhere(`${name} does not know the operator ${operator.slice(0, 20)}; it knows ${known}.`);

export function joinedBy(kind: 'and' | 'or', of: readonly PostExpression[]): PostExpression {
  const [only] = of;
  return only && of.length === 1 ? only : { kind, of };
}
