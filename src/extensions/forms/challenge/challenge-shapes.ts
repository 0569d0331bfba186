import { hash } from 'node:crypto';
import { letterDots } from './letter-dots.ts';

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
