import sharp from 'sharp';

/** A picture large enough for copies to be made of it; both systems get the same bytes. */
export function smallJpeg(): Promise<Uint8Array> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: { r: 40, g: 120, b: 60 } } })
    .jpeg()
    .toBuffer();
}
