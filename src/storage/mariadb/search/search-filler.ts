import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { allTags } from '../../changes/change-log.ts';
import type { Tables } from '../../query/tables.ts';
import { explainMariadbError } from '../explain-mariadb-error.ts';
import { markLog } from '../mariadb-log.ts';
import { bitsRows, type GatheredTexts, gatherTexts, placesRows } from './index-rows.ts';
import { KnownWords } from './known-words.ts';
import { mostTogether, type SearchQueries, type WaitingRow } from './search-queries.ts';

/** Where texts are long, fewer than may be are indexed together. */
const mostBytes = 1_500_000;
/** Rows of one statement, and characters of their places. */
const mostRows = 1_000;
const mostPacked = 200_000;
const comparedIds = 5_000;

/** Indexes the texts that wait, in short transactions. Several processes may do it: each finds what the others left. */
export class SearchFiller {
  readonly #db: Kysely<Tables>;
  readonly #queries: SearchQueries;
  readonly #words: KnownWords;
  readonly #pieces: KnownWords;
  readonly #isShared: boolean;

  /** `isShared` where other programs change texts and do not say so. */
  constructor(db: Kysely<Tables>, queries: SearchQueries, isShared: boolean) {
    this.#isShared = isShared;
    this.#db = db;
    this.#queries = queries;
    this.#words = new KnownWords(queries, 'words');
    this.#pieces = new KnownWords(queries, 'pieces');
  }

  /** Indexes some posts that wait; returns how many. None does not mean that nothing waits: somebody may be writing it. */
  async fill(): Promise<number> {
    const waiting = await this.#queries.waiting(this.#db, mostTogether, mostBytes);
    if (waiting.length === 0) return 0;
    const texts = waiting.filter(({ type }) => type !== null && type !== 'revision');
    const gathered = await gatherTexts(texts);
    const words = await this.#words.numbersOf(this.#db, new Set(gathered.entries.keys()));
    const pieces = await this.#pieces.numbersOf(this.#db, new Set(gathered.pieces.keys()));
    let indexed = 0;
    try {
      indexed = await this.#db
        .transaction()
        .execute((transaction) => this.#keep(transaction, { waiting, texts, gathered, words, pieces }));
    } catch (error) {
      // Another process fills too, or writes: what is left waits still.
      if (!explainMariadbError(error)?.undone) throw error;
    }
    if (this.#isShared) await this.#letWait(await this.#queries.outdated(this.#db, waiting));
    return indexed;
  }

  /** Lets the posts wait that another program changed; whatever was cached of their texts is no longer good. */
  async compare(): Promise<void> {
    const last = await this.#queries.lastId(this.#db);
    for (let from = 0; from < last; from += comparedIds) {
      await this.#letWait(await this.#queries.changed(this.#db, from, from + comparedIds));
      await sleep(1);
    }
  }

  async #letWait(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#db.transaction().execute(async (transaction) => {
      await this.#queries.wait(transaction, ids);
      await markLog(transaction, allTags);
    });
  }

  async #keep(db: Kysely<Tables>, { waiting, texts, gathered, words, pieces }: IndexedTogether): Promise<number> {
    const queries = this.#queries;
    // Held until the end: one process fills at a time, and numbers become visible in their order.
    const first = await queries.nextNumber(db);
    for (const part of parts(bitsRows(gathered, words, first), mostRows)) await queries.addBits(db, part);
    for (const part of parts(placesRows(gathered, pieces, first), mostPacked, ({ places }) => places.length + 20))
      await queries.addPlaces(db, part);
    // Locked late, because whoever writes one of the posts waits for it. A number of a text that has changed is not used.
    const still = await queries.stillWaiting(db, waiting);
    const ids = waiting.map(({ id }) => id).filter((id) => still.has(id));
    const added = texts.map(({ id, digest }, at) => ({ number: first + at, id, digest }));
    const kept = added.filter(({ id }) => still.has(id));
    if (ids.length > 0) {
      await queries.removeTexts(db, ids);
      if (kept.length > 0) await queries.addTexts(db, kept);
      await queries.removeWaiting(db, ids);
    }
    await queries.keepNextNumber(db, first + texts.length);
    return ids.length;
  }
}

/** Posts that waited, and the words of those that are still there, with the numbers of the words. */
interface IndexedTogether {
  readonly waiting: readonly WaitingRow[];
  readonly texts: readonly WaitingRow[];
  readonly gathered: GatheredTexts;
  readonly words: ReadonlyMap<string, number>;
  readonly pieces: ReadonlyMap<string, number>;
}

/** Rows in parts of a size at most; a row that is larger is one by itself. */
function* parts<T>(rows: Iterable<T>, most: number, sizeOf: (row: T) => number = () => 1): Generator<readonly T[]> {
  let part: T[] = [];
  let size = 0;
  for (const row of rows) {
    if (part.length > 0 && size + sizeOf(row) > most) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(row);
    size += sizeOf(row);
  }
  if (part.length > 0) yield part;
}
