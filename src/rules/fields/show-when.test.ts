import { describe, expect, it } from 'vitest';
import { type FieldCondition, isShown } from './show-when.ts';

const values: Readonly<Record<string, unknown>> = {
  kind: 'book',
  pages: 12,
  sold: true,
  closed: false,
  none: '',
  colours: ['red', 'blue'],
  day: '2026-02-01',
};
const sibling = (name: string) => ({ value: values[name], isEmpty: values[name] === '' || values[name] === undefined });
const shown = (...conditions: readonly (readonly FieldCondition[])[]) => isShown(conditions, sibling);

describe('when a field is shown', () => {
  it('is always, without conditions', () => {
    expect(isShown(undefined, sibling)).toBe(true);
    expect(shown()).toBe(true);
  });

  it.each<[FieldCondition, boolean]>([
    [{ field: 'kind', operator: '==', value: 'book' }, true],
    [{ field: 'kind', operator: '!=', value: 'book' }, false],
    [{ field: 'pages', operator: '==', value: '12' }, true],
    [{ field: 'pages', operator: '>', value: 9 }, true],
    [{ field: 'pages', operator: '<', value: '9' }, false],
    [{ field: 'sold', operator: '==', value: true }, true],
    [{ field: 'sold', operator: '==', value: 1 }, true],
    [{ field: 'closed', operator: '==', value: false }, true],
    [{ field: 'none', operator: 'empty' }, true],
    [{ field: 'none', operator: '>', value: -1 }, false],
    [{ field: 'kind', operator: 'not_empty' }, true],
    [{ field: 'colours', operator: 'contains', value: 'red' }, true],
    [{ field: 'colours', operator: 'contains', value: 'r' }, false],
    [{ field: 'kind', operator: 'contains', value: 'oo' }, true],
    [{ field: 'day', operator: '>', value: '2026-01-31' }, true],
  ])('%j is %s', (condition, expected) => {
    expect(shown([condition])).toBe(expected);
  });

  it('takes one list of conditions that holds as a whole', () => {
    const book: FieldCondition = { field: 'kind', operator: '==', value: 'book' };
    const film: FieldCondition = { field: 'kind', operator: '==', value: 'film' };
    const sold: FieldCondition = { field: 'sold', operator: '==', value: true };
    expect(shown([film], [book, sold])).toBe(true);
    expect(shown([film, sold], [book, film])).toBe(false);
  });
});
