import { loadSharp } from '../../../extension.ts';
import { type ChallengeShape, letters, lines, randomFrom } from './challenge-shapes.ts';
import type { Challenge, ChallengeLook } from './challenge-token.ts';

const sizes: Readonly<Record<ChallengeLook['size'], readonly [width: number, height: number]>> = {
  s: [120, 40],
  m: [160, 54],
  l: [210, 70],
};

/** The width and height of a picture of this size. */
export const challengeSize = (size: ChallengeLook['size']) => sizes[size];

/**
 * The picture of a challenge as a PNG. The same id always gives the same picture, so that fetching it repeatedly does
 * not help to remove the noise.
 */
export async function drawChallenge(id: string, { code, look }: Challenge): Promise<Buffer> {
  const sharp = await loadSharp();
  const [width, height] = sizes[look.size];
  const random = randomFrom(id);
  const shapes = [...letters(code, width, height, random), ...lines(width, height, random)];
  const stamps: Stamp[] = [];
  // Sequential: one picture uses only one thread of the pool that file operations share.
  for (const shape of shapes) stamps.push(await stamp(sharp, shape));
  const [ink, ground] = [channels(look.ink), channels(look.ground)];
  return blotches(sharp, width, height, random)
    .composite(stamps)
    .removeAlpha()
    .linear(
      ink.map((value, channel) => (value - ground[channel]!) / 255),
      [...ground],
    )
    .png()
    .toBuffer();
}

/** Red, green and blue of `rrggbb`. */
const channels = (colour: string): readonly number[] => [...Buffer.from(colour, 'hex')];

type Sharp = Awaited<ReturnType<typeof loadSharp>>;

type Stamp = Awaited<ReturnType<typeof stamp>>;

/** A shape as a picture of its own, and its position; enlarging makes the dots round. */
async function stamp(sharp: Sharp, { dots, width, height, matrix, middle, blend }: ChallengeShape) {
  const [columns, rows] = [(dots[0]?.length ?? 0) + 2, dots.length + 2];
  const bordered = ['', ...dots, ''].flatMap((row) => [...`.${row.padEnd(columns - 2, '.')}.`]);
  const pixels = Buffer.from(bordered.map((dot) => (dot === '#' ? 255 : 0)));
  const { data, info } = await sharp(pixels, { raw: { width: columns, height: rows, channels: 1 } })
    .resize(Math.round(width), Math.round(height), { fit: 'fill', kernel: 'cubic' })
    .affine([...matrix[0], ...matrix[1]], { background: '#000', interpolator: 'bicubic' })
    .linear(3, -210)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [left, top] = [Math.round(middle[0] - info.width / 2), Math.round(middle[1] - info.height / 2)];
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels }, left, top, blend };
}

/** A background with faint blotches, so that no single threshold separates it from the letters. */
function blotches(sharp: Sharp, width: number, height: number, random: () => number) {
  const raw = { width: Math.ceil(width / 7), height: Math.ceil(height / 7), channels: 1 } as const;
  const dots = Array.from({ length: raw.width * raw.height }, () => (random() < 0.45 ? 90 * random() : 0));
  return sharp(Buffer.from(dots), { raw })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('srgb');
}
