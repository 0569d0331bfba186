import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import type { SearchQueries } from './search-queries.ts';

/** The post of each indexed text, by its number; 0 where it has a newer one. */
export type TextPosts = Uint32Array;

/** Numbers of texts that are read by one statement. */
const readAtOnce = 32_768;

/** What is known of the numbers of texts. What a search was given never changes, whatever is indexed meanwhile. */
export class IndexedTexts {
  readonly #queries: SearchQueries;
  #epoch: string | null = null;
  #posts: TextPosts = new Uint32Array(0);
  #learning: Promise<unknown> = Promise.resolve();

  constructor(queries: SearchQueries) {
    this.#queries = queries;
  }

  /** The posts of all texts that are indexed now. The same value as the last time where nothing was indexed since. */
  learn(db: Kysely<Tables>): Promise<TextPosts> {
    // One after the other: each goes on where the one before ended.
    const learned = this.#learning.then(() => this.#learn(db));
    this.#learning = learned.catch(() => {});
    return learned;
  }

  async #learn(db: Kysely<Tables>): Promise<TextPosts> {
    const { epoch, last } = await this.#queries.lastText(db);
    if (epoch !== this.#epoch) this.#forget();
    this.#epoch = epoch;
    if (last < this.#posts.length) return this.#posts;
    const known = this.#posts.length;
    const posts = new Uint32Array(last + 1);
    const renewed = new Set<number>();
    for (let from = known; from <= last; from += readAtOnce) {
      const to = Math.min(last, from + readAtOnce - 1);
      await this.#queries.eachText(db, { from, to }, (number, postId) => {
        posts[number] = postId;
        if (known > 0) renewed.add(postId);
      });
      await nextTurn();
    }
    for (let number = 0; number < known; number += 1) {
      const postId = this.#posts[number]!;
      if (!renewed.has(postId)) posts[number] = postId;
    }
    this.#posts = posts;
    return posts;
  }

  #forget(): void {
    this.#posts = new Uint32Array(0);
  }
}
