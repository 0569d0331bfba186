import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { Visibility } from '../../rules/visibility.ts';
import type { Post } from '../rows.ts';
import type { Beyond, Direction, Page } from './list.ts';
import type { MetaKey, PostExpression, TermGroup, TooBroad } from './post-expression.ts';

export interface PostFilter {
  /** Only rows after this one in the order of the list, which is by id, date, modified or a meta key. */
  readonly beyond?: Beyond &
    ({ readonly by: 'id' | 'date' | 'modified' } | { readonly by: 'meta'; readonly key: MetaKey });
  readonly types: readonly string[];
  /** The visibility rule of this caller; there is no default on purpose. */
  readonly visibility: Visibility;
  readonly statuses?: readonly string[];
  readonly ids?: readonly number[];
  readonly notIds?: readonly number[];
  readonly authorIds?: readonly number[];
  readonly notAuthorIds?: readonly number[];
  readonly slugs?: readonly string[];
  readonly parentIds?: readonly number[];
  readonly notParentIds?: readonly number[];
  readonly menuOrder?: number;
  /** Local dates, exclusive. */
  readonly after?: string;
  readonly before?: string;
  readonly modifiedAfter?: string;
  readonly modifiedBefore?: string;
  /** Words and phrases that must all occur in title, excerpt or content; case and accents are ignored. */
  readonly search?: readonly string[];
  /** Words of which none may occur in title, excerpt or content; case and accents are ignored. */
  readonly notSearch?: readonly string[];
  /** Excludes rows with a password (for searches by callers who may not read them). */
  readonly withoutPassword?: boolean;
  /** Every group must match: a post has at least one of its terms. */
  readonly withTerms?: readonly TermGroup[];
  readonly withoutTerms?: readonly TermGroup[];
  /** Media types of which one must match; `image/*` matches all of that group. */
  readonly mimeTypes?: readonly string[];
  /** A further condition. It may read many rows: ask `plan` first. */
  readonly where?: PostExpression;
  /** Rows outside of this part of `where` are not looked at; `plan` sets it to a part that an index finds. */
  readonly among?: PostExpression;
}

/** A filter that names the states it counts. */
export type CountedFilter = PostFilter & Required<Pick<PostFilter, 'statuses'>>;

export type PostOrder = ColumnOrder | MetaOrder;

/** By the value of a key that posts are shown with; only posts that have one. */
export interface MetaOrder {
  readonly by: 'meta';
  readonly key: MetaKey;
  readonly direction: Direction;
}

export interface ColumnOrder {
  readonly by:
    | 'date'
    | 'modified'
    | 'id'
    | 'title'
    | 'slug'
    | 'author'
    | 'parent'
    | 'menuOrder'
    | 'relevance'
    /** The order of `ids` in the filter; the direction is ignored. */
    | 'include'
    /** The order of `slugs` in the filter; the direction is ignored. */
    | 'includeSlugs';
  readonly direction: Direction;
}

/** A summary of a post's revisions. */
export interface RevisionFacts {
  readonly count: number;
  /** The newest one; 0 where there is none. */
  readonly latestId: number;
}

/** The posts of a year, a month or a day. */
export interface PostPeriod {
  /** The beginning of their local dates: `2026`, `2026-01` or `2026-01-31`. */
  readonly period: string;
  readonly count: number;
}

/** What is told of a row of an author. */
export type AuthorRow = Pick<Post, 'id' | 'type' | 'status'>;

/** A row to insert; without an id the database assigns one. */
export type InsertablePost = Omit<Post, 'id' | 'commentCount'> & { id?: number; commentCount?: number };

export type PostChanges = Partial<Omit<Post, 'id'>>;

export interface SlugScope {
  readonly types?: readonly string[];
  readonly parentId?: number;
  readonly exceptId: number;
  /** Whether rows in the trash count as well. */
  readonly withTrash?: boolean;
}

