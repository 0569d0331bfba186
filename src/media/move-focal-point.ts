import type { FocalPoint } from './focal-point.ts';
import type { PictureChange } from './workers/image-processor.ts';

/** Where the focal point of a picture is after it was changed; null where it was cut off, or the angle is askew. */
export function movedFocalPoint(point: FocalPoint | null, changes: readonly PictureChange[]): FocalPoint | null {
  return changes.reduce<FocalPoint | null>((at, change) => at && moved(at, change), point);
}

function moved({ x, y }: FocalPoint, change: PictureChange): FocalPoint | null {
  switch (change.type) {
    case 'flip':
      return { x: change.horizontal ? 1 - x : x, y: change.vertical ? 1 - y : y };
    case 'rotate':
      switch (((change.angle % 360) + 360) % 360) {
        case 0:
          return { x, y };
        case 90:
          return { x: 1 - y, y: x };
        case 180:
          return { x: 1 - x, y: 1 - y };
        case 270:
          return { x: y, y: 1 - x };
        default:
          return null;
      }
    case 'crop': {
      const [width, height] = [Math.min(change.width, 100 - change.left), Math.min(change.height, 100 - change.top)];
      const cut = { x: (x * 100 - change.left) / width, y: (y * 100 - change.top) / height };
      return isWithin(cut.x) && isWithin(cut.y) ? cut : null;
    }
  }
}

const isWithin = (share: number): boolean => share >= 0 && share <= 1;
