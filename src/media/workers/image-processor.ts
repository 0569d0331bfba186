import { copyFile } from 'node:fs/promises';
import type sharpModule from 'sharp';
import type { Sharp } from 'sharp';
import { loadOptional } from '../../lib/error-code.ts';
import { cropWindow } from '../crop-window.ts';
import type { FocalPoint } from '../focal-point.ts';
import type { Dimensions } from '../image-sizes.ts';
import { type PictureBox, targetDimensions } from '../transforms/transform-target.ts';
import { UploadRefused } from '../upload-refusal.ts';
import type { ImageMeta } from './image-meta.ts';

/** A picture: its dimensions after EXIF rotation, and its embedded metadata. */
export interface Picture extends Dimensions {
  readonly format: PictureFormat;
  readonly meta: ImageMeta;
  /** The alternative text that it contains. */
  readonly altText: string;
  readonly isAnimated: boolean;
}

/** One copy to create: its size, whether it is cropped, and the local file it is written to. */
export interface CopyOrder extends Dimensions {
  readonly crop: boolean;
  readonly file: string;
  /** What a crop keeps in view; default the middle. */
  readonly focus?: FocalPoint;
}

/** Decodes pictures. Throws UploadRefused for whatever cannot be decoded within the limits. */
export interface ImageProcessor {
  /** Reads the size and metadata of a local file that must be a picture of this media type. */
  inspect(file: string, mime: string): Promise<Picture>;
  /** Creates resized copies; with no orders it still verifies that the picture can be decoded. */
  makeCopies(file: string, picture: Picture, orders: readonly CopyOrder[]): Promise<void>;
  /** Writes a changed picture of the same format; of an animation only the first frame. */
  change(file: string, picture: Picture, changes: readonly PictureChange[], target: string): Promise<void>;
}

/** One step of changing a picture; angles are clockwise degrees, parts are percent of the picture as it is then. */
export type PictureChange =
  | { readonly type: 'rotate'; readonly angle: number }
  | {
      readonly type: 'crop';
      readonly left: number;
      readonly top: number;
      readonly width: number;
      readonly height: number;
    }
  | { readonly type: 'flip'; readonly horizontal: boolean; readonly vertical: boolean };

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

/** The quality of copies, in percent. */
export const copyQuality = 82;

/** The encoder of each format. AVIF at its default effort would block the queue for seconds. */
const encode: Readonly<Record<PictureFormat, (image: Sharp, isPalette: boolean) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: copyQuality }),
  png: (image, palette) => image.png({ palette }),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: copyQuality }),
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
};

/** Copies share one decoded image of at most this many pixels; above that, each copy decodes the file itself. */
const maxSharedPixels = 7_000_000;

