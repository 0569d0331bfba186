import type { FocalPoint } from './focal-point.ts';

/** The box a resized copy must fit in, or fill when `crop` is set; zero means no limit on that side. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly crop: boolean;
  /** What a crop keeps in view where the picture itself does not say; default the middle. */
  readonly position?: FocalPoint;
}

/** Sizes by their names, in the order in which metadata lists them. */
export type ImageSizes = Readonly<Record<string, ImageSize>>;

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** The sizes of every picture's copies, by the names clients know. Registered sizes are added to these. */
export const coreImageSizes: Readonly<Record<string, ImageSize>> = {
  thumbnail: { width: 150, height: 150, crop: true },
  medium: { width: 300, height: 300, crop: false },
  medium_large: { width: 768, height: 0, crop: false },
  large: { width: 1024, height: 1024, crop: false },
};

/** Every size by its name, in the order of their registration. Which of them are made depends on the interface. */
export const imageSizes: Readonly<Record<string, ImageSize>> = {
  ...coreImageSizes,
  '1536x1536': { width: 1536, height: 1536, crop: false },
  '2048x2048': { width: 2048, height: 2048, crop: false },
};

/** The sizes of these names, in their order; names of no size are left out. */
export function sizesNamed(names: readonly string[]): Readonly<Record<string, ImageSize>> {
  return Object.fromEntries(names.flatMap((name) => (imageSizes[name] ? [[name, imageSizes[name]]] : [])));
}

/** A copy that is so little smaller on both sides is none; other systems make none either. */
const pixelsAlike = 1;

/** The dimensions of one copy of a picture; null when the picture is too small to need the copy. */
export function resizedDimensions(original: Dimensions, size: ImageSize): Dimensions | null {
  const box = { width: size.width || Number.POSITIVE_INFINITY, height: size.height || Number.POSITIVE_INFINITY };
  // Without a limit on both sides there is nothing to cut off.
  const isCropped = size.crop && size.width > 0 && size.height > 0;
  const result = isCropped ? cropped(original, box) : fitted(original, box);
  const isAlike = [original.width - result.width, original.height - result.height].every((less) => less <= pixelsAlike);
  return isAlike ? null : result;
}

function cropped(original: Dimensions, box: Dimensions): Dimensions {
  return { width: Math.min(original.width, box.width), height: Math.min(original.height, box.height) };
}

function fitted(original: Dimensions, box: Dimensions): Dimensions {
  const ratio = Math.min(1, box.width / original.width, box.height / original.height);
  const side = (length: number) => Math.max(1, Math.round(length * ratio));
  return { width: side(original.width), height: side(original.height) };
}
