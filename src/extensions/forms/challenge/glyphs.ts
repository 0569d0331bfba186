/** A point on the grid of a letter, four wide and six high, from the top left. */
export type Point = readonly [x: number, y: number];

/** The strokes of the letters that challenges use, each a line through its points; so no font is needed. */
export const glyphs: Readonly<Record<string, readonly (readonly Point[])[]>> = {
  A: [points('06 20 46'), points('14 34')],
  C: [points('41 30 10 01 05 16 36 45')],
  E: [points('40 00 06 46'), points('03 33')],
  F: [points('40 00 06'), points('03 33')],
  H: [points('00 06'), points('40 46'), points('03 43')],
  J: [points('10 40 45 36 16 05')],
  K: [points('00 06'), points('40 03 46')],
  L: [points('00 06 46')],
  M: [points('06 00 23 40 46')],
  N: [points('06 00 46 40')],
  P: [points('06 00 30 41 42 33 03')],
  R: [points('06 00 30 41 42 33 03'), points('23 46')],
  T: [points('00 40'), points('20 26')],
  U: [points('00 05 16 36 45 40')],
  V: [points('00 26 40')],
  X: [points('00 46'), points('40 06')],
  Y: [points('00 23 40'), points('23 26')],
  3: [points('01 10 30 41 42 33 13'), points('33 44 45 36 16 05')],
  4: [points('36 30 04 44')],
  6: [points('40 20 02 05 16 36 45 44 33 13 04')],
  7: [points('00 40 16')],
  9: [points('06 26 44 41 30 10 01 02 13 33 42')],
};

function points(text: string): readonly Point[] {
  return text.split(' ').map((pair) => [Number(pair[0]), Number(pair[1])]);
}