/** Opens an image processor in this process. It has no time limit, since only killing the process stops a decoder. */
export async function openImageProcessor(limits: ImageLimits = defaultImageLimits): Promise<ImageProcessor> {
  const sharp = await loadSharp();
  const open = (file: string) => sharp(file, { failOn: 'none', limitInputPixels: limits.pixels, sequentialRead: true });
  return {
    inspect: (file, mime) => refusing(() => inspect(open(file), mime, limits)),
    makeCopies: (file, picture, orders) => refusing(() => makeCopies(sharp, () => open(file), picture, orders)),
    change: (file, picture, changes, target) =>
      refusing(async () => {
        const effective = changes.filter(changesPicture);
        if (effective.length === 0) await copyFile(file, target);
        else await change(sharp, () => open(file), picture, { changes: effective, target, limits });
      }),
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
  const { readAltText, readImageMeta } = await import('./image-meta.ts');
  return {
    format,
    width: found.autoOrient.width,
    height: found.autoOrient.height,
    meta: readImageMeta(found),
    altText: readAltText(found.xmp),
    isAnimated: (found.pages ?? 1) > 1,
  };
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
  for (const order of orders) await encode[picture.format](resized(source, order), isPalette).toFile(order.file);
}

function resized({ open, ...source }: CopySource, { width, height, crop, focus }: CopyOrder): Sharp {
  if (!crop || !focus) return open().resize(width, height, { fit: crop ? 'cover' : 'fill' });
  return open()
    .extract(cropWindow(source, { width, height }, focus))
    .resize(width, height, { fit: 'fill' });
}

/** What copies are made of: the picture, upright, at these dimensions. */
interface CopySource extends Dimensions {
  readonly open: () => Sharp;
}

/** Decodes the file once, just large enough for every copy, since decoding is most of a copy's cost. */
async function sharedSource(
  sharp: typeof sharpModule,
  open: () => Sharp,
  picture: Picture,
  orders: readonly CopyOrder[],
): Promise<CopySource> {
  const scale = Math.max(
    ...orders.map(({ width, height }) => Math.max(width / picture.width, height / picture.height)),
  );
  const [width, height] = [Math.ceil(picture.width * scale), Math.ceil(picture.height * scale)];
  if (width * height > maxSharedPixels)
    return { open: () => open().autoOrient(), width: picture.width, height: picture.height };
  const pixels = await open()
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { info } = pixels;
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { open: () => sharp(pixels.data, { raw }), width: info.width, height: info.height };
}

function changesPicture(change: PictureChange): boolean {
  if (change.type === 'rotate') return change.angle % 360 !== 0;
  if (change.type === 'flip') return change.horizontal || change.vertical;
  const { left, top, width, height } = change;
  return left > 0 || top > 0 || left + width < 100 || top + height < 100;
}

interface ChangeOrder {
  readonly changes: readonly PictureChange[];
  readonly target: string;
  readonly limits: ImageLimits;
}

/** Each step is a pipeline of its own: within one, the library has an order of its own. */
async function change(
  sharp: typeof sharpModule,
  open: () => Sharp,
  { format }: Picture,
  { changes, target, limits }: ChangeOrder,
): Promise<void> {
  const { isPalette = false } = await open().metadata();
  const upright = open().autoOrient();
  let { data, info } = await rawPixels(format === 'jpeg' ? upright : upright.ensureAlpha());
  for (const step of changes) {
    const { width, height, channels } = info;
    const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: limits.pixels });
    ({ data, info } = await rawPixels(changed(image, step, info, limits)));
  }
  const { width, height, channels } = info;
  await encode[format](sharp(data, { raw: { width, height, channels } }), isPalette).toFile(target);
}

const rawPixels = (image: Sharp) => image.raw().toBuffer({ resolveWithObject: true });

function changed(image: Sharp, change: PictureChange, from: Dimensions, limits: ImageLimits): Sharp {
  if (change.type === 'crop') return image.extract(cropOf(change, from));
  if (change.type === 'rotate') {
    const angle = change.angle % 360;
    refuseHugeTurn(angle, from, limits);
    return image.rotate(angle, { background: { r: 255, g: 255, b: 255, alpha: 0 } });
  }
  const upside = change.vertical ? image.flip() : image;
  return change.horizontal ? upside.flop() : upside;
}

/** The part of a picture that lies within it; there must be at least one pixel. */
function cropOf(crop: Extract<PictureChange, { type: 'crop' }>, { width, height }: Dimensions) {
  const span = (start: number, length: number, whole: number) => {
    const first = Math.min(Math.max(Math.round((whole * start) / 100), 0), whole);
    const last = Math.min(Math.max(Math.round((whole * start) / 100) + Math.round((whole * length) / 100), 0), whole);
    return { first, length: last - first };
  };
  const across = span(crop.left, crop.width, width);
  const down = span(crop.top, crop.height, height);
  if (across.length < 1 || down.length < 1) throw new UploadRefused('empty-crop', 'Nothing of the picture is left.');
  return { left: across.first, top: down.first, width: across.length, height: down.length };
}

