import { expect, it } from 'vitest';
import { createBoundedMap } from './bounded-map.ts';

it('forgets what was not used for longest', () => {
  const map = createBoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2]);
});

it('never grows past its bound', () => {
  const map = createBoundedMap<number, number>(10);
  for (let i = 0; i < 1000; i++) map.set(i, i);
  expect(map.size).toBe(10);
});
