import type { Condition, Field, FieldKind } from '../../api/description.ts';

/** The fields beside another one, and what they have. */
export interface Beside {
  readonly fields: readonly Pick<Field, 'name' | 'kind'>[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** Whether a field is shown beside others, as the server decides it. */
export function isShown({ show_when: any }: Pick<Field, 'show_when'>, { fields, values }: Beside): boolean {
  const isMet = (condition: Condition): boolean => {
    const kind = fields.find(({ name }) => name === condition.field)?.kind;
    return holds(condition, values[condition.field], kind);
  };
  return any.length === 0 || any.some((all) => all.every(isMet));
}

function holds({ operator, value: wanted }: Condition, value: unknown, kind: FieldKind | undefined): boolean {
  switch (operator) {
    case '==':
      return written(value) === written(wanted);
    case '!=':
      return written(value) !== written(wanted);
    case '>':
      return !isEmpty(value, kind) && compare(value, wanted) > 0;
    case '<':
      return !isEmpty(value, kind) && compare(value, wanted) < 0;
    case 'contains':
      return Array.isArray(value)
        ? value.some((one) => written(one) === written(wanted))
        : typeof value === 'string' && value.includes(written(wanted));
    case 'empty':
      return isEmpty(value, kind);
    case 'not_empty':
      return !isEmpty(value, kind);
  }
}

/** Numbers and texts of numbers are equal, and so are true and 1. */
const written = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? '1' : '') : value === null || value === undefined ? '' : String(value);

/** Numbers by their size, everything else by its letters, as dates are. */
function compare(value: unknown, wanted: unknown): number {
  const [is, other] = [written(value), written(wanted)];
  const [size, otherSize] = [Number(is), Number(other)];
  if (!Number.isNaN(size) && !Number.isNaN(otherSize)) return size - otherSize;
  return is < other ? -1 : is > other ? 1 : 0;
}

/** Kinds whose values are ids: none of them is 0. */
const related: ReadonlySet<FieldKind | undefined> = new Set(['file', 'image', 'posts', 'terms', 'users'] as const);

/** No text, no number, nothing chosen, no rows, a group without any of it. */
export function isEmpty(value: unknown, kind?: FieldKind): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object' && value !== null) return Object.values(value).every((one) => isEmpty(one));
  return value === undefined || value === null || value === '' || (value === 0 && related.has(kind));
}
