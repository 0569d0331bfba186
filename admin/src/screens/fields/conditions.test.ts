import { describe, expect, it } from 'vitest';
import type { Condition, FieldKind } from '../../api/description.ts';
import { isEmpty, isShown } from './conditions.ts';

const shown = (condition: Condition, is: unknown, kind: FieldKind = 'text') =>
  isShown({ show_when: [[condition]] }, { fields: [{ name: 'other', kind }], values: { other: is } });

describe('a field', () => {
  it('is shown where nothing is asked for', () => {
    expect(isShown({ show_when: [] }, { fields: [], values: {} })).toBe(true);
  });

  it.each<[Condition['operator'], unknown, unknown, boolean]>([
    ['==', 'book', 'book', true],
    ['==', 'book', 'lamp', false],
    ['==', true, true, true],
    ['==', true, false, false],
    ['==', true, undefined, false],
    ['==', 3, '3', true],
    ['==', 'red', ['blue', 'red'], false],
    ['==', 1, true, true],
    ['!=', 'book', 'lamp', true],
    ['!=', 'book', undefined, true],
    ['>', 5, 6, true],
    ['>', 5, 5, false],
    ['>', 5, null, false],
    ['<', 10, 9, true],
    ['<', '2026-11-18', '2026-11-17', true],
    ['contains', 'oak', 'an oak tree', true],
    ['contains', 'red', ['red'], true],
    ['contains', 'red', ['blue'], false],
    ['empty', null, '', true],
    ['empty', null, [], true],
    ['empty', null, 0, false],
    ['empty', null, false, false],
    ['not_empty', null, 'x', true],
    ['not_empty', null, { url: '' }, false],
  ])('that asks for %s %o is shown beside %o: %s', (operator, value, is, expected) => {
    expect(shown({ field: 'other', operator, value }, is)).toBe(expected);
  });

  it('needs all of one list, and only one of the lists', () => {
    const one = (field: string, value: string): Condition => ({ field, operator: '==', value });
    const both = { show_when: [[one('a', '1'), one('b', '1')], [one('c', '1')]] };
    const beside = (values: Readonly<Record<string, unknown>>) => isShown(both, { fields: [], values });
    expect([beside({ a: '1', b: '2' }), beside({ a: '1', b: '1' }), beside({ a: '2', c: '1' })]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('that asks for a relation takes 0 for none', () => {
    const chosen: Condition = { field: 'other', operator: 'not_empty', value: null };
    expect([shown(chosen, 0, 'posts'), shown(chosen, 0, 'number'), shown(chosen, 7, 'image')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

it('nothing in a group is empty, anything in it is not', () => {
  expect(isEmpty({ a: '', b: [] })).toBe(true);
  expect(isEmpty({ a: '', b: 0 })).toBe(false);
});
