import { setImmediate as nextTurn } from 'node:timers/promises';
import { placeOf } from '../../search/number-set.ts';
import { packPlaces } from '../../search/placed-texts.ts';
import {
  entriesOf,
  excerptEntry,
  foldedTexts,
  longWordEntry,
  placesOf,
  protectedEntry,
} from '../../search/text-entries.ts';
import type { BitsRow, PlacesRow, WaitingRow } from './search-queries.ts';

/** Where words stand in texts that are indexed together: texts are counted from 0. */
export interface GatheredTexts {
  /** The texts that have each entry. */
  readonly entries: ReadonlyMap<string, readonly number[]>;
  /** The texts that have each piece, with its places. */
  readonly pieces: ReadonlyMap<string, readonly (readonly [text: number, places: readonly number[]])[]>;
}

/** Reads the words of posts, one post at a time, so that requests do not wait for all. */
export async function gatherTexts(rows: readonly WaitingRow[]): Promise<GatheredTexts> {
  const entries = new Map<string, number[]>();
  const pieces = new Map<string, [number, readonly number[]][]>();
  for (const [text, row] of rows.entries()) {
    const texts = foldedTexts(row);
    const { places, isCut } = placesOf(texts);
    for (const entry of entriesOf(texts)) listIn(entries, entry).push(text);
    if (isCut && entries.get(longWordEntry)?.at(-1) !== text) listIn(entries, longWordEntry).push(text);
    if (Number(row.isProtected) === 1) listIn(entries, protectedEntry).push(text);
    if (row.excerpt !== '') listIn(entries, excerptEntry).push(text);
    for (const [piece, list] of places) listIn(pieces, piece).push([text, list]);
    await nextTurn();
  }
  return { entries, pieces };
}

type Numbers = ReadonlyMap<string, number>;

/** The bits of texts by entry and block, in the order of the table; each is made when it is asked for. */
export function* bitsRows({ entries }: GatheredTexts, numbers: Numbers, first: number): Generator<BitsRow> {
  for (const [word, texts] of inOrder(entries, numbers)) {
    const blocks = new Map<number, number>();
    for (const text of texts) {
      const { block, bit } = placeOf(first + text);
      blocks.set(block, (blocks.get(block) ?? 0) + bit);
    }
    for (const [block, bits] of blocks) yield [word, block, bits];
  }
}

/** Where each piece stands in the texts, likewise. */
export function* placesRows({ pieces }: GatheredTexts, numbers: Numbers, first: number): Generator<PlacesRow> {
  for (const [piece, placed] of inOrder(pieces, numbers)) yield { piece, first, places: packPlaces(placed) };
}

/** What is known of words, by their numbers and in the order of these. */
const inOrder = <T>(words: ReadonlyMap<string, T>, numbers: Numbers): [number: number, value: T][] =>
  [...words]
    .flatMap(([word, value]): [number, T][] => {
      const number = numbers.get(word);
      return number === undefined ? [] : [[number, value]];
    })
    .sort(([one], [other]) => one - other);

function listIn<T>(lists: Map<string, T[]>, name: string): T[] {
  const known = lists.get(name);
  if (known) return known;
  const made: T[] = [];
  lists.set(name, made);
  return made;
}
