import type { FocalPoint } from './focal-point.ts';
import type { Dimensions } from './image-sizes.ts';

/** A part of a picture, in its pixels. */
export interface CropWindow extends Dimensions {
  readonly left: number;
  readonly top: number;
}

const middle: FocalPoint = { x: 0.5, y: 0.5 };

/**
 * The largest part of a picture that has the shape of the target. Its centre is as near to the focal point as the edges
 * allow; without one, it is the middle of the picture.
 */
export function cropWindow(original: Dimensions, target: Dimensions, focus: FocalPoint = middle): CropWindow {
  const ratio = Math.min(original.width / target.width, original.height / target.height);
  const width = within(Math.round(target.width * ratio), 1, original.width);
  const height = within(Math.round(target.height * ratio), 1, original.height);
  return {
    left: within(Math.round(original.width * focus.x - width / 2), 0, original.width - width),
    top: within(Math.round(original.height * focus.y - height / 2), 0, original.height - height),
    width,
    height,
  };
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
