import { describe, expect, it } from 'vitest';
import { dropPlace, inserted, moved, placeForKey, without } from './row-moves.ts';

const rows = ['a', 'b', 'c', 'd'];

describe('rows', () => {
  it.each([
    [0, 2, 'bcad'],
    [3, 0, 'dabc'],
    [1, 1, 'abcd'],
    [0, -1, 'abcd'],
    [3, 4, 'abcd'],
    [9, 0, 'abcd'],
  ])('moved from %i to %i are %s', (from, to, expected) => {
    expect(moved(rows, from, to).join('')).toBe(expected);
  });

  it('are put in and taken out at a place', () => {
    expect(inserted(rows, 1, 'x').join('')).toBe('axbcd');
    expect(inserted(rows, 4, 'x').join('')).toBe('abcdx');
    expect(without(rows, 2).join('')).toBe('abd');
  });
});

describe('a row that is dropped', () => {
  it.each([
    [0, 2, false, 'bacd'],
    [0, 2, true, 'bcad'],
    [3, 1, false, 'adbc'],
    [3, 1, true, 'abdc'],
    [1, 1, true, 'abcd'],
  ])('from %i on %i, after it: %s, makes %s', (from, onto, isAfter, expected) => {
    expect(moved(rows, from, dropPlace(from, onto, isAfter)).join('')).toBe(expected);
  });
});

describe('keys', () => {
  it('move a row as far as there are places', () => {
    const places = (at: number) => ['ArrowUp', 'ArrowDown', 'Home', 'End', 'x'].map((key) => placeForKey(key, at, 3));
    expect(places(0)).toEqual([null, 1, 0, 2, null]);
    expect(places(2)).toEqual([1, null, 0, 2, null]);
  });
});
