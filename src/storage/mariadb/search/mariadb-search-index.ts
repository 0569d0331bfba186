import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { always, never, oneOf, type SqlCondition } from '../../query/condition.ts';
import type { Dialect } from '../../query/dialect.ts';
import { fragment } from '../../query/fragment.ts';
import type { StatementRunner } from '../../query/statement-runner.ts';
import type { Tables } from '../../query/tables.ts';
import { NumberSet } from '../../search/number-set.ts';
import type { InsideReads, SearchIndex } from '../../search/search-index.ts';
import {
  foldedTexts,
  foldedWords,
  longWordEntry,
  lookupOf,
  occurIn,
  protectedEntry,
} from '../../search/text-entries.ts';
import type { SearchProgress } from '../../store/search-progress.ts';
import { explaining } from '../explain-mariadb-error.ts';
import { placedTexts } from './placed-search.ts';
import type { SearchComparison } from './search-comparison.ts';
import type { SearchQueries, TextRow } from './search-queries.ts';

/** A list of more ids is sent as bits. */
const mostListed = 1_000;
/** Texts that are read at a time. */
const readAtOnce = 200;

/** Searches whose posts are kept. */
const mostKept = 20;

/** The posts with some words. */
interface Matches {
  readonly ids: NumberSet;
  /** Those without a password. */
  readonly open: NumberSet;
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
  readonly #comparison: SearchComparison | null;
  readonly confirm: SearchIndex['confirm'];
  #epoch: string | null = null;
  /** The post of each indexed text, by its number; 0 where it has a newer one. */
  #postOf: number[] = [];
  #numberOf = new Map<number, number>();
  /** Replaced when a text is indexed, so that a search that still runs keeps nothing of before. */
  #kept = new Map<string, Matches>();

