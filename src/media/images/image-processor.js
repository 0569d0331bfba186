import { loadOptional } from '../../missing-package.ts';
import { readImageMeta } from '../details/image-meta.ts';
import { UploadRefused } from '../upload-refused.ts';
export const defaultImageLimits = { pixels: 100000000, frames: 2000, seconds: 30 };
const formats = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};
/** Whether files of this type are decoded for dimensions and copies; other pictures are stored unchanged. */
export function isDecodable(mime) {
  return Object.hasOwn(formats, mime);
}
/** The encoder of each format. AVIF at its default effort would block the queue for seconds. */
const encode = {
  jpeg: (image) => image.jpeg({ quality: 82 }),
  png: (image, palette) => image.png({ palette }),
  gif: (image) => image.gif(),
  webp: (image) => image.webp({ quality: 82 }),
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
};
/** Copies share one decoded image of at most this many pixels; above that, each copy decodes the file itself. */
const maxSharedPixels = 4000000;
/** Opens an image processor in this process. It has no time limit, since only killing the process stops a decoder. */
export async function openImageProcessor(limits = defaultImageLimits) {
  const sharp = await loadSharp();
  const open = (file) => sharp(file, { failOn: 'none', limitInputPixels: limits.pixels, sequentialRead: true });
  return {
    inspect: (file, mime) => refusing(() => inspect(open(file), mime, limits)),
    makeCopies: (file, picture, orders) => refusing(() => makeCopies(sharp, () => open(file), picture, orders)),
  };
}
/**
 * The library's settings are global and affect running work: setting them a second time would, for a
 * moment, block the format of a picture being decoded on another thread. So they are set once.
 */
let configured = null;
/** The picture decoder, loaded on first use and limited to the formats above. */
export function loadSharp() {
  configured ??= configureSharp();
  return configured;
}
async function configureSharp() {
  const { default: sharp } = await loadOptional('sharp', 'Reading pictures', () => import('sharp'));
  // One thread per picture: the queue decides how many are processed at once, and nothing decoded is cached.
  sharp.concurrency(1);
  sharp.cache(false);
  // Only the formats above are allowed, whatever else the library can open (SVG, for example, can reference files).
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((loader) => `VipsForeignLoad${loader}`) });
  return sharp;
}
async function inspect(image, mime, limits) {
  const found = await image.metadata();
  if (!isDecodable(mime)) throw broken(`Pictures of type ${mime} are not decoded.`);
  const format = formats[mime];
  if ((found.format === 'heif' ? 'avif' : found.format) !== format)
    throw broken('The content of the picture does not match its type.');
  if (found.width * found.height > limits.pixels) throw broken(`Pictures may have at most ${limits.pixels} pixels.`);
  if ((found.pages ?? 1) > limits.frames) throw broken(`Pictures may have at most ${limits.frames} frames.`);
  return { format, width: found.autoOrient.width, height: found.autoOrient.height, meta: readImageMeta(found) };
}
async function makeCopies(sharp, open, picture, orders) {
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
async function sharedSource(sharp, open, picture, orders) {
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
function broken(message) {
  return new UploadRefused('broken-image', message);
}
/** Wraps a decoder's error, whose own message goes to the log and not to the client. */
async function refusing(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UploadRefused) throw error;
    throw new UploadRefused('broken-image', 'The picture cannot be read.', error);
  }
}
