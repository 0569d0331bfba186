import { type Dimensions, type ImageSize, resizedDimensions } from '../image-sizes.ts';

/** A picture and its copy of one size. */
export interface SizeSample {
  readonly original: Dimensions;
  readonly copy: Dimensions;
}

/** A size as its copies show it. */
export interface DeducedSize extends ImageSize {
  /** False where all pictures have one shape, so that nothing shows whether the rest would be cut off. */
  readonly isCertain: boolean;
}

/**
 * What a size must be, by pictures and their copies, newest first; null where they show nothing. A copy of another shape
 * than its picture was cropped. Copies that are older than a change of the size do not count.
 *
 * @param wasGuessed whether the size was uncertain before: its uncropped copies may have been made by that guess
 */
export function deduceSize(samples: readonly SizeSample[], wasGuessed = false): DeducedSize | null {
  const usable = samples.filter(isUsable);
  const crops = usable.filter(isCropped);
  const box = newestThatFit(crops, cropBoxes);
  if (box) {
    const firstCrop = usable.findIndex(isCropped);
    const newer = usable.slice(0, firstCrop).filter((sample) => !explains(box, sample));
    if (newer.length === 0 || wasGuessed) return { ...box, isCertain: true };
    return fitted(usable.slice(0, firstCrop));
  }
  return fitted(usable);
}

function fitted(samples: readonly SizeSample[]): DeducedSize | null {
  const box = newestThatFit(samples, fitBoxes);
  return box && { ...box, isCertain: samples.some(({ original }) => !sameShape(original, samples[0]!.original)) };
}

/**
 * The first of the possible boxes that explains all samples, to the pixel if there is one; where none does, the older
 * half is left out.
 */
function newestThatFit(
  samples: readonly SizeSample[],
  boxesOf: (samples: readonly SizeSample[]) => readonly ImageSize[],
): ImageSize | null {
  for (let count = samples.length; count > 0; count = Math.floor(count / 2)) {
    const newest = samples.slice(0, count);
    const boxes = boxesOf(newest);
    const explaining = (by: number) => boxes.find((one) => newest.every((sample) => explains(one, sample, by)));
    const box = explaining(0) ?? explaining(tolerance);
    if (box) return box;
  }
  return null;
}

const largest = (samples: readonly SizeSample[], side: keyof Dimensions): number =>
  Math.max(...samples.map(({ copy }) => copy[side]));

/** A picture that is smaller than the box on one side shows less of the box. */
const cropBoxes = (samples: readonly SizeSample[]): ImageSize[] => [
  { width: largest(samples, 'width'), height: largest(samples, 'height'), crop: true },
];

/** Where only one side is ever reached, nothing shows that the other one has a limit. */
function fitBoxes(samples: readonly SizeSample[]): ImageSize[] {
  const [width, height] = [largest(samples, 'width'), largest(samples, 'height')];
  const isSame = (side: keyof Dimensions) => samples.every(({ copy }) => isNear(copy[side], samples[0]!.copy[side]));
  const both = { width, height, crop: false };
  const [wide, high] = [
    { ...both, height: 0 },
    { ...both, width: 0 },
  ];
  if (isSame('width') && !isSame('height')) return [wide, both];
  if (isSame('height') && !isSame('width')) return [high, both];
  return [both, wide, high];
}

const isUsable = ({ original, copy }: SizeSample): boolean =>
  copy.width >= 1 &&
  copy.height >= 1 &&
  copy.width <= original.width &&
  copy.height <= original.height &&
  (copy.width < original.width || copy.height < original.height);

/** Copies are made of whole pixels, some of them of a larger original. */
const tolerance = 1;
const isNear = (a: number, b: number, by = tolerance): boolean => Math.abs(a - b) <= by;

const isCropped = ({ original, copy }: SizeSample): boolean =>
  !isNear(copy.height, (original.height * copy.width) / original.width) &&
  !isNear(copy.width, (original.width * copy.height) / original.height);

const sameShape = (a: Dimensions, b: Dimensions): boolean =>
  Math.abs(a.width / a.height / (b.width / b.height) - 1) < 0.01;

function explains(size: ImageSize, { original, copy }: SizeSample, by = tolerance): boolean {
  const made = resizedDimensions(original, size);
  return made !== null && isNear(made.width, copy.width, by) && isNear(made.height, copy.height, by);
}
