/** The part of a picture that crops keep in view: fractions of its width and height, from the top left corner. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** The metadata of an attachment that holds it, as `0.25 0.75`; without it, crops keep the middle. */
export const focalPointKey = '_platen_focal_point';

/** The stored or sent form; null for anything else. */
export function parseFocalPoint(text: string): FocalPoint | null {
  const found = /^\s*(\d(?:\.\d{1,4})?)[\s,]+(\d(?:\.\d{1,4})?)\s*$/.exec(text);
  if (!found) return null;
  const point = { x: Number(found[1]), y: Number(found[2]) };
  return point.x <= 1 && point.y <= 1 ? point : null;
}

export function formatFocalPoint({ x, y }: FocalPoint): string {
  return `${round(x)} ${round(y)}`;
}

/** As CSS places a picture that is larger than its box. */
export function objectPosition({ x, y }: FocalPoint): string {
  return `${round(x * 100)}% ${round(y * 100)}%`;
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
