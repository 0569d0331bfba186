import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { allTags } from '../../changes/change-log.ts';
import type { Tables } from '../../query/tables.ts';
import { placeOf } from '../../search/number-set.ts';
import { packPlaces } from '../../search/placed-texts.ts';
import {
  entriesOf,
  excerptEntry,
  foldedTexts,
  longWordEntry,
  type Places,
  placesOf,
  protectedEntry,
} from '../../search/text-entries.ts';
import { explainMariadbError } from '../explain-mariadb-error.ts';
import { markLog } from '../mariadb-log.ts';
import { KnownWords } from './known-words.ts';
import { mostTogether, type PlacesRow, type SearchQueries, type WaitingRow } from './search-queries.ts';

/** One transaction has fewer posts than it may where their texts are long. */
const mostCharacters = 1_000_000;
/** Rows of one statement. */
const mostRows = 2_000;
const mostPieceRows = 500;
/** Ids that are compared by one statement. */
const comparedIds = 5_000;

/** What is indexed of a text, by the numbers of entries and pieces. */
interface IndexedText {
  readonly entries: readonly number[];
  readonly places: readonly (readonly [piece: number, places: readonly number[]])[];
}

/** Indexes the texts that wait, in short transactions. Several processes may do it: each finds what the others left. */
export class SearchFiller {
  readonly #db: Kysely<Tables>;
  readonly #queries: SearchQueries;
  readonly #words: KnownWords;
  readonly #pieces: KnownWords;

  constructor(db: Kysely<Tables>, queries: SearchQueries) {
    this.#db = db;
    this.#queries = queries;
    this.#words = new KnownWords(queries, 'words');
    this.#pieces = new KnownWords(queries, 'pieces');
  }

  /** Indexes some posts; returns how many waited. */
  async fill(): Promise<number> {
    const waiting = withinLimit(await this.#queries.waiting(this.#db, mostTogether));
    if (waiting.length === 0) return 0;
    const entries = await this.#entriesOf(waiting);
    try {
      await this.#db.transaction().execute((transaction) => this.#keep(transaction, waiting, entries));
    } catch (error) {
      // Another process fills too, or writes: what is left waits still.
      if (!explainMariadbError(error)?.undone) throw error;
    }
    return waiting.length;
  }

  /** Lets the posts wait that another program changed; whatever was cached of their texts is no longer good. */
  async compare(): Promise<void> {
    const last = await this.#queries.lastId(this.#db);
    for (let from = 0; from < last; from += comparedIds) {
      const ids = await this.#queries.changed(this.#db, from, from + comparedIds);
      if (ids.length > 0)
        await this.#db.transaction().execute(async (transaction) => {
          await this.#queries.wait(transaction, ids);
          await markLog(transaction, allTags);
        });
      await sleep(1);
    }
  }

  /** What is indexed of each post that is still there. */
  async #entriesOf(waiting: readonly WaitingRow[]): Promise<Map<number, IndexedText>> {
    const words = new Map<number, { entries: Set<string>; places: Places['places'] }>();
    for (const row of waiting) {
      if (row.type === null || row.type === 'revision') continue;
      const texts = foldedTexts(row);
      const entries = entriesOf(texts);
      const { places, isCut } = placesOf(texts);
      if (isCut) entries.add(longWordEntry);
      if (Number(row.isProtected) === 1) entries.add(protectedEntry);
      if (row.excerpt !== '') entries.add(excerptEntry);
      words.set(row.id, { entries, places });
      await sleep(0);
    }
    const all = [...words.values()];
    const numbers = await this.#words.numbersOf(this.#db, new Set(all.flatMap(({ entries }) => [...entries])));
    const pieces = await this.#pieces.numbersOf(this.#db, new Set(all.flatMap(({ places }) => [...places.keys()])));
    return new Map(
      [...words].map(([id, { entries, places }]) => [
        id,
        {
          entries: [...entries].flatMap((entry) => numbers.get(entry) ?? []),
          places: [...places].flatMap(([piece, list]): [number, readonly number[]][] => {
            const number = pieces.get(piece);
            return number === undefined ? [] : [[number, list]];
          }),
        },
      ]),
    );
  }

  async #keep(
    db: Kysely<Tables>,
    waiting: readonly WaitingRow[],
    entries: ReadonlyMap<number, IndexedText>,
  ): Promise<void> {
    const queries = this.#queries;
    // Held until the end: one process fills at a time, and numbers become visible in their order.
    const first = await queries.nextNumber(db);
    const still = await queries.stillWaiting(db, waiting);
    const rows = waiting.filter(({ id }) => still.has(id));
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const texts = rows
      .filter(({ id }) => entries.has(id))
      .map(({ id, digest }, at) => ({ number: first + at, id, digest }));
    await queries.removeTexts(db, ids);
    for (const part of parts(bitsOf(texts, entries), mostRows)) await queries.addBits(db, part);
    for (const part of parts(placesRows(texts, entries, first), mostPieceRows)) await queries.addPlaces(db, part);
    if (texts.length > 0) await queries.addTexts(db, texts);
    await queries.removeWaiting(db, ids);
    await queries.keepNextNumber(db, first + texts.length);
  }
}

function withinLimit(rows: readonly WaitingRow[]): WaitingRow[] {
  let characters = 0;
  return rows.filter((row, at) => {
    characters += (row.content ?? '').length;
    return at === 0 || characters <= mostCharacters;
  });
}

/** The bits of texts by entry and block, in the order of the table. */
function bitsOf(
  texts: readonly { readonly number: number; readonly id: number }[],
  entries: ReadonlyMap<number, IndexedText>,
): [word: number, block: number, bits: number][] {
  const blocks = new Map<number, Map<number, number>>();
  for (const { number, id } of texts) {
    const { block, bit } = placeOf(number);
    for (const word of entries.get(id)?.entries ?? []) {
      const ofWord = blocks.get(word) ?? new Map<number, number>();
      ofWord.set(block, (ofWord.get(block) ?? 0) + bit);
      blocks.set(word, ofWord);
    }
  }
  return [...blocks]
    .sort(([one], [other]) => one - other)
    .flatMap(([word, ofWord]) => [...ofWord].map(([block, bits]): [number, number, number] => [word, block, bits]));
}

/** Where each piece stands in the texts, in the order of the table. */
function placesRows(
  texts: readonly { readonly number: number; readonly id: number }[],
  entries: ReadonlyMap<number, IndexedText>,
  first: number,
): PlacesRow[] {
  const ofPieces = new Map<number, [number, readonly number[]][]>();
  for (const { number, id } of texts) {
    for (const [piece, places] of entries.get(id)?.places ?? []) {
      const known = ofPieces.get(piece);
      if (known) known.push([number, places]);
      else ofPieces.set(piece, [[number, places]]);
    }
  }
  return [...ofPieces]
    .sort(([one], [other]) => one - other)
    .map(([piece, placed]) => ({ piece, first, places: packPlaces(placed, first) }));
}

function* parts<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
