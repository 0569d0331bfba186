import { expect, it } from 'vitest';
import { inReadingOrder } from './menu-items.ts';

const order = (...rows: readonly (readonly [id: number, parent: number])[]) =>
  inReadingOrder(
    rows.map(([id, parent]) => ({ id, parent })),
    ({ parent }) => parent,
  ).map(({ row, level }) => [row.id, level]);

it('puts each row before those below it', () => {
  expect(order([1, 0], [2, 0], [3, 1], [4, 3], [5, 1])).toEqual([
    [1, 0],
    [3, 1],
    [4, 2],
    [5, 1],
    [2, 0],
  ]);
});

it('loses no row without a parent, and none in a circle', () => {
  expect(order([1, 99], [2, 1], [3, 0], [4, 5], [5, 4], [6, 6])).toEqual([
    [3, 0],
    [1, 0],
    [2, 1],
    [4, 0],
    [5, 1],
    [6, 0],
  ]);
});

it('takes a deep tree', () => {
  const deep = Array.from({ length: 5_000 }, (_, i) => [i + 1, i] as const);
  expect(order(...deep).at(-1)).toEqual([5_000, 4_999]);
});
