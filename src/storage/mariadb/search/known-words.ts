import type { Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import type { SearchQueries } from './search-queries.ts';

/** Words of one statement. */
const mostWords = 500;
/** Words whose numbers are kept in memory. */
const mostKnown = 100_000;

/** The numbers of the words of a dictionary, with those that are used often in memory. */
export class KnownWords {
  readonly #queries: SearchQueries;
  readonly #dictionary: 'words' | 'pieces';
  #known = new Map<string, number>();

  constructor(queries: SearchQueries, dictionary: 'words' | 'pieces') {
    this.#queries = queries;
    this.#dictionary = dictionary;
  }

  /** Numbers of words, which are given where there is none yet. */
  async numbersOf(db: Kysely<Tables>, words: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
    if (this.#known.size > mostKnown) this.#known = new Map();
    const known = this.#known;
    const isNew = (word: string): boolean => !known.has(word);
    await this.#learn(db, [...words].filter(isNew));
    const missing = [...words].filter(isNew);
    for (let from = 0; from < missing.length; from += mostWords)
      await this.#queries.addWords(db, this.#dictionary, missing.slice(from, from + mostWords));
    await this.#learn(db, missing);
    return known;
  }

  async #learn(db: Kysely<Tables>, words: readonly string[]): Promise<void> {
    for (let from = 0; from < words.length; from += mostWords) {
      const rows = await this.#queries.numbersOf(db, this.#dictionary, words.slice(from, from + mostWords));
      for (const { id, word } of rows) this.#known.set(word, Number(id));
    }
  }
}
