export const conditionOperators = ['==', '!=', '>', '<', 'contains', 'empty', 'not_empty'] as const;

/** A comparison with the value of a field beside this one. */
export interface FieldCondition {
  readonly field: string;
  readonly operator: (typeof conditionOperators)[number];
  /** Not for `empty` and `not_empty`. */
  readonly value?: string | number | boolean;
}

/** The value of a field, as conditions see it. */
export interface SiblingValue {
  readonly value: unknown;
  readonly isEmpty: boolean;
}

/** Whether a field is shown: always without conditions, else where all of one list of them hold. */
export function isShown(
  conditions: readonly (readonly FieldCondition[])[] = [],
  sibling: (name: string) => SiblingValue,
): boolean {
  return conditions.length === 0 || conditions.some((all) => all.every((one) => holds(one, sibling(one.field))));
}

function holds({ operator, value: wanted = '' }: FieldCondition, { value, isEmpty }: SiblingValue): boolean {
  switch (operator) {
    case 'empty':
      return isEmpty;
    case 'not_empty':
      return !isEmpty;
    case '==':
      return isEqual(value, wanted);
    case '!=':
      return !isEqual(value, wanted);
    case '>':
      return !isEmpty && compare(value, wanted) > 0;
    case '<':
      return !isEmpty && compare(value, wanted) < 0;
    case 'contains':
      return Array.isArray(value)
        ? value.some((one) => isEqual(one, wanted))
        : typeof value === 'string' && value.includes(String(wanted));
  }
}

/** Numbers and texts of numbers are equal, and so are true and 1, as forms send them. */
function isEqual(value: unknown, wanted: FieldCondition['value']): boolean {
  return plain(value) === plain(wanted);
}

const plain = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? '1' : '') : value === null || value === undefined ? '' : String(value);

function compare(value: unknown, wanted: FieldCondition['value']): number {
  const [a, b] = [plain(value), plain(wanted)];
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}
