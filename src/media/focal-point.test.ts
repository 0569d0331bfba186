import { expect, it } from 'vitest';
import { formatFocalPoint, objectPosition, parseFocalPoint } from './focal-point.ts';

it('reads what it writes', () => {
  expect(parseFocalPoint(formatFocalPoint({ x: 0.25, y: 1 }))).toEqual({ x: 0.25, y: 1 });
  expect(parseFocalPoint('0.5,0.3333')).toEqual({ x: 0.5, y: 0.3333 });
});

it('takes nothing outside of the picture and no other text', () => {
  for (const text of ['', '0.5', '1.1 0', '-1 0', '0.5 x', '0.5 0.5 0.5', '1e9 0']) {
    expect(parseFocalPoint(text), text).toBeNull();
  }
});

it('is a position in CSS', () => {
  expect(objectPosition({ x: 0.25, y: 0.333 })).toBe('25% 33.3%');
});
