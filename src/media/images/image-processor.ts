import type sharpModule from 'sharp';
import type { Sharp } from 'sharp';
import { loadOptional } from '../../missing-package.ts';
import type { ImageMeta } from '../details/image-meta.ts';
import { UploadRefused } from '../upload-refused.ts';
import type { Dimensions } from './image-sizes.ts';

/** A picture: its dimensions after EXIF rotation, and its embedded metadata. */
export interface Picture extends Dimensions {
  readonly format: PictureFormat;
  readonly meta: ImageMeta;
}

/** One copy to create: its size, whether it is cropped, and the local file it is written to. */
export interface CopyOrder extends Dimensions {
  readonly crop: boolean;
  readonly file: string;
}

/** Decodes pictures. Throws UploadRefused for whatever cannot be decoded within the limits. */
export interface ImageProcessor {
  /** Reads the size and metadata of a local file that must be a picture of this media type. */
  inspect(file: string, mime: string): Promise<Picture>;
  /** Creates resized copies; with no orders it still verifies that the picture can be decoded. */
  makeCopies(file: string, picture: Picture, orders: readonly CopyOrder[]): Promise<void>;
}

export interface ImageLimits {
  readonly pixels: number;
  readonly frames: number;
  /** Time limit for reading a picture's metadata, and again for creating all of its copies. */
  readonly seconds: number;
}

export const defaultImageLimits: ImageLimits = { pixels: 100_000_000, frames: 2_000, seconds: 30 };

const formats = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;
type PictureFormat = (typeof formats)[keyof typeof formats];

/** Whether files of this type are decoded for dimensions and copies; other pictures are stored unchanged. */
export function isDecodable(mime: string): mime is keyof typeof formats {
  return Object.hasOwn(formats, mime);
}

/** The encoder of each format. AVIF at its default effort would block the queue for seconds. */
const encode: Readonly<Record<PictureFormat, (image: Sharp, isPalette: boolean) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: 82 }),
  png: (image, palette) => image.png({ palette }),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: 82 }),
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
};

/** Copies share one decoded image of at most this many pixels; above that, each copy decodes the file itself. */
const maxSharedPixels = 4_000_000;

/** Opens an image processor in this process. It has no time limit, since only killing the process stops a decoder. */
export async function openImageProcessor(limits: ImageLimits = defaultImageLimits): Promise<ImageProcessor> {
  const sharp = await loadSharp();
  const open = (file: string) => sharp(file, { failOn: 'none', limitInputPixels: limits.pixels, sequentialRead: true });
  return {
    inspect: (file, mime) => refusing(() => inspect(open(file), mime, limits)),
    makeCopies: (file, picture, orders) => refusing(() => makeCopies(sharp, () => open(file), picture, orders)),
  };
}

/**
 * The library's settings are global and affect running work: setting them a second time would, for a
 * moment, block the format of a picture being decoded on another thread. So they are set once.
 */
let configured: Promise<typeof sharpModule> | null = null;

/** The picture decoder, loaded on first use and limited to the formats above. */
export function loadSharp(): Promise<typeof sharpModule> {
  configured ??= configureSharp();
  return configured;
}

async function configureSharp(): Promise<typeof sharpModule> {
  const { default: sharp } = await loadOptional('sharp', 'Reading pictures', () => import('sharp'));
  // One thread per picture: the queue decides how many are processed at once, and nothing decoded is cached.
  sharp.concurrency(1);
  sharp.cache(false);
  // Only the formats above are allowed, whatever else the library can open (SVG, for example, can reference files).
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((loader) => `VipsForeignLoad${loader}`) });
  return sharp;
}

async function inspect(image: Sharp, mime: string, limits: ImageLimits): Promise<Picture> {
  const found = await image.metadata();
  if (!isDecodable(mime)) throw broken(`Pictures of type ${mime} are not decoded.`);
  const format = formats[mime];
  if ((found.format === 'heif' ? 'avif' : found.format) !== format)
    throw broken('The content of the picture does not match its type.');
  if (found.width * found.height > limits.pixels) throw broken(`Pictures may have at most ${limits.pixels} pixels.`);
  if ((found.pages ?? 1) > limits.frames) throw broken(`Pictures may have at most ${limits.frames} frames.`);
  const { readImageMeta } = await import('../details/image-meta.ts');
  return { format, width: found.autoOrient.width, height: found.autoOrient.height, meta: readImageMeta(found) };
}

async function makeCopies(
  sharp: typeof sharpModule,
  open: () => Sharp,
  picture: Picture,
  orders: readonly CopyOrder[],
): Promise<void> {
  if (orders.length === 0) {
    await open().resize(1, 1).raw().toBuffer();
    return;
  }
  const source = await sharedSource(sharp, open, picture, orders);
  const { isPalette = false } = await open().metadata();
  for (const { width, height, crop, file } of orders) {
    const resized = source().resize(width, height, { fit: crop ? 'cover' : 'fill' });
    await encode[picture.format](resized, isPalette).toFile(file);
  }
}

/** Decodes the file once, just large enough for every copy, since decoding is most of a copy's cost. */
async function sharedSource(
  sharp: typeof sharpModule,
  open: () => Sharp,
  picture: Picture,
  orders: readonly CopyOrder[],
): Promise<() => Sharp> {
  const scale = Math.max(
    ...orders.map(({ width, height }) => Math.max(width / picture.width, height / picture.height)),
  );
  const [width, height] = [Math.ceil(picture.width * scale), Math.ceil(picture.height * scale)];
  if (width * height > maxSharedPixels) return () => open().autoOrient();
  const pixels = await open()
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { info } = pixels;
  return () => sharp(pixels.data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

function broken(message: string): UploadRefused {
  return new UploadRefused('broken-image', message);
}

/** Wraps a decoder's error, whose own message goes to the log and not to the client. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UploadRefused) throw error;
    throw new UploadRefused('broken-image', 'The picture cannot be read.', error);
  }
}
