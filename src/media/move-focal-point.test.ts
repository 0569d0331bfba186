import { expect, it } from 'vitest';
import { movedFocalPoint } from './move-focal-point.ts';
import type { PictureChange } from './workers/image-processor.ts';

const point = { x: 0.25, y: 0.1 };

it.each<[string, readonly PictureChange[], { x: number; y: number } | null]>([
  ['turned right', [{ type: 'rotate', angle: 90 }], { x: 0.9, y: 0.25 }],
  ['turned left', [{ type: 'rotate', angle: -90 }], { x: 0.1, y: 0.75 }],
  ['turned askew', [{ type: 'rotate', angle: 12 }], null],
  ['flipped', [{ type: 'flip', horizontal: true, vertical: false }], { x: 0.75, y: 0.1 }],
  ['cut around it', [{ type: 'crop', left: 0, top: 0, width: 50, height: 20 }], { x: 0.5, y: 0.5 }],
  ['cut off', [{ type: 'crop', left: 50, top: 0, width: 50, height: 100 }], null],
])('follows a picture that is %s', (_, changes, expected) => {
  const moved = movedFocalPoint(point, changes);
  if (expected === null || moved === null) return expect(moved).toBe(expected);
  expect(moved.x).toBeCloseTo(expected.x);
  expect(moved.y).toBeCloseTo(expected.y);
});
