import { fold } from '../../rules/fold.ts';
import { searchedContent } from '../../text/blocks/parse-blocks.ts';
import { mostPlaces } from './placed-texts.ts';

/** The texts of a post that are searched. */
interface SearchedTexts {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
}

/** The folded texts that a word is looked for in. */
export const foldedTexts = ({ title, excerpt, content }: SearchedTexts): string[] => [
  fold(title),
  fold(excerpt),
  fold(searchedContent(content)),
];

/** Folded words; those of which nothing is left occur everywhere. */
export const foldedWords = (words: readonly string[]): string[] => words.map(fold).filter((word) => word !== '');

/** Whether each of the folded words occurs in one of the folded texts. */
export const occurIn = (words: readonly string[], texts: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => text.includes(word)));

/** Longer words are not entries. */
const longestWord = 40;
/** Shorter words are found by their characters and pairs. */
const shortestWord = 3;

/** The entry of texts that have a longer word than entries may be. No word contains it. */
export const longWordEntry = '\u0001\u0001\u0001';

export const protectedEntry = '\u0001\u0001\u0002';

export const excerptEntry = '\u0001\u0001\u0003';

/** Runs of letters and digits of scripts that part words; characters below the digits are punctuation. */
const letters = /[\u0030-\u0dff\uf800-\uf8ff]+/g;

/**
 * What an index has of folded texts: their characters, their pairs of characters, and their words of three characters
 * and more. A word that is searched for occurs in a text exactly if it is part of one of these, unless punctuation or a
 * script without spaces is in it, or the text has a word that is too long.
 */
export function entriesOf(texts: readonly string[]): Set<string> {
  const entries = new Set<string>();
  for (const text of texts) {
    let before = '';
    for (const character of text) {
      entries.add(character);
      if (before !== '') entries.add(before + character);
      before = character;
    }
    for (const [word] of text.matchAll(letters)) {
      if (word.length > longestWord) entries.add(longWordEntry);
      else if (word.length >= shortestWord) entries.add(word);
    }
  }
  return entries;
}

/** A run of letters and digits with the punctuation after it, punctuation, or another character. */
const pieces = /[\u0030-\u0dff\uf800-\uf8ff]+[\u0000-\u002f]*|[\u0000-\u002f]+|./gsu;

/** Longer pieces are not indexed. */
const longestPiece = 48;

/** Where the pieces of texts stand. */
export interface Places {
  /** Each piece with its places, in their order. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Whether a piece was too long. */
  readonly isCut: boolean;
}

/** The pieces of folded texts in their order; the last of a text and the first of the next do not follow each other. */
export function placesOf(texts: readonly string[]): Places {
  const places = new Map<string, number[]>();
  let isCut = false;
  let place = 0;
  for (const text of texts) {
    for (const [piece] of text.matchAll(pieces)) {
      if (piece.length > longestPiece || place >= mostPlaces) isCut = true;
      else {
        const known = places.get(piece);
        if (known) known.push(place);
        else places.set(piece, [place]);
      }
      place += 1;
    }
    place += 1;
  }
  return { places, isCut };
}

/**
 * The pieces of a folded word: it occurs where a piece that ends with the first is followed by exactly those between, and
 * by one that begins with the last; a single one occurs where a piece contains it. None if one is too long.
 */
export function piecesOf(word: string): readonly string[] {
  const found = word.match(pieces) ?? [];
  return found.every((piece) => piece.length <= longestPiece) ? found : [];
}

/** How a folded word is looked up: texts with the word have all of these entries. */
interface WordLookup {
  /** Entries that are exactly these. */
  readonly grams: readonly string[];
  /** Entries that contain these. */
  readonly parts: readonly string[];
  /** Whether every text with these entries has the word; texts with a word that is too long aside. */
  readonly isExact: boolean;
}

const mostPairs = 12;

export function lookupOf(word: string): WordLookup {
  const characters = [...word];
  if (characters.length < shortestWord) return { grams: [word], parts: [], isExact: true };
  const isPart = (found: string): boolean => found.length >= shortestWord && found.length <= longestWord;
  const runs = word.match(letters) ?? [];
  if (runs[0] === word && isPart(word)) return { grams: [], parts: [word], isExact: true };
  const pairs = new Set(characters.slice(1).map((character, at) => `${characters[at]}${character}`));
  return { grams: [...pairs].slice(0, mostPairs), parts: runs.filter(isPart), isExact: false };
}
