import { hash } from 'node:crypto';
import { loadSharp } from '../../../extension.ts';
import type { Challenge, ChallengeLook } from './challenge.ts';

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

/** Dots that are enlarged, slanted and drawn around a point. */
export interface ChallengeShape {
  readonly dots: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly matrix: readonly [[number, number], [number, number]];
  readonly middle: readonly [x: number, y: number];
  readonly blend: 'lighten' | 'difference';
}

const aspect = 0.7;

/** Each letter is slightly rotated, slanted, moved and stretched. */
export function letters(code: string, width: number, height: number, random: () => number): ChallengeShape[] {
  const step = width / (code.length + 0.4);
  return [...code].map((letter, index) => {
    const [angle, slant] = [(random() - 0.5) * 0.6, (random() - 0.5) * 0.5];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    // A rotated letter must stay lower than the picture: a taller one could not be composited onto it.
    const turned = aspect * Math.abs(sin) + Math.abs(sin * slant) + cos;
    const size = (height * (0.78 + 0.14 * random())) / turned;
    return {
      dots: letterDots[letter] ?? [],
      width: size * aspect,
      height: size,
      matrix: [
        [cos, cos * slant - sin],
        [sin, sin * slant + cos],
      ],
      middle: [step * (index + 0.7) + 3 * (random() - 0.5), height * (0.45 + 0.1 * random())],
      blend: 'lighten',
    };
  });
}

/** Thin lines across, in the letter colour on the background and in the background colour on the letters. */
export function lines(width: number, height: number, random: () => number): ChallengeShape[] {
  return [0.2, 0.5, 0.8].map((level) => ({
    dots: ['#########'],
    width: width * 0.96,
    height: height / 15,
    matrix: [
      [1, 0],
      [((random() - 0.5) * height) / width, 1],
    ],
    middle: [width / 2, height * (level + 0.2 * (random() - 0.5))],
    blend: 'difference',
  }));
}

/** Pseudo-random numbers from 0 to 1 that depend only on the id. */
export function randomFrom(id: string): () => number {
  let bytes = hash('sha256', id, 'buffer');
  let at = 0;
  return () => {
    if (at + 4 > bytes.length) [bytes, at] = [hash('sha256', bytes, 'buffer'), 0];
    const value = bytes.readUInt32BE(at) / 0xffffffff;
    at += 4;
    return value;
  };
}

/** The glyphs of challenges as dots, five wide and seven high, row by row; so no font has to be installed. */
export const letterDots: Readonly<Record<string, readonly string[]>> = rows({
  A: '.###. #...# #...# ##### #...# #...# #...#',
  C: '.#### #.... #.... #.... #.... #.... .####',
  E: '##### #.... #.... ####. #.... #.... #####',
  F: '##### #.... #.... ####. #.... #.... #....',
  H: '#...# #...# #...# ##### #...# #...# #...#',
  J: '..### ....# ....# ....# ....# #...# .###.',
  K: '#...# #..#. #.#.. ##... #.#.. #..#. #...#',
  L: '#.... #.... #.... #.... #.... #.... #####',
  M: '#...# ##.## #.#.# #.#.# #...# #...# #...#',
  N: '#...# ##..# ##..# #.#.# #..## #..## #...#',
  P: '####. #...# #...# ####. #.... #.... #....',
  R: '####. #...# #...# ####. #.#.. #..#. #...#',
  T: '##### ..#.. ..#.. ..#.. ..#.. ..#.. ..#..',
  U: '#...# #...# #...# #...# #...# #...# .###.',
  V: '#...# #...# #...# .#.#. .#.#. .#.#. ..#..',
  X: '#...# .#.#. .#.#. ..#.. .#.#. .#.#. #...#',
  Y: '#...# #...# .#.#. ..#.. ..#.. ..#.. ..#..',
  3: '####. ....# ....# .###. ....# ....# ####.',
  4: '...#. ..##. .#.#. #..#. ##### ...#. ...#.',
  6: '.###. #.... #.... ####. #...# #...# .###.',
  7: '##### ....# ...#. ...#. ..#.. ..#.. ..#..',
  9: '.###. #...# #...# .#### ....# ....# .###.',
});

function rows(texts: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(texts).map(([letter, text]) => [letter, text.split(' ')]));
}