/** A picture that is turned by other than right angles grows. */
function refuseHugeTurn(angle: number, { width, height }: Dimensions, limits: ImageLimits): void {
  const radians = (angle * Math.PI) / 180;
  const [sine, cosine] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
  if ((width * cosine + height * sine) * (width * sine + height * cosine) > limits.pixels)
    throw broken(`Pictures may have at most ${limits.pixels} pixels.`);
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

/** The properties of a decoded picture, after EXIF rotation. */
export interface MeasuredPicture {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  /** Frames; one for a picture without animation. */
  readonly frames: number;
}

export interface Conversion {
  readonly format: 'webp' | 'avif' | 'jpeg' | 'png';
  readonly quality: number;
  /** Whether embedded metadata is kept. */
  readonly keepMetadata: boolean;
  /** Makes a resized picture, of an animation that of its first frame; without it, dimensions and frames stay. */
  readonly resize?: PictureResize;
}

/** The box that a picture is put into. */
export interface PictureResize extends PictureBox {
  /** What a cut keeps in view. */
  readonly focus: FocalPoint;
}

/** Converts stored pictures; returns null for a picture that cannot be decoded in time. */
export interface PictureConverter {
  /** Decodes a local file completely, to verify that it is a picture. */
  measure(file: string): Promise<MeasuredPicture | null>;
  /** Converts a local file to another format and returns the size in bytes; on failure no target file is left. */
  convert(file: string, target: string, conversion: Conversion): Promise<number | null>;
}

const maxPixels = 100_000_000;

/** A converter in this process. It has no time limit; the parent that can kill the process sets one. */
export const pictureConverter = {
  async measure(file) {
    const { autoOrient, format, pages = 1, pageHeight } = await (await open(file)).metadata();
    await (await open(file)).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
    return {
      width: autoOrient.width,
      height: pages > 1 && pageHeight ? pageHeight : autoOrient.height,
      format: format === 'heif' ? 'avif' : format,
      frames: pages,
    };
  },
  async convert(file, target, { format, quality, keepMetadata, resize }) {
    const upright = resize ? await openResized(file, resize, format) : (await open(file)).autoOrient();
    const image = keepMetadata ? upright.keepMetadata() : upright;
    return (await converters[format](image, quality).toFile(target)).size;
  },
} satisfies PictureConverter;

const white = { r: 255, g: 255, b: 255, alpha: 1 };

const converters: Readonly<Record<Conversion['format'], (image: Sharp, quality: number) => Sharp>> = {
  webp: (image, quality) => image.webp({ quality }),
  // At its default effort AVIF would use a CPU for seconds.
  avif: (image, quality) => image.avif({ quality, effort: 2 }),
  jpeg: (image, quality) => image.flatten({ background: white }).jpeg({ quality }),
  png: (image) => image.png(),
};

/** The picture in its box. It is made smaller before it is cut, so that decoders need not decode all of it. */
async function openResized(file: string, resize: PictureResize, format: Conversion['format']): Promise<Sharp> {
  const { autoOrient: original } = await (await openStill(file)).metadata();
  const target = targetDimensions(original, resize);
  const upright = (await openStill(file)).autoOrient();
  if (resize.fit === 'contain') {
    const background = format === 'jpeg' ? white : { ...white, alpha: 0 };
    return upright.resize(target.width, target.height, { fit: 'contain', background });
  }
  const ratio = Math.max(target.width / original.width, target.height / original.height);
  const width = Math.max(target.width, Math.round(original.width * ratio));
  const height = Math.max(target.height, Math.round(original.height * ratio));
  const whole = upright.resize(resize.fit === 'cover' ? { width, height, fit: 'fill' } : { ...target, fit: 'fill' });
  const window = cropWindow({ width, height }, target, resize.focus);
  return resize.fit === 'cover' ? whole.extract(window) : whole;
}

/** The first frame; damage that uploads may have is no reason to refuse a picture later. */
async function openStill(file: string): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(file, { failOn: 'none', limitInputPixels: maxPixels, sequentialRead: true });
}

async function open(file: string) {
  const sharp = await loadSharp();
  return sharp(file, { animated: true, limitInputPixels: maxPixels, sequentialRead: true });
}
