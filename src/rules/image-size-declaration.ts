const across = ['left', 'center', 'right'] as const;
const down = ['top', 'center', 'bottom'] as const;

/** The part of a picture that a crop keeps. */
export type CropPosition = readonly [across: (typeof across)[number], down: (typeof down)[number]];

/** A size that copies of pictures are made in, as a configuration file or an extension declares it. */
export interface ImageSizeDeclaration {
  /** In pixels; 0 or left out for no limit. */
  readonly width?: number;
  readonly height?: number;
  /** True fills the box and cuts off the rest, evenly or as the position says; else the picture fits into it. */
  readonly crop?: boolean | CropPosition;
}

export type ImageSizeDeclarations = Readonly<Record<string, ImageSizeDeclaration>>;

/** Sizes that every site has: the settings or the interface say how large they are. */
export const ownSizeNames: readonly string[] = [
  'thumbnail',
  'medium',
  'medium_large',
  'large',
  '1536x1536',
  '2048x2048',
  'full',
];

/** Longer sides are none that a copy could have. */
export const mostSizePixels = 65_535;

const namePattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** Whether metadata may hold a copy under this name; other programs store what they like. */
export const isSizeName = (name: string): boolean => namePattern.test(name);

/** What is wrong with declared sizes, in a few words; null where nothing is. */
export function imageSizesProblem(given: unknown): string | null {
  if (!isRecord(given)) return 'must be an object of sizes, such as { card: { width: 400, height: 300, crop: true } }';
  for (const [name, size] of Object.entries(given)) {
    if (!isSizeName(name)) return `has the size ${JSON.stringify(name)}: use letters, digits, - _ and .`;
    if (ownSizeNames.includes(name)) return `has the size ${name}, which every site has; use another name`;
    const problem = sizeProblem(size);
    if (problem) return `has a size ${name} ${problem}`;
  }
  return null;
}

function sizeProblem(size: unknown): string | null {
  if (!isRecord(size)) return 'that is no object with width, height and crop';
  const { width = 0, height = 0, crop = false, ...others } = size;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `with a member ${unknown}; there are width, height and crop`;
  if (!isLength(width) || !isLength(height))
    return `whose width and height are not whole numbers from 0 to ${mostSizePixels}`;
  if (width === 0 && height === 0) return 'without width and height; give at least one of them';
  if (typeof crop !== 'boolean' && !isPosition(crop))
    return "whose crop is neither true, false nor a position such as ['left', 'top']";
  if (crop !== false && (width === 0 || height === 0)) return 'that is cropped without both width and height';
  return null;
}

const isLength = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostSizePixels;

const isPosition = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  across.some((word) => word === value[0]) &&
  down.some((word) => word === value[1]);

/** What a crop at a position keeps in view, as fractions of width and height; null for the middle. */
export function positionOf(crop: ImageSizeDeclaration['crop']): { readonly x: number; readonly y: number } | null {
  if (typeof crop !== 'object') return null;
  return { x: across.indexOf(crop[0]) / 2, y: down.indexOf(crop[1]) / 2 };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
