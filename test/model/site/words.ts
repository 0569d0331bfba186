import type { Random } from '../../simulation/random.ts';

/** Few enough that searches hit: accents, short words, numbers, punctuation, words of several scripts, and a long one. */
export const words: readonly string[] = [
  ...[
    'harbour',
    'harbor',
    'winter',
    'Winter',
    'lantern',
    'lan',
    'river',
    'stone',
    'market',
    'garden',
    'night',
    'bread',
  ],
  ...['café', 'cafe', 'naïve', 'Über', 'straße', 'strasse', 'Ångström', 'łódź', 'smørrebrød', 'crème', 'œuvre'],
  ...['a', 'of', 'an', 'it', 'x', '7', '42', '2024', 'co-op', 'C++', '100%', 'foo_bar', "don't", 'a.b'],
  ...['привет', 'мир', 'ёлка', 'йод', 'Ελλάδα', 'θάλασσα', 'שלום', 'مرحبا'],
  ...['東京', '京都', '東', 'ひらがな', 'カタカナ', '한국어'],
  'pneumonoultramicroscopicsilicovolcanoconiosispneumonia',
];

export const phrase = (random: Random, least: number, most: number): string =>
  Array.from({ length: least + random.below(most - least + 1) }, () => random.pick(words)).join(' ');

/** A text as editors write it: plain, with markup, or in blocks. */
export function text(random: Random): string {
  const paragraph = () => phrase(random, 3, 14);
  switch (random.below(4)) {
    case 0:
      return paragraph();
    case 1:
      return `<p>${paragraph()}</p>\n<p>${paragraph()}</p>`;
    case 2:
      return `<!-- wp:paragraph {"className":"river stone"} -->\n<p>${paragraph()}</p>\n<!-- /wp:paragraph -->`;
    default:
      return `${paragraph()}\n\n${paragraph()}\n\n${paragraph()}`;
  }
}

export const slug = (random: Random): string =>
  Array.from({ length: 1 + random.below(3) }, () => random.pick(plain)).join('-');
const plain = [
  'harbour',
  'winter',
  'lantern',
  'river',
  'stone',
  'market',
  'garden',
  'night',
  'bread',
  'cafe',
  '7',
  '42',
];

/** Moments that many rows share. */
export function moment(random: Random): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const day = random.chance(0.3)
    ? '2022-05-14'
    : `20${19 + random.below(6)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
  return `${day} ${two(random.below(4) * 6)}:00:00`;
}

/** A moment that nobody who runs this will see. */
export const farMoment = (random: Random): string => moment(random).replace(/^20/, '21');

/** The list of sticky posts, as it is stored. */
export const serialisedIds = (ids: readonly number[]): string =>
  `a:${ids.length}:{${ids.map((id, at) => `i:${at};i:${id};`).join('')}}`;

export const idsIn = (serialised: string): number[] =>
  [...serialised.matchAll(/i:\d+;i:(\d+);/g)].map(([, id]) => Number(id));
