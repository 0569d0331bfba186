import type { Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import { NumberSet, placeOf } from '../../search/number-set.ts';
import { excerptEntry, longWordEntry, lookupOf, protectedEntry } from '../../search/text-entries.ts';
import { placedTexts } from './placed-search.ts';
import type { SearchQueries } from './search-queries.ts';

/** The numbers of the texts that have words for certain, and of those that may have them. */
interface TextSets {
  readonly certain: NumberSet;
  readonly possible: NumberSet;
}

const none = new NumberSet();

/** The texts of the entries that some words need. */
export interface EntrySets {
  /** By entries that are exactly these. */
  readonly grams: ReadonlyMap<string, NumberSet>;
  /** By parts of entries. */
  readonly parts: ReadonlyMap<string, NumberSet>;
  /** Those of posts with a password. */
  readonly isProtected: NumberSet;
  /** Those of posts with an excerpt. */
  readonly hasExcerpt: NumberSet;
}

/** Entries that are read with those of any words. */
const marks = [longWordEntry, protectedEntry, excerptEntry];

/** Reads the texts with each entry and each part of an entry that folded words need, of those with lower numbers. */
export async function entrySets(
  db: Kysely<Tables>,
  queries: SearchQueries,
  words: readonly string[],
  mostTexts: number,
): Promise<EntrySets> {
  if (words.length === 0) return { grams: new Map(), parts: new Map(), isProtected: none, hasExcerpt: none };
  const lookups = words.map(lookupOf);
  const grams = [...new Set([...lookups.flatMap((lookup) => lookup.grams), ...marks])];
  const parts = [...new Set(lookups.flatMap((lookup) => lookup.parts))];
  const entries = await queries.entries(db, grams, parts);
  const groups = [
    ...grams.map((gram) => entries.filter(({ word }) => word === gram)),
    ...parts.map((part) => entries.filter(({ word }) => word.includes(part))),
  ].map((group) => group.map(({ id }) => Number(id)));
  const sets = groups.map(() => new NumberSet());
  const { block: lastBlock } = placeOf(mostTexts);
  await queries.eachBits(db, groups, lastBlock, (group, block, bits) => sets[group]?.addBlock(block, bits));
  const named = (names: readonly string[], from: number) =>
    new Map(names.map((name, at) => [name, sets[from + at] ?? none]));
  const ofGrams = named(grams, 0);
  return {
    grams: ofGrams,
    parts: named(parts, grams.length),
    isProtected: ofGrams.get(protectedEntry) ?? none,
    hasExcerpt: ofGrams.get(excerptEntry) ?? none,
  };
}

/** The texts with all of some folded words. The places of pieces are read only of texts that may have all of them. */
export async function textsWithAll(
  db: Kysely<Tables>,
  queries: SearchQueries,
  words: readonly string[],
  entries: EntrySets,
): Promise<TextSets> {
  let { certain, possible } = words.map((word) => setsOfWord(word, entries)).reduce(both);
  const withLong = entries.grams.get(longWordEntry) ?? none;
  for (const word of words) {
    if (lookupOf(word).isExact) continue;
    const placed = await placedTexts(db, queries, word, possible);
    if (!placed) certain = none;
    // A text with a piece that is too long to be indexed may have the word nevertheless.
    else ({ certain, possible } = both({ certain, possible }, { certain: placed, possible: placed.or(withLong) }));
  }
  return { certain, possible };
}

const both = (one: TextSets, other: TextSets): TextSets => ({
  certain: one.certain.and(other.certain),
  possible: one.possible.and(other.possible),
});

/** By the entries alone. What places decide is certain as far as they are concerned. */
function setsOfWord(word: string, entries: EntrySets): TextSets {
  const { grams, parts, isExact } = lookupOf(word);
  const withLong = entries.grams.get(longWordEntry) ?? none;
  const ofGrams = grams.map((gram) => entries.grams.get(gram) ?? none);
  const ofWords = parts.map((part) => entries.parts.get(part) ?? none);
  const possible = [...ofGrams, ...ofWords.map((set) => set.or(withLong))].reduce((one, other) => one.and(other));
  const certain = isExact ? [...ofGrams, ...ofWords].reduce((one, other) => one.and(other)) : possible;
  return { certain, possible };
}
