import { hash } from 'node:crypto';
import type { Challenge, ChallengeLook } from './challenge-token.ts';
import { glyphs, type Point } from './glyphs.ts';
import { encodePng } from './png.ts';

const sizes: Readonly<Record<ChallengeLook['size'], readonly [width: number, height: number]>> = {
  s: [120, 40],
  m: [160, 54],
  l: [210, 70],
};

/** How wide and high a picture of this size is. */
export const challengeSize = (size: ChallengeLook['size']) => sizes[size];

/**
 * The picture of a challenge. The same id always gives the same picture, so that fetching it often does not wash the
 * noise out.
 */
export function drawChallenge(id: string, { code, look }: Challenge): Buffer {
  const [width, height] = sizes[look.size];
  const random = randomFrom(id);
  const strokes = [...letterStrokes(code, width, height, random), ...noise(width, height, random)];
  const wave = { depth: height * (0.04 + 0.05 * random()), turns: 1 + random(), start: 6.28 * random() };
  const bent = strokes.map(({ points, thickness }) => ({
    thickness,
    points: points.map((at) => bend(at, width, wave)),
  }));
  return encodePng(width, height, look, inked(bent, width, height));
}

interface Stroke {
  readonly points: readonly Point[];
  readonly thickness: number;
}

/** Each letter stands in its own place, a little turned, moved and stretched. */
function letterStrokes(code: string, width: number, height: number, random: () => number): Stroke[] {
  const step = width / (code.length + 0.6);
  return [...code].flatMap((letter, index) => {
    const angle = (random() - 0.5) * 0.7;
    const scale = (height / 10) * (0.95 + 0.3 * random());
    const [middleX, middleY] = [step * (index + 0.8), height * (0.46 + 0.08 * random())];
    const thickness = height / 22 + random();
    const place = ([x, y]: Point): Point => {
      const [dx, dy] = [(x - 2) * scale * 0.95, (y - 3) * scale];
      return [
        middleX + dx * Math.cos(angle) - dy * Math.sin(angle),
        middleY + dx * Math.sin(angle) + dy * Math.cos(angle),
      ];
    };
    return (glyphs[letter] ?? []).map((line) => ({ points: subdivided(line.map(place)), thickness }));
  });
}

/** Thin lines across, in the colour of the letters. */
function noise(width: number, height: number, random: () => number): Stroke[] {
  return Array.from({ length: 3 }, () => {
    const [from, to]: [Point, Point] = [
      [0, height * random()],
      [width, height * random()],
    ];
    return { points: subdivided([from, to]), thickness: height / 50 };
  });
}

/** Lines in short pieces, so that they can be bent. */
function subdivided(points: readonly Point[]): readonly Point[] {
  const pieces = 8;
  return points.flatMap(([x, y], index) => {
    const next = points[index + 1];
    if (!next) return [[x, y] satisfies Point];
    return Array.from({ length: pieces }, (_, n): Point => {
      const part = n / pieces;
      return [x + (next[0] - x) * part, y + (next[1] - y) * part];
    });
  });
}

function bend([x, y]: Point, width: number, wave: { depth: number; turns: number; start: number }): Point {
  return [x, y + wave.depth * Math.sin(wave.start + (wave.turns * 6.28 * x) / width)];
}

/** How much ink each pixel has, from 0 to 255; the edge of a stroke fades over one pixel. */
function inked(strokes: readonly Stroke[], width: number, height: number): Uint8Array {
  const ink = new Uint8Array(width * height);
  for (const { points, thickness } of strokes)
    for (let n = 1; n < points.length; n++) inkPiece(ink, [width, height], points[n - 1]!, points[n]!, thickness / 2);
  return ink;
}

function inkPiece(ink: Uint8Array, [width, height]: Point, from: Point, to: Point, radius: number): void {
  const reach = radius + 1;
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most - 1, value));
  const [left, right] = [Math.min(from[0], to[0]) - reach, Math.max(from[0], to[0]) + reach];
  const [top, bottom] = [Math.min(from[1], to[1]) - reach, Math.max(from[1], to[1]) + reach];
  for (let y = clamp(Math.floor(top), height); y <= clamp(Math.ceil(bottom), height); y++) {
    for (let x = clamp(Math.floor(left), width); x <= clamp(Math.ceil(right), width); x++) {
      const cover = Math.max(0, Math.min(1, radius + 0.5 - distance([x, y], from, to)));
      ink[y * width + x] = Math.max(ink[y * width + x]!, Math.round(cover * 255));
    }
  }
}

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** Numbers from 0 to 1 that only the id decides. */
function randomFrom(id: string): () => number {
  let bytes = hash('sha256', id, 'buffer');
  let at = 0;
  return () => {
    if (at + 4 > bytes.length) [bytes, at] = [hash('sha256', bytes, 'buffer'), 0];
    const value = bytes.readUInt32BE(at) / 0xffffffff;
    at += 4;
    return value;
  };
}
