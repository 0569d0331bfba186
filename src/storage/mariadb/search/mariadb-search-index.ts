import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { createBoundedMap } from '../../../lib/bounded-map.ts';
import type { Dialect } from '../../query/dialect.ts';
import type { StatementRunner } from '../../query/statement.ts';
import type { Tables } from '../../query/tables.ts';
import type { InsideReads, SearchIndex } from '../../search/search-index.ts';
import { foldedTexts, foldedWords, occurIn } from '../../search/text-entries.ts';
import type { SearchProgress } from '../../store/site.ts';
import { explaining } from '../explain-mariadb-error.ts';
import type { ForeignComparison } from '../foreign-comparison.ts';
import type { IndexedTexts, TextPosts } from './indexed-texts.ts';
import { keyOf, MatchingPosts, withFound } from './matching-posts.ts';
import type { SearchQueries, TextRow } from './search-queries.ts';
import { type EntrySets, entrySets, textsWithAll } from './text-sets.ts';

/** Texts that are read at a time. */
const readAtOnce = 200;

/** Searches whose posts are kept. */
const mostKept = 20;

interface SearchOptions {
  readonly texts: IndexedTexts;
  readonly comparison: ForeignComparison | null;
  /** Called when a post waits. */
  readonly wake: () => void;
}

/**
 * Finds posts by the entries of their texts. What the entries do not decide is decided by the text, and so is every post
 * that waits to be indexed: the result is exact at any time.
 */
export class MariadbSearchIndex implements SearchIndex {
  readonly #db: Kysely<Tables>;
  readonly #queries: SearchQueries;
  readonly #wake: () => void;
  /** Null where no other program is expected to write. */
  readonly #comparison: ForeignComparison | null;
  readonly confirm: SearchIndex['confirm'];
  readonly #texts: IndexedTexts;
  /** What is kept is of these texts. */
  #keptOf: TextPosts | null = null;
  /** Replaced when a text is indexed, so that a search that still runs keeps nothing of before. */
  #kept = createBoundedMap<string, MatchingPosts>(mostKept);

  constructor(db: Kysely<Tables>, queries: SearchQueries, { texts, comparison, wake }: SearchOptions) {
    this.#db = db;
    this.#queries = queries;
    this.#texts = texts;
    this.#wake = wake;
    this.#comparison = comparison;
    this.confirm = comparison ? (ids, words) => explaining(() => this.#confirm(ids, foldedWords(words))) : null;
  }

  readonly note = async (runner: Pick<StatementRunner, 'runLater'>, postIds: readonly number[]): Promise<void> => {
    await runner.runLater(sql.raw(this.#queries.waitText(postIds)));
    this.#wake();
  };

  async #confirm(ids: readonly number[], words: readonly string[]): Promise<boolean> {
    const other: number[] = [];
    await this.#eachText(this.#db, ids, (row, texts) => {
      if (!occurIn(words, texts)) other.push(row.id);
    });
    if (other.length === 0) return true;
    await this.#queries.wait(this.#db, other);
    this.#wake();
    return false;
  }

  async progress(): Promise<SearchProgress> {
    return { waiting: await explaining(() => this.#queries.countWaiting(this.#db)) };
  }

  prepare(dialect: Dialect, searches: readonly (readonly string[])[], inside: InsideReads | null): Promise<Dialect> {
    const db = inside?.db ?? this.#db;
    return explaining(async () => {
      // A transaction may hold what a comparison waits for.
      if (!inside) await this.#comparison?.catchUp();
      const lists = new Map(searches.map((words) => [keyOf(words), foldedWords(words)]));
      // Before the index: a post that is indexed meanwhile is then in both, and its text decides.
      const unindexed = new Set([...(await this.#queries.unindexed(db)), ...(inside?.changed ?? [])]);
      const posts = await this.#texts.learn(db);
      const found = await this.#indexedMatches(db, lists, { posts, unindexed });
      await this.#eachText(db, [...unindexed], (row, texts) => {
        for (const [key, matches] of found) if (occurIn(lists.get(key) ?? [], texts)) addRow(matches, row);
      });
      return withFound(dialect, found);
    });
  }

  /** The posts of each list of words, but for those that are not indexed; kept as long as no text is indexed. */
  async #indexedMatches(
    db: Kysely<Tables>,
    lists: ReadonlyMap<string, readonly string[]>,
    state: IndexState,
  ): Promise<Map<string, MatchingPosts>> {
    if (this.#keptOf !== state.posts) {
      this.#keptOf = state.posts;
      this.#kept = createBoundedMap(mostKept);
    }
    const kept = this.#kept;
    const isWhole = state.unindexed.size === 0;
    const found = new Map<string, MatchingPosts>();
    const missing: (readonly [key: string, words: readonly string[]])[] = [];
    for (const [key, words] of lists) {
      // Taken at once: another search may replace it while the rest is read.
      const known = isWhole ? kept.get(key) : undefined;
      if (known) found.set(key, known);
      else if (words.length > 0) missing.push([key, words]);
    }
    const entries = await entrySets(
      db,
      this.#queries,
      missing.flatMap(([, words]) => words),
      state.posts.length,
    );
    for (const [key, words] of missing) found.set(key, await this.#indexed(db, words, entries, state));
    // With an index that another program has outrun, nothing is kept.
    if (isWhole && !this.confirm) for (const [key, matches] of found) kept.set(key, matches);
    return found;
  }

  /** The posts with the words, but for those that are not indexed. */
  async #indexed(
    db: Kysely<Tables>,
    words: readonly string[],
    entries: EntrySets,
    { posts, unindexed }: IndexState,
  ): Promise<MatchingPosts> {
    const matches = new MatchingPosts();
    const { certain, possible } = await textsWithAll(db, this.#queries, words, entries);
    const { isProtected, hasExcerpt } = entries;
    const isKnown = (id: number | undefined): id is number => id !== undefined && id > 0 && !unindexed.has(id);
    certain.forEach((number) => {
      const id = posts[number];
      if (isKnown(id)) matches.add(id, { isProtected: isProtected.has(number), hasExcerpt: hasExcerpt.has(number) });
    });
    const doubtful = [...possible.without(certain)].map((number) => posts[number]).filter(isKnown);
    await this.#eachText(db, doubtful, (row, texts) => {
      if (occurIn(words, texts)) addRow(matches, row);
    });
    return matches;
  }

  /** Reads the texts of posts, some at a time, so that other requests do not wait for all. */
  async #eachText(
    db: Kysely<Tables>,
    ids: readonly number[],
    work: (row: TextRow, texts: readonly string[]) => void,
  ): Promise<void> {
    for (let from = 0; from < ids.length; from += readAtOnce) {
      const rows = await this.#queries.textsOf(db, ids.slice(from, from + readAtOnce));
      for (const row of rows) work(row, foldedTexts(row));
      await nextTurn();
    }
  }
}

/** The index as a search finds it. */
interface IndexState {
  readonly posts: TextPosts;
  readonly unindexed: ReadonlySet<number>;
}

const addRow = (matches: MatchingPosts, { id, isProtected, excerpt }: TextRow): void =>
  matches.add(id, { isProtected: Number(isProtected) === 1, hasExcerpt: excerpt !== '' });
