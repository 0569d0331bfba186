import sharp from 'sharp';

const [width, height] = [4600, 3450];

/** A JPEG of at least the given size: noise compresses as badly as the grain of a photograph. */
export async function makePhotograph(bytes: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const;
  const picture = sharp({ create: { width, height, channels: 3, background: '#888', noise } }).blur(0.8);
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let best = Buffer.alloc(0);
  for (const quality of [70, 80, 86, 90, 93, 95, 97, 99]) {
    best = await sharp(data, { raw }).jpeg({ quality }).toBuffer();
    if (best.length >= bytes) break;
  }
  return best;
}
