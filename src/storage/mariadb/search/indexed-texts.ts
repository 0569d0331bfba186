import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../query/tables.ts';
import { NumberSet } from '../../search/number-set.ts';
import type { SearchQueries } from './search-queries.ts';

/** The post of each indexed text, by its number; 0 where it has a newer one. */
export type TextPosts = Uint32Array;

/** Numbers of texts that are read by one statement. */
const readAtOnce = 32_768;
/** Numbers that are looked at without a pause. */
const clearedAtOnce = 200_000;

/** What is known of the numbers of texts. What a search was given never changes, whatever is indexed meanwhile. */
export class IndexedTexts {
  readonly #queries: SearchQueries;
  #epoch: string | null = null;
  #posts: TextPosts = new Uint32Array(0);
  /** The highest id of a post with a text. */
  #highest = 0;
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
    posts.set(this.#posts);
    const renewed = new NumberSet();
    let highest = this.#highest;
    for (let from = known; from <= last; from += readAtOnce) {
      const to = Math.min(last, from + readAtOnce - 1);
      await this.#queries.eachText(db, { from, to }, (number, postId) => {
        posts[number] = postId;
        if (postId <= this.#highest) renewed.add(postId);
        else highest = Math.max(highest, postId);
      });
      await nextTurn();
    }
    if (renewed.size > 0) await clearNumbers(posts, known, renewed);
    this.#posts = posts;
    this.#highest = highest;
    return posts;
  }

  #forget(): void {
    this.#posts = new Uint32Array(0);
    this.#highest = 0;
  }
}

/** Clears the numbers before `end` of posts that have a newer one. */
async function clearNumbers(posts: TextPosts, end: number, renewed: NumberSet): Promise<void> {
  for (let from = 0; from < end; from += clearedAtOnce) {
    const to = Math.min(end, from + clearedAtOnce);
    for (let number = from; number < to; number += 1) if (renewed.has(posts[number]!)) posts[number] = 0;
    await nextTurn();
  }
}
