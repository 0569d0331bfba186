import { expect, it } from 'vitest';
import { targetDimensions } from './transform-target.ts';

const photo = { width: 800, height: 600 };

it.each([
  ['one side keeps the shape', photo, [400, null, 'inside'], [400, 300]],
  ['the other side too', photo, [null, 300, 'inside'], [400, 300]],
  ['neither side is the picture itself', photo, [null, null, 'inside'], [800, 600]],
  ['a picture is not enlarged', photo, [3840, null, 'inside'], [800, 600]],
  ['inside fits into both sides', photo, [400, 100, 'inside'], [133, 100]],
  ['cover fills the box', photo, [400, 100, 'cover'], [400, 100]],
  ['a box that is too large to fill becomes smaller and keeps its shape', photo, [1600, 400, 'cover'], [800, 200]],
  ['contain has the size of its box', photo, [400, 100, 'contain'], [400, 100]],
  ['a border is not added to what is not enlarged', photo, [1600, 1600, 'contain'], [800, 800]],
  ['one side of a cut is the whole picture', photo, [400, null, 'cover'], [400, 300]],
  ['a line stays within the bounds', { width: 1, height: 100_000 }, [48, null, 'inside'], [1, 4096]],
  ['a line across too', { width: 100_000, height: 1 }, [null, null, 'inside'], [4096, 1]],
  ['a box around a line is one of the bounds', { width: 1, height: 100_000 }, [4096, 4096, 'contain'], [4096, 4096]],
] as const)('%s', (_, original, [width, height, fit], [across, down]) => {
  expect(targetDimensions(original, { width, height, fit })).toEqual({ width: across, height: down });
});
