import { expect, it } from 'vitest';
import { coreImageSizes, resizedDimensions } from './image-sizes.ts';

function copies(width: number, height: number) {
  const made: Record<string, string> = {};
  for (const [name, size] of Object.entries(coreImageSizes)) {
    const measure = resizedDimensions({ width, height }, size);
    if (measure !== null) made[name] = `${measure.width}x${measure.height}`;
  }
  return made;
}

it.each([
  ['a photograph', 1500, 1000, { thumbnail: '150x150', medium: '300x200', medium_large: '768x512', large: '1024x683' }],
  ['a panorama', 2600, 400, { thumbnail: '150x150', medium: '300x46', medium_large: '768x118', large: '1024x158' }],
  ['upright', 500, 900, { thumbnail: '150x150', medium: '167x300' }],
  [
    'tall and wide enough',
    800,
    2000,
    { thumbnail: '150x150', medium: '120x300', medium_large: '768x1920', large: '410x1024' },
  ],
  ['small', 200, 150, { thumbnail: '150x150' }],
  ['lower than the thumbnail', 400, 100, { thumbnail: '150x100', medium: '300x75' }],
  ['exactly a thumbnail', 150, 150, {}],
  ['a pixel more than a thumbnail', 151, 151, {}],
  ['two pixels more than a thumbnail', 152, 151, { thumbnail: '150x150' }],
  ['tiny', 60, 60, {}],
  ['a line', 3000, 1, { thumbnail: '150x1', medium: '300x1', medium_large: '768x1', large: '1024x1' }],
])('%s', (_, width, height, expected) => {
  expect(copies(width, height)).toEqual(expected);
});
