import { expect, it } from 'vitest';
import { type Dimensions, type ImageSize, resizedDimensions } from '../image-sizes.ts';
import { deduceSize, type SizeSample } from './deduce-size.ts';

const wide = { width: 1600, height: 900 };
const classic = { width: 1200, height: 900 };
const tall = { width: 900, height: 1600 };
const square = { width: 1000, height: 1000 };

/** The copies that a program with this size makes. */
const madeWith = (size: ImageSize, ...originals: readonly Dimensions[]): SizeSample[] =>
  originals.flatMap((original) => {
    const copy = resizedDimensions(original, size);
    return copy ? [{ original, copy }] : [];
  });

const card = { width: 400, height: 300, crop: true };
const box = { width: 400, height: 300, crop: false };

it('the same dimensions of pictures of different shapes are a crop', () => {
  expect(deduceSize(madeWith(card, wide, tall, classic))).toEqual({ ...card, isCertain: true });
});

it('one copy of another shape than its picture is enough to see a crop', () => {
  expect(deduceSize(madeWith(card, wide))).toEqual({ ...card, isCertain: true });
});

it('a picture that is smaller than the box on one side does not hide the box', () => {
  const low = { width: 1000, height: 200 };
  const narrow = { width: 300, height: 1000 };
  expect(deduceSize(madeWith(card, low, narrow, wide))).toEqual({ ...card, isCertain: true });
});

it('copies of the shapes of their pictures fit into a box', () => {
  expect(deduceSize(madeWith(box, wide, tall, square))).toEqual({ ...box, isCertain: true });
});

it('a side that no copy reaches has no limit that shows', () => {
  expect(deduceSize(madeWith(box, wide, { width: 2000, height: 1000 }))).toEqual({
    ...box,
    height: 0,
    isCertain: true,
  });
  expect(deduceSize(madeWith({ width: 0, height: 120, crop: false }, wide, tall))).toEqual({
    width: 0,
    height: 120,
    crop: false,
    isCertain: true,
  });
});

it('pictures of one shape do not show whether anything is cut off', () => {
  expect(deduceSize(madeWith(card, classic, { width: 2400, height: 1800 }))).toEqual({ ...box, isCertain: false });
});

it('a crop is believed over copies that were made by a guess', () => {
  const samples = [...madeWith(box, tall, square), ...madeWith(card, wide)];
  expect(deduceSize(samples, true)).toEqual({ ...card, isCertain: true });
});

it('what was changed to fit into a box is seen by the newest copies', () => {
  const samples = [...madeWith(box, tall, square, wide), ...madeWith(card, wide, tall)];
  expect(deduceSize(samples)).toEqual({ ...box, isCertain: true });
});

it('copies from before the size was changed do not count', () => {
  const before = madeWith({ width: 200, height: 200, crop: true }, wide, tall, classic);
  expect(deduceSize([...madeWith(card, wide, tall, square), ...before])).toEqual({ ...card, isCertain: true });
  const boxBefore = madeWith({ width: 900, height: 900, crop: false }, wide, tall);
  expect(deduceSize([...madeWith(box, wide, tall), ...boxBefore])).toMatchObject({ ...box });
});

it('copies of a larger original may be a pixel off', () => {
  const scaled = { original: { width: 2560, height: 1707 }, copy: { width: 600, height: 401 } };
  const other = { original: { width: 1707, height: 2560 }, copy: { width: 600, height: 900 } };
  expect(deduceSize([scaled, other])).toEqual({ width: 600, height: 0, crop: false, isCertain: true });
});

it('one copy whose sides were rounded shows which side has the limit', () => {
  const column = { width: 240, height: 0, crop: false };
  const samples = madeWith(column, { width: 1601, height: 903 });
  expect(samples[0]!.copy).toEqual({ width: 240, height: 135 });
  expect(deduceSize(samples)).toEqual({ ...column, isCertain: false });
});

it('what cannot be a copy shows nothing', () => {
  expect(deduceSize([])).toBeNull();
  expect(deduceSize([{ original: wide, copy: wide }])).toBeNull();
  expect(deduceSize([{ original: wide, copy: { width: 0, height: 0 } }])).toBeNull();
  expect(deduceSize([{ original: wide, copy: { width: 3000, height: 100 } }])).toBeNull();
});

it('agrees with the program that made the copies, for many sizes', () => {
  for (const width of [80, 333, 640])
    for (const height of [90, 250, 641])
      for (const crop of [true, false]) {
        const size = { width, height, crop };
        const samples = madeWith(size, wide, tall, classic, square, { width: 1999, height: 777 });
        const deduced = deduceSize(samples);
        for (const original of [wide, tall, square, { width: 3001, height: 2003 }]) {
          const [made, wanted] = [resizedDimensions(original, deduced!), resizedDimensions(original, size)];
          expect([made, size]).toEqual([wanted, size]);
        }
      }
});
