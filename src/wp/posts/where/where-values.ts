import { type ApiError, defineErrors, errors } from '../../../lib/errors.ts';
import type { Comparison, PostExpression, Range } from '../../../storage/store.ts';

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

const mostTermGroups = 10;
const mostTexts = 4;

/** Counts the conditions of one expression that are looked up for every item of a list. */
export class CostlyConditions {
  #termGroups = 0;
  #texts = 0;

  addTermGroup(): void {
    this.#termGroups += 1;
    if (this.#termGroups > mostTermGroups)
      throw refusedWhere(
        `where has more than ${mostTermGroups} conditions on terms; each value of all is one, a list of in is one.`,
      );
  }

  addText(): void {
    this.#texts += 1;
    if (this.#texts > mostTexts) throw refusedWhere(`where has more than ${mostTexts} conditions on text.`);
  }
}

/** Errors of expressions that would read too much. */
export const whereErrors = defineErrors({
  platen_missing_index: {
    status: 400,
    message: ({ keys, most }: { readonly keys: readonly string[]; readonly most: number }) =>
      `This would read more than ${most} items. Declare \`index: true\` for ${keys.length === 1 ? 'the meta key' : 'one of the meta keys'} ${keys.join(', ')}, or add a condition that narrows the list.`,
  },
  platen_too_broad: {
    status: 400,
    message: ({ most }: { readonly most: number }) =>
      `This would read more than ${most} items. Add a condition that narrows the list: by term, author, date, slug, id or an indexed meta key.`,
  },
});

/** The error for an expression that is not one. */
export function refusedWhere(why: string): ApiError {
  const params = { where: why };
  return errors.rest_invalid_param({ params }, { details: { params } });
}
