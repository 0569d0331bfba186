import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import { NumberSet } from '../../search/number-set.ts';
import { PlaceComparison } from '../../search/placed-texts.ts';
import { piecesOf } from '../../search/text-entries.ts';
import { mostPieces, mostTogether, type NumberRange, type PlacesRow, type SearchQueries } from './search-queries.ts';

/** Numbers of texts whose places are read by one statement. */
const readAtOnce = 12_000;
/** Ranges that are nearer to each other are read as one. */
const nearest = 2_000;
/** Work without a pause, so that other requests do not wait for it. */
const workMs = 8;

/**
 * The numbers of the texts in which a folded word of several pieces occurs, among those in which it may; null where its
 * pieces are too many.
 */
export async function placedTexts(
  db: Kysely<Tables>,
  queries: SearchQueries,
  word: string,
  among: NumberSet,
): Promise<NumberSet | null> {
  const groups = await pieceGroups(db, queries, word);
  if (!groups) return null;
  const found = new NumberSet();
  const places = new PlaceComparison();
  if (groups.some((group) => group.size === 0)) return found;
  const pieces = [...new Set(groups.flatMap((group) => [...group]))];
  const ranges = rangesOf(among);
  const read = (range: NumberRange | undefined) => (range ? queries.places(db, pieces, range) : null);
  let next = read(ranges.shift());
  while (next) {
    const rows = await next;
    // The server reads these while those are compared.
    next = read(ranges.shift());
    next?.catch(() => {});
    let pauseAt = performance.now() + workMs;
    for (const [first, batch] of batchesOf(rows)) {
      for (const text of places.following(groups.map((group) => packedIn(batch, group)))) found.add(first + text);
      if (performance.now() < pauseAt) continue;
      await nextTurn();
      pauseAt = performance.now() + workMs;
    }
  }
  return found.and(among);
}

/** The numbers of the pieces that may stand at each place of a word; null where they are too many. */
async function pieceGroups(
  db: Kysely<Tables>,
  queries: SearchQueries,
  word: string,
): Promise<readonly ReadonlySet<number>[] | null> {
  const [first = '', ...others] = piecesOf(word);
  const last = others.pop();
  if (first === '') return null;
  const like = last === undefined ? [`%${escaped(first)}%`] : [`%${escaped(first)}`, `${escaped(last)}%`];
  const known = await queries.pieces(db, like, others);
  if (known.length === mostPieces) return null;
  const ids = (isPart: (piece: string) => boolean): Set<number> =>
    new Set(known.filter((row) => isPart(row.word)).map(({ id }) => id));
  if (last === undefined) return [ids((piece) => piece.includes(first))];
  return [
    ids((piece) => piece.endsWith(first)),
    ...others.map((other) => ids((piece) => piece === other)),
    ids((piece) => piece.startsWith(last)),
  ];
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The first numbers of batches that may have a number of the set, as ranges that are neither many nor long. */
function rangesOf(numbers: NumberSet): NumberRange[] {
  const ranges: NumberRange[] = [];
  let last: { from: number; to: number } | undefined;
  numbers.forEach((number) => {
    if (last && number - last.to <= nearest && number - last.from < readAtOnce) last.to = number;
    else {
      last = { from: Math.max((last?.to ?? -1) + 1, number - mostTogether + 1), to: number };
      ranges.push(last);
    }
  });
  return ranges;
}

/** The rows of texts that were indexed together, by the number of the first. */
const batchesOf = (rows: readonly PlacesRow[]): Map<number, PlacesRow[]> =>
  Map.groupBy(rows, ({ first }) => Number(first));

const packedIn = (batch: readonly PlacesRow[], pieces: ReadonlySet<number>): string[] =>
  batch.filter(({ piece }) => pieces.has(Number(piece))).map(({ places }) => places);
