import { availableParallelism } from 'node:os';
import type sharpModule from 'sharp';
import type { Sharp } from 'sharp';
import { type ImageMeta, readImageMeta } from './image-meta.ts';
import type { Dimensions } from './image-sizes.ts';
import { UploadRefused } from './upload-refused.ts';
import { createWorkQueue } from './work-queue.ts';

/** A picture as it stands upright, and what its camera wrote into it. */
export interface Picture extends Dimensions {
  readonly format: PictureFormat;
  readonly meta: ImageMeta;
}

/** One copy to be made: what it measures, whether it may cut off edges, and the local file it goes to. */
export interface CopyOrder extends Dimensions {
  readonly crop: boolean;
  readonly file: string;
}

/** The one place where pictures are decoded. Whatever cannot be decoded within the limits is an UploadRefused. */
export interface ImageWorkshop {
  /** Reads the size and metadata of a local file that must be a picture of this media type. */
  inspect(file: string, mime: string): Promise<Picture>;
  /** Makes resized copies; with none ordered it still proves that the picture can be decoded. */
  makeCopies(file: string, picture: Picture, orders: readonly CopyOrder[]): Promise<void>;
}

export interface ImageLimits {
  readonly pixels: number;
  readonly frames: number;
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

/** Whether files of this type are measured and copied; other pictures are kept as they are. */
export function isDecodable(mime: string): boolean {
  return Object.hasOwn(formats, mime);
}

/** How each format is written. AVIF at its usual effort would hold the queue for seconds. */
const encode: Readonly<Record<PictureFormat, (image: Sharp, isPalette: boolean) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: 82 }),
  png: (image, palette) => image.png({ palette }),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: 82 }),
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
};

/** Copies are cut from one decoding of at most this many pixels; beyond it each is decoded on its own. */
const SHARED_PIXELS = 4_000_000;

/** Opens a workshop that works on few pictures at a time, so that memory does not follow the number of uploads. */
export async function openImageWorkshop(
  limits: ImageLimits = defaultImageLimits,
  atOnce = Math.min(2, availableParallelism()),
): Promise<ImageWorkshop> {
  const sharp = await loadSharp();
  const queue = createWorkQueue(atOnce);
  const open = (file: string) =>
    sharp(file, { failOn: 'none', limitInputPixels: limits.pixels, sequentialRead: true }).timeout(limits);
  return {
    inspect: (file, mime) => queue.run(() => refusing(() => inspect(open(file), mime, limits))),
    makeCopies: (file, picture, orders) =>
      queue.run(() => refusing(() => makeCopies(sharp, () => open(file), picture, orders))),
  };
}

/**
 * The library's settings hold for the whole process and for work under way: setting them a second time would, for a
 * moment, forbid formats to a decoding on another thread. So they are set once.
 */
let settled: Promise<typeof sharpModule> | null = null;

/** The picture decoder, loaded by the first who needs it and held to the formats and the memory we mean it to use. */
export function loadSharp(): Promise<typeof sharpModule> {
  settled ??= settle();
  return settled;
}

async function settle(): Promise<typeof sharpModule> {
  const { default: sharp } = await import('sharp');
  // One thread per picture: the queue decides how many are worked on, and nothing decoded is kept.
  sharp.concurrency(1);
  sharp.cache(false);
  // Only the formats above are ever read, whatever else the library could open (SVG, for one, can refer to files).
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((loader) => `VipsForeignLoad${loader}`) });
  return sharp;
}

async function inspect(image: Sharp, mime: string, limits: ImageLimits): Promise<Picture> {
  const found = await image.metadata();
  const format = formats[mime as keyof typeof formats];
  if ((found.format === 'heif' ? 'avif' : found.format) !== format)
    throw broken('The picture is of another type than it seems.');
  if (found.width * found.height > limits.pixels) throw broken(`Pictures may have at most ${limits.pixels} pixels.`);
  if ((found.pages ?? 1) > limits.frames) throw broken(`Pictures may have at most ${limits.frames} frames.`);
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

/** Decodes once, just large enough for every copy; a decoding is most of the cost of a copy. */
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
  if (width * height > SHARED_PIXELS) return () => open().autoOrient();
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

/** What the decoder says of bad bytes is a cause for the log, not a sentence for the sender. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UploadRefused) throw error;
    throw new UploadRefused('broken-image', 'The picture cannot be read.', error);
  }
}
