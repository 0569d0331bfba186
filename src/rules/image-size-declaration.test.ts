import { expect, it } from 'vitest';
import { imageSizesProblem, positionOf } from './image-size-declaration.ts';

it.each([
  [{}],
  [{ card: { width: 400, height: 300, crop: true } }],
  [{ card: { width: 400 }, 'post-thumbnail': { height: 90, crop: false } }],
  [{ face: { width: 100, height: 100, crop: ['left', 'top'] } }],
])('%j may be declared', (sizes) => {
  expect(imageSizesProblem(sizes)).toBeNull();
});

it.each([
  [[], 'must be an object'],
  ['card', 'must be an object'],
  [{ thumbnail: { width: 10, height: 10 } }, 'every site has'],
  [{ '../x': { width: 10 } }, 'use letters'],
  [JSON.parse('{ "__proto__": { "width": 10 } }'), 'use letters'],
  [{ card: 400 }, 'no object'],
  [{ card: {} }, 'without width and height'],
  [{ card: { width: 0, height: 0 } }, 'without width and height'],
  [{ card: { width: -1 } }, 'whole numbers'],
  [{ card: { width: 1.5 } }, 'whole numbers'],
  [{ card: { width: '400' } }, 'whole numbers'],
  [{ card: { width: 400, heigth: 300 } }, 'a member heigth'],
  [{ card: { width: 400, crop: true } }, 'without both'],
  [{ card: { width: 400, height: 300, crop: ['top', 'left'] } }, 'position'],
  [{ card: { width: 400, height: 300, crop: 'yes' } }, 'position'],
])('%j is refused', (sizes, why) => {
  expect(imageSizesProblem(sizes)).toContain(why);
});

it('positions are points of the picture', () => {
  expect(positionOf(['left', 'bottom'])).toEqual({ x: 0, y: 1 });
  expect(positionOf(['right', 'center'])).toEqual({ x: 1, y: 0.5 });
  expect(positionOf(true)).toBeNull();
});
