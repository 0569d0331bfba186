import { loadSharp } from '../images/image-processor.ts';

const maxPixels = 100000000;
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
};
async function open(file) {
  const sharp = await loadSharp();
  return sharp(file, { animated: true, limitInputPixels: maxPixels, sequentialRead: true });
}
