import { expect, it } from 'vitest';
import { cropWindow } from './crop-window.ts';

const wide = { width: 900, height: 300 };
const tall = { width: 300, height: 900 };
const square = { width: 150, height: 150 };

it.each([
  ['without a point, the middle', wide, undefined, { left: 300, top: 0, width: 300, height: 300 }],
  ['the middle', wide, { x: 0.5, y: 0.5 }, { left: 300, top: 0, width: 300, height: 300 }],
  ['a point near the left edge', wide, { x: 0.1, y: 0.9 }, { left: 0, top: 0, width: 300, height: 300 }],
  ['a point between', wide, { x: 0.3, y: 0 }, { left: 120, top: 0, width: 300, height: 300 }],
  ['the right edge', wide, { x: 1, y: 1 }, { left: 600, top: 0, width: 300, height: 300 }],
  ['a tall picture and its lower part', tall, { x: 0, y: 0.75 }, { left: 0, top: 525, width: 300, height: 300 }],
])('%s', (_name, original, focus, window) => {
  expect(cropWindow(original, square, focus)).toEqual(window);
});

it('a target of the same shape takes the whole picture, wherever the point is', () => {
  expect(cropWindow({ width: 1200, height: 800 }, { width: 300, height: 200 }, { x: 1, y: 0 })).toEqual({
    left: 0,
    top: 0,
    width: 1200,
    height: 800,
  });
});

it('a target larger than the picture takes the part of its shape', () => {
  expect(cropWindow({ width: 100, height: 100 }, { width: 400, height: 200 }, { x: 0.5, y: 1 })).toEqual({
    left: 0,
    top: 50,
    width: 100,
    height: 50,
  });
});

it('the part is within the picture and at least one pixel, for any shape', () => {
  for (const original of [{ width: 1, height: 1 }, { width: 1, height: 4000 }, { width: 4001, height: 3 }, wide, tall])
    for (const target of [{ width: 1, height: 5000 }, { width: 5000, height: 1 }, square])
      for (const x of [0, 0.2501, 1])
        for (const y of [0, 0.7777, 1]) {
          const { left, top, width, height } = cropWindow(original, target, { x, y });
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
          expect(left + width).toBeLessThanOrEqual(original.width);
          expect(top + height).toBeLessThanOrEqual(original.height);
        }
});
