import { longestPictureSide, type PictureFit } from '../../rules/image-presets.ts';
import type { Dimensions } from '../image-sizes.ts';

/** The box of a resized picture; null for a side that is open. */
export interface PictureBox {
  readonly width: number | null;
  readonly height: number | null;
  readonly fit: PictureFit;
}

/**
 * The dimensions of a resized picture. Nothing of the picture is enlarged: a box that would need it becomes smaller and
 * keeps its shape. A box with one side, or none, holds the whole picture.
 */
export function targetDimensions(original: Dimensions, { width, height, fit }: PictureBox): Dimensions {
  const box = { width: width ?? longestPictureSide, height: height ?? longestPictureSide };
  const ratios = [box.width / original.width, box.height / original.height] as const;
  if (fit === 'inside' || width === null || height === null) return scaled(original, Math.min(1, ...ratios));
  // A cut needs the whole box from the picture; a border fills what the longer side leaves.
  return scaled(box, Math.min(1, 1 / (fit === 'cover' ? Math.max(...ratios) : Math.min(...ratios))));
}

const scaled = ({ width, height }: Dimensions, ratio: number): Dimensions => ({
  width: side(width * ratio),
  height: side(height * ratio),
});

const side = (length: number): number => Math.min(longestPictureSide, Math.max(1, Math.round(length)));