  constructor(
    db: Kysely<Tables>,
    queries: SearchQueries,
    { comparison, wake }: { readonly comparison: SearchComparison | null; readonly wake: () => void },
  ) {
    this.#db = db;
    this.#queries = queries;
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
      await this.#learnTexts(db);
      const found = await this.#indexedMatches(db, lists, unindexed);
      await this.#eachText(db, [...unindexed], (row, texts) => {
        for (const [key, matches] of found) if (occurIn(lists.get(key) ?? [], texts)) add(matches, row);
      });
      return withSearch(dialect, found);
    });
  }

  /** The posts of each list of words, but for those that are not indexed; kept as long as no text is indexed. */
  async #indexedMatches(
    db: Kysely<Tables>,
    lists: ReadonlyMap<string, readonly string[]>,
    unindexed: ReadonlySet<number>,
  ): Promise<Map<string, Matches>> {
    const kept = this.#kept;
    const found = new Map<string, Matches>();
    const missing = [...lists].filter(([key, words]) => words.length > 0 && (unindexed.size > 0 || !kept.has(key)));
    const sets = await this.#setsOf(
      db,
      missing.flatMap(([, words]) => words),
    );
    for (const [key, words] of missing) found.set(key, await this.#indexed(db, words, { sets, unindexed }));
    for (const key of lists.keys()) {
      const known = found.has(key) ? undefined : kept.get(key);
      if (known) found.set(key, known);
    }
    // With an index that another program has outrun, nothing is kept.
    if (unindexed.size === 0 && !this.confirm) for (const [key, matches] of found) kept.set(key, matches);
    for (const key of kept.keys()) if (kept.size > mostKept) kept.delete(key);
    return found;
  }

  async #learnTexts(db: Kysely<Tables>): Promise<void> {
    const [head, ...texts] = await this.#queries.texts(db, this.#postOf.length - 1);
    if (head && head.epoch !== this.#epoch) {
      this.#epoch = head.epoch;
      if (this.#postOf.length > 0) {
        this.#postOf = [];
        this.#numberOf = new Map();
        this.#kept = new Map();
        return this.#learnTexts(db);
      }
    }
    if (texts.length > 0) this.#kept = new Map();
    for (const { number, postId } of texts) {
      const before = this.#numberOf.get(postId);
      if (before !== undefined) this.#postOf[before] = 0;
      while (this.#postOf.length < number) this.#postOf.push(0);
      this.#postOf[number] = postId;
      this.#numberOf.set(postId, number);
    }
  }

  /** The texts with each entry and each part of an entry that the words need. */
  async #setsOf(db: Kysely<Tables>, words: readonly string[]): Promise<EntrySets> {
    if (words.length === 0) return { grams: new Map(), parts: new Map(), placed: new Map() };
    const lookups = words.map(lookupOf);
    const grams = [...new Set([...lookups.flatMap((lookup) => lookup.grams), longWordEntry, protectedEntry])];
    const parts = [...new Set(lookups.flatMap((lookup) => lookup.parts))];
    const entries = await this.#queries.entries(db, grams, parts);
    const groups = [
      ...grams.map((gram) => entries.filter(({ word }) => word === gram)),
      ...parts.map((part) => entries.filter(({ word }) => word.includes(part))),
    ].map((group) => group.map(({ id }) => Number(id)));
    const sets = groups.map(() => new NumberSet());
    for (const { part, block, bits } of await this.#queries.bits(db, groups))
      sets[Number(part)]?.addBlock(Number(block), Number(bits));
    const named = (names: readonly string[], from: number) =>
      new Map(names.map((name, at) => [name, sets[from + at] ?? new NumberSet()]));
    const placed = new Map<string, NumberSet>();
    for (const [at, word] of words.entries()) {
      const found = lookups[at]?.isExact ? null : await placedTexts(db, this.#queries, word);
      if (found) placed.set(word, found);
    }
    return { grams: named(grams, 0), parts: named(parts, grams.length), placed };
  }

  /** The posts with the words, but for those that are not indexed. */
  async #indexed(
    db: Kysely<Tables>,
    words: readonly string[],
    { sets, unindexed }: { readonly sets: EntrySets; readonly unindexed: ReadonlySet<number> },
  ): Promise<Matches> {
    const matches: Matches = { ids: new NumberSet(), open: new NumberSet() };
    const isProtected = sets.grams.get(protectedEntry) ?? none;
    const { certain, possible } = everyOf(words.map((word) => wordSets(word, sets)));
    for (const number of certain) {
      const id = this.#postOf[number];
      if (id && !unindexed.has(id)) add(matches, { id, isProtected: isProtected.has(number) ? 1 : 0 });
    }
    const doubtful = [...possible.without(certain)].map((number) => this.#postOf[number] ?? 0);
    await this.#eachText(
      db,
      doubtful.filter((id) => id > 0 && !unindexed.has(id)),
      (row, texts) => {
        if (occurIn(words, texts)) add(matches, row);
      },
    );
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

function add({ ids, open }: Matches, { id, isProtected }: Pick<TextRow, 'id' | 'isProtected'>): void {
  ids.add(id);
  if (Number(isProtected) === 0) open.add(id);
}

interface EntrySets {
  readonly grams: ReadonlyMap<string, NumberSet>;
  readonly parts: ReadonlyMap<string, NumberSet>;
  /** The texts in which pieces of a word follow each other. */
  readonly placed: ReadonlyMap<string, NumberSet>;
}

interface TextSets {
  readonly certain: NumberSet;
  readonly possible: NumberSet;
}

const none = new NumberSet();

/** The texts that have a word for certain, and those that may have it. */
function wordSets(word: string, sets: EntrySets): TextSets {
  const { grams, parts, isExact } = lookupOf(word);
  const withLong = sets.grams.get(longWordEntry) ?? none;
  const ofGrams = grams.map((gram) => sets.grams.get(gram) ?? none);
  const ofWords = parts.map((part) => sets.parts.get(part) ?? none);
  const possible = [...ofGrams, ...ofWords.map((set) => set.or(withLong))].reduce((one, other) => one.and(other));
  const placed = sets.placed.get(word);
  if (placed) return { certain: placed, possible: placed.or(possible.and(withLong)) };
  return { certain: isExact ? [...ofGrams, ...ofWords].reduce((one, other) => one.and(other)) : none, possible };
}

const everyOf = (words: readonly TextSets[]): TextSets =>
  words.reduce((one, other) => ({
    certain: one.certain.and(other.certain),
    possible: one.possible.and(other.possible),
  }));

const keyOf = (words: readonly string[]): string => JSON.stringify(words);

/** The dialect with the words that were looked up; others are read. */
function withSearch(dialect: Dialect, found: ReadonlyMap<string, Matches>): Dialect {
  const searched = (words: readonly string[]): SqlCondition | null => {
    if (foldedWords(words).length === 0) return always;
    const matches = found.get(keyOf(words));
    return matches ? oneOfNumbers(matches.ids) : null;
  };
  return {
    ...dialect,
    searchPosts: (words, only) => (only ? null : searched(words)) ?? dialect.searchPosts(words, only),
    searchRow: (words, only) => (only ? null : searched(words)) ?? dialect.searchRow(words, only),
    foundPosts: (words, isOpen) => {
      const ids = found.get(keyOf(words))?.[isOpen ? 'open' : 'ids'];
      return ids ? { ids, among: () => oneOfNumbers(ids) } : null;
    },
  };
}

/** The id of `p` is in the set. A long set is a text of six bits per character, which the server keeps as bytes. */
function oneOfNumbers(set: NumberSet): SqlCondition {
  const listed: number[] = [];
  let last = 0;
  for (const id of set) {
    if (listed.length <= mostListed) listed.push(id);
    last = id;
  }
  if (listed.length === 0) return never;
  if (listed.length <= mostListed) return oneOf('p.ID', listed);
  const codes = new Uint8Array(Math.floor(last / 6) + 1).fill(64);
  for (const id of set) codes[Math.floor(id / 6)]! |= 1 << (id % 6);
  const text = Buffer.from(codes).toString('latin1');
  return fragment`((ord(substr(cast(${text} as binary), p.ID div 6 + 1, 1)) >> (p.ID % 6)) & 1) = 1`;
}
