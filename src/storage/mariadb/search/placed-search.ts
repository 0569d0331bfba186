import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import { NumberSet } from '../../search/number-set.ts';
import { addKeys, following } from '../../search/placed-texts.ts';
import { piecesOf } from '../../search/text-entries.ts';
import { mostPieces, type PlacesRow, type SearchQueries } from './search-queries.ts';

/** The numbers of the texts in which a folded word of several pieces occurs; null where its pieces are too many. */
export async function placedTexts(db: Kysely<Tables>, queries: SearchQueries, word: string): Promise<NumberSet | null> {
  const pieces = piecesOf(word);
  const [first = '', ...others] = pieces;
  const last = others.pop();
  if (first === '') return null;
  const like = last === undefined ? [`%${escaped(first)}%`] : [`%${escaped(first)}`, `${escaped(last)}%`];
  const known = await queries.pieces(db, like, others);
  if (known.length === mostPieces) return null;
  const ids = (isPart: (piece: string) => boolean): Set<number> =>
    new Set(known.filter((row) => isPart(row.word)).map(({ id }) => id));
  const groups =
    last === undefined
      ? [ids((piece) => piece.includes(first))]
      : [
          ids((piece) => piece.endsWith(first)),
          ...others.map((other) => ids((piece) => piece === other)),
          ids((piece) => piece.startsWith(last)),
        ];
  const found = new NumberSet();
  if (groups.some((group) => group.size === 0)) return found;
  const rows = await queries.places(db, [...new Set(groups.flatMap((group) => [...group]))]);
  for (const batch of batchesOf(rows)) {
    const first = Number(batch[0]?.first);
    for (const text of following(groups.map((group) => keysIn(batch, group)))) found.add(first + text);
    await nextTurn();
  }
  return found;
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The rows of texts that were indexed together; rows come in this order. */
function* batchesOf(rows: readonly PlacesRow[]): Generator<readonly PlacesRow[]> {
  let batch: PlacesRow[] = [];
  for (const row of rows) {
    if (batch[0] && batch[0].first !== row.first) {
      yield batch;
      batch = [];
    }
    batch.push(row);
  }
  if (batch.length > 0) yield batch;
}

function keysIn(batch: readonly PlacesRow[], pieces: ReadonlySet<number>): number[] {
  const keys: number[] = [];
  for (const row of batch) if (pieces.has(Number(row.piece))) addKeys(keys, row.places);
  return keys;
}
