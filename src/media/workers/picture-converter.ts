import { loadSharp } from '../images/image-processor.ts';

/** The properties of a decoded picture, after EXIF rotation. */
export interface MeasuredPicture {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  /** Frames; one for a picture without animation. */
  readonly frames: number;
}

export interface Conversion {
  readonly format: 'webp' | 'avif';
  readonly quality: number;
  /** Whether embedded metadata is kept. */
  readonly keepMetadata: boolean;
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
  async convert(file, target, { format, quality, keepMetadata }) {
    const upright = (await open(file)).autoOrient();
    const image = keepMetadata ? upright.keepMetadata() : upright;
    // At its default effort AVIF would use a CPU for seconds.
    const written = format === 'webp' ? image.webp({ quality }) : image.avif({ quality, effort: 2 });
    return (await written.toFile(target)).size;
  },
} satisfies PictureConverter;

async function open(file: string) {
  const sharp = await loadSharp();
  return sharp(file, { animated: true, limitInputPixels: maxPixels, sequentialRead: true });
}