/** Rows that match a search. */
export interface TextMatches {
  /** Newest first. */
  readonly ids: readonly number[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
}

export interface Posts {
  /** Rows in order, ties broken by id in the same direction; only the named columns where `columns` is given. */
  find(filter: PostFilter, order: PostOrder, page: Page): Promise<Post[]>;
  find<K extends keyof Post>(
    filter: PostFilter,
    order: PostOrder,
    page: Page,
    columns: readonly K[],
  ): Promise<Pick<Post, K>[]>;
  count(filter: PostFilter): Promise<number>;
  /** The same, begun together with other reads where that saves a round trip; null where it saves nothing. */
  countAhead(filter: PostFilter): Promise<number> | null;
  /** How to read a list with an expression, or in the order of a key, at a bounded cost; else why it is refused. */
  plan(filter: PostFilter, order: PostOrder): Promise<PostFilter | TooBroad>;
  /** The newest rows that match a filter with `search`, at most so many; a bounded number of rows is read for them. */
  newestMatches(filter: PostFilter, most: number): Promise<TextMatches>;
  /** The values of a key that posts are shown with, as the list is ordered by them. */
  metaValues(ids: readonly number[], key: MetaKey): Promise<Map<number, string | number>>;
  /** How many rows there are of each of these states, or of each of these types; every one of them has an entry. */
  countBy(filter: CountedFilter, by: 'status' | 'type'): Promise<Map<string, number>>;
  /** How many rows each term of a taxonomy has, by its id; terms without any are left out. */
  countByTerm(filter: CountedFilter, taxonomy: string): Promise<Map<number, number>>;
  /** How many rows there are for each year, month or day that has any, newest first. */
  byPeriod(filter: PostFilter, unit: 'year' | 'month' | 'day', page: Page): Promise<PostPeriod[]>;
  byId(id: number): MaybePromise<Post | null>;
  /** The row inside a transaction, until whose end nobody else changes it. */
  lockedById(id: number): Promise<Post | null>;
  /** Rows for the ids that exist, in unspecified order. */
  byIds(ids: readonly number[]): MaybePromise<Post[]>;
  /** Revisions, attachments or child pages of one parent. */
  children(parentId: number, types: readonly string[]): Promise<Post[]>;
  /** Whether a slug is taken, within the given types (or all) and parent; trash and auto-drafts are ignored. */
  slugTaken(slug: string, among: SlugScope): Promise<boolean>;
  /** The id of a row that has the slug; null where it is free. */
  slugHolder(slug: string, among: SlugScope): Promise<number | null>;
  due(nowGmt: string, limit: number): Promise<Pick<Post, 'id' | 'dateGmt'>[]>;
  /** When the next scheduled row is due, or null. */
  nextDue(): Promise<string | null>;
  insert(row: InsertablePost): Promise<number>;
  /** Inserts a row whether or not its slug was free, and tells which; a server is asked both at once. */
  insertUnderSlug(row: InsertablePost, among: SlugScope): Promise<{ readonly id: number; readonly isTaken: boolean }>;
  /** A new status or type also updates the counts of the post's terms. */
  update(id: number, changes: PostChanges): Promise<void>;
  /** Changes every row that matches; returns how many. */
  updateWhere(
    where: { parentId?: number; authorId?: number; types?: readonly string[] },
    changes: PostChanges,
  ): Promise<number>;
  /** The rows of an author after this id, whatever their types and states, by id: also those of types that nobody declares. */
  ofAuthor(authorId: number, afterId: number, limit: number): Promise<AuthorRow[]>;
  /** How many rows of each type an author has. */
  typesOfAuthor(authorId: number): Promise<Map<string, number>>;
  /** Gives these rows another author, in a few statements for any number of them. */
  reassign(ids: readonly number[], authorId: number): Promise<void>;
  /** Removes the row, its meta and its relationships, and updates term counts; comments and children stay. */
  remove(id: number): Promise<void>;
  /** Removes all children of these types of one parent, each like `remove`. */
  removeChildren(parentId: number, types: readonly string[]): Promise<void>;
  /** A summary of each post's revisions; posts without any are left out. */
  revisionFacts(postIds: readonly number[]): MaybePromise<Map<number, RevisionFacts>>;
  /** Which of these authors have at least one row of these types and statuses. */
  authorsWith(types: readonly string[], statuses: readonly string[], among?: readonly number[]): Promise<Set<number>>;
}
