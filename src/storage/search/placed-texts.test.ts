import { describe, expect, it } from 'vitest';
import { PlaceComparison, packPlaces } from './placed-texts.ts';

/** Numbers from a seed, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const letters = ['a', 'b', 'c', 'd'];

/** The places of each letter in the texts of a batch, packed. */
function packed(texts: readonly string[]): Map<string, string> {
  return new Map(
    letters.map((letter) => [
      letter,
      packPlaces(
        texts.flatMap((text, number): [number, number[]][] => {
          const places = [...text].flatMap((one, place) => (one === letter ? [place] : []));
          return places.length > 0 ? [[number, places]] : [];
        }),
      ),
    ]),
  );
}

describe('pieces that follow each other', () => {
  it('are found in the texts that have them in this order, whatever the order is', () => {
    const random = numbers(20_261_117);
    const text = () => Array.from({ length: random(40) }, () => letters[random(4)]).join('');
    const comparison = new PlaceComparison();
    for (let round = 0; round < 200; round += 1) {
      const texts = Array.from({ length: 1 + random(30) }, text);
      const places = packed(texts);
      // Each place of the pattern may be one of some letters.
      const pattern = Array.from({ length: 1 + random(4) }, () => letters.filter(() => random(2) === 0));
      const found = comparison.following(pattern.map((some) => some.map((letter) => places.get(letter) ?? '')));
      const expression = new RegExp(pattern.map((some) => (some.length > 0 ? `[${some.join('')}]` : '(?!)')).join(''));
      const expected = texts.flatMap((one, number) => (expression.test(one) ? [number] : []));
      expect([...found].sort((one, other) => one - other)).toEqual(expected);
    }
  });

  it('are found far into long texts', () => {
    const long = `${'c'.repeat(200_000)}ab`;
    const places = packed(['ba', long, 'ab']);
    const of = (...pieces: string[]) => pieces.map((letter) => [places.get(letter) ?? '']);
    const comparison = new PlaceComparison();
    expect([...comparison.following(of('a', 'b'))]).toEqual([1, 2]);
    expect([...comparison.following(of('c', 'c', 'a', 'b'))]).toEqual([1]);
    expect([...comparison.following(of('d'))]).toEqual([]);
  });
});
