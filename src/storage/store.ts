import type { CommentSight } from '../content/comment-sight.ts';
import type { Sight } from '../content/sight.ts';
import type { Comment, HeldTerm, MetaOwner, MetaRow, Post, Term, User } from './rows.ts';

/**
 * The one door to the database. Filters are plain values; SQL shows nowhere else. What the database refuses comes as a
 * `StoreError` that says why.
 *
 * A list in a filter means what it says: an empty one matches nothing, or leaves nothing out; a filter that does not
 * matter is left out. Text compares without case and accents.
 *
 * Every read notes the tags it depends on and every write the tags it touches, so that a cache built on top cannot
 * forget a dependency. Tags: `post:7`, `posts` (any list), `term:3`, `terms`, `user:1`, `users`, `comment:9`,
 * `comments`, `options`, and `table:NAME` for extension tables.
 */
export interface Store {
  readonly posts: Posts;
  readonly terms: Terms;
  readonly users: Users;
  readonly comments: Comments;
  readonly meta: Meta;
  readonly options: Options;
  /** Whether transactions run one after the other: nobody writes between what one reads and what it writes. */
  readonly isSerial: boolean;
  /** Five verbs on a table that an extension declared. */
  table<Row extends object>(table: OwnTable<Row>): Rows<Row>;
  /**
   * All of `work` or none of it; nested calls join the outer transaction. Where a server makes two writers wait for
   * each other, one of them is undone and its `work` runs again, so it must change nothing but the store.
   */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** The same store, noting in `tags` what is read through it. */
  observe(tags: Set<string>): Store;
  /** Counts tags as touched for everyone who keeps copies, in this process and others, though nothing was written. */
  raise(tags: TouchedTags): Promise<void>;
}

/** A store with its life cycle, as the composition root holds it. */
export interface OpenStore extends Store {
  readonly dialect: DialectFacts;
  readonly changes: Changes;
  /** Number of SQL statements run so far; tests assert that it does not grow with the page size. */
  readonly statements: () => number;
  ping(): Promise<void>;
  /** Empties every content table and puts ids back to the start; for tests and in-process embedders. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface DialectFacts {
  readonly name: 'sqlite' | 'mariadb';
  /** Whether another program may write the same tables. */
  readonly sharedWithOthers: boolean;
}

/** How caches learn what was written, by this process or another. */
export interface Changes {
  /**
   * What was touched since the last call by anyone: null for nothing (the usual, cheap answer), `everything` where it
   * cannot be told. Synchronous on SQLite (`data_version`), a promise where a server must be asked.
   */
  poll(): TouchedTags | null | Promise<TouchedTags | null>;
}
export type TouchedTags = ReadonlySet<string> | 'everything';

export interface Page {
  readonly limit: number;
  readonly offset: number;
}
export type Direction = 'asc' | 'desc';

export interface PostFilter {
  readonly types: readonly string[];
  /** The visibility rule of this caller; there is no default on purpose. */
  readonly sight: Sight;
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
  /** Words and phrases that must each occur in title, excerpt or content; case and accents are ignored. */
  readonly search?: readonly string[];
  /** Words of which none may occur in title, excerpt or content; case and accents are ignored. */
  readonly notSearch?: readonly string[];
  /** Leave out rows with a password (search by callers who may not read them). */
  readonly withoutPassword?: boolean;
  /** Each group must match: a post holds at least one of the terms. */
  readonly withTerms?: readonly TermGroup[];
  readonly withoutTerms?: readonly TermGroup[];
  readonly mimeTypes?: readonly string[];
  /** Beginning of the mime type: `image` matches `image/…`. */
  readonly mimeGroup?: string;
}
export interface TermGroup {
  readonly taxonomy: string;
  readonly termIds: readonly number[];
}
export interface PostOrder {
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
    /** The order of `ids` in the filter, whatever the direction. */
    | 'include'
    /** The order of `slugs` in the filter, whatever the direction. */
    | 'includeSlugs';
  readonly direction: Direction;
}

/** What is told of a post's revisions without looking at them. */
export interface RevisionFacts {
  readonly count: number;
  /** The newest one; 0 where there is none. */
  readonly latestId: number;
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
  byId(id: number): Promise<Post | null>;
  /** Rows for the ids that exist, in no promised order. */
  byIds(ids: readonly number[]): Promise<Post[]>;
  /** Revisions, attachments or child pages of one parent. */
  children(parentId: number, types: readonly string[]): Promise<Post[]>;
  /** Whether a slug is taken among these types (and siblings, where a parent is given), trash and auto-drafts left out. */
  slugTaken(slug: string, among: { types: readonly string[]; parentId?: number; exceptId: number }): Promise<boolean>;
  /** Scheduled rows whose time has come. */
  due(nowGmt: string, limit: number): Promise<Pick<Post, 'id' | 'dateGmt'>[]>;
  /** When the next scheduled row is due, or null. */
  nextDue(): Promise<string | null>;
  insert(row: Omit<Post, 'id' | 'commentCount'> & { id?: number; commentCount?: number }): Promise<number>;
  /** A new status or type also sets the counts of the terms the post holds. */
  update(id: number, changes: Partial<Omit<Post, 'id'>>): Promise<void>;
  /** Changes every row that matches; returns how many. */
  updateWhere(
    where: { parentId?: number; authorId?: number; types?: readonly string[] },
    changes: Partial<Omit<Post, 'id'>>,
  ): Promise<number>;
  /** The row, its meta and its relationships, with the counts of its terms; comments and children are the caller's decision. */
  remove(id: number): Promise<void>;
  /** All rows of these types that hang on one parent, each as `remove` would. */
  removeChildren(parentId: number, types: readonly string[]): Promise<void>;
  /** What each post has of a past; posts without one are left out. */
  revisionFacts(postIds: readonly number[]): Promise<Map<number, RevisionFacts>>;
  /** Which of these authors have at least one row of these types and statuses. */
  authorsWith(types: readonly string[], statuses: readonly string[], among?: readonly number[]): Promise<Set<number>>;
}

export interface TermFilter {
  readonly taxonomy: string;
  readonly ids?: readonly number[];
  readonly notIds?: readonly number[];
  readonly slugs?: readonly string[];
  readonly name?: string;
  readonly parentId?: number;
  readonly search?: string;
  /** Terms with posts; with `orAncestors`, also empty ancestors of such terms. */
  readonly hideEmpty?: boolean;
  readonly orAncestors?: boolean;
  readonly postId?: number;
}
export interface TermOrder {
  readonly by: 'id' | 'include' | 'name' | 'slug' | 'includeSlugs' | 'group' | 'description' | 'count';
  readonly direction: Direction;
}
export interface Terms {
  find(filter: TermFilter, order: TermOrder, page: Page): Promise<Term[]>;
  count(filter: TermFilter): Promise<number>;
  byId(id: number, taxonomy?: string): Promise<Term | null>;
  byIds(ids: readonly number[], taxonomy?: string): Promise<Term[]>;
  /** Post id → its terms of all taxonomies, ordered by name. */
  ofPosts(postIds: readonly number[]): Promise<Map<number, HeldTerm[]>>;
  slugTaken(slug: string, exceptId: number, taxonomy?: string): Promise<boolean>;
  insert(
    row: Omit<Term, 'id' | 'taxonomyRowId' | 'count' | 'group'> & { id?: number; count?: number; group?: number },
  ): Promise<number>;
  update(
    id: number,
    taxonomy: string,
    changes: Partial<Omit<Term, 'id' | 'taxonomyRowId' | 'taxonomy'>>,
  ): Promise<void>;
  remove(id: number, taxonomy: string): Promise<void>;
  /** Replaces the terms of one taxonomy on a post; counts are recounted for all that changed. */
  assign(postId: number, taxonomy: string, termIds: readonly number[]): Promise<void>;
  /** Ids of the posts that hold a term. */
  postIds(termId: number, taxonomy: string): Promise<number[]>;
  /** Sets the stored counts of these terms to the number of published posts that hold them. */
  recount(termIds: readonly number[], taxonomy: string): Promise<void>;
  /** Moves children of a term to another parent. */
  reparent(fromId: number, toId: number, taxonomy: string): Promise<void>;
  /** Gives posts that hold a term and no other of its taxonomy an heir beside it, before the term goes. */
  handOver(fromId: number, toId: number, taxonomy: string): Promise<void>;
}

export interface UserFilter {
  readonly ids?: readonly number[];
  readonly notIds?: readonly number[];
  readonly slugs?: readonly string[];
  readonly roles?: readonly string[];
  /** Only users who hold one of these capabilities through a role; `who=authors`. */
  readonly search?: { readonly text: string; readonly email: boolean };
  /** Only authors of at least one published row of these types. */
  readonly withPublished?: readonly string[];
}
export interface UserOrder {
  readonly by: 'id' | 'include' | 'name' | 'registered' | 'slug' | 'includeSlugs' | 'email' | 'url';
  readonly direction: Direction;
}
export interface Users {
  find(filter: UserFilter, order: UserOrder, page: Page): Promise<User[]>;
  count(filter: UserFilter): Promise<number>;
  byId(id: number): Promise<User | null>;
  byIds(ids: readonly number[]): Promise<User[]>;
  /** Any letter case. */
  byLogin(login: string): Promise<User | null>;
  byEmail(email: string): Promise<User | null>;
  slugTaken(slug: string, exceptId: number): Promise<boolean>;
  /** Role names and single capabilities of each user, as stored. */
  capabilities(ids: readonly number[]): Promise<Map<number, Record<string, boolean>>>;
  /** Also sets the level that existing sites keep beside them. */
  setCapabilities(id: number, capabilities: Record<string, boolean>): Promise<void>;
  insert(row: Omit<User, 'id'> & { id?: number }): Promise<number>;
  update(id: number, changes: Partial<Omit<User, 'id'>>): Promise<void>;
  remove(id: number): Promise<void>;
}

export interface CommentFilter {
  readonly sight: CommentSight;
  readonly ids?: readonly number[];
  readonly notIds?: readonly number[];
  readonly approved?: readonly string[];
  readonly types?: readonly string[];
  readonly postIds?: readonly number[];
  readonly parentIds?: readonly number[];
  readonly notParentIds?: readonly number[];
  readonly userIds?: readonly number[];
  readonly notUserIds?: readonly number[];
  readonly authorEmail?: string;
  readonly authorIp?: string;
  readonly content?: string;
  readonly authorName?: string;
  /** GMT dates, exclusive. */
  readonly after?: string;
  readonly before?: string;
  /** Text in what everyone may read; `details` looks at e-mail and IP addresses too, for those who may see them. */
  readonly search?: { readonly text: string; readonly details: boolean };
}
export interface CommentOrder {
  readonly by: 'date' | 'dateGmt' | 'id' | 'include' | 'post' | 'parent' | 'type';
  readonly direction: Direction;
}
export interface Comments {
  /** Ties stand newest first, whatever the direction. */
  find(filter: CommentFilter, order: CommentOrder, page: Page): Promise<Comment[]>;
  count(filter: CommentFilter): Promise<number>;
  byId(id: number): Promise<Comment | null>;
  byIds(ids: readonly number[]): Promise<Comment[]>;
  /** Which of these comments have visible children (drives the `children` link). */
  withChildren(ids: readonly number[], sight: CommentSight): Promise<Set<number>>;
  insert(row: Omit<Comment, 'id'> & { id?: number }): Promise<number>;
  update(id: number, changes: Partial<Omit<Comment, 'id'>>): Promise<void>;
  updateWhere(
    where: { postId?: number; parentId?: number; userId?: number },
    changes: Partial<Omit<Comment, 'id'>>,
  ): Promise<number>;
  remove(id: number): Promise<void>;
  removeOfPost(postId: number): Promise<void>;
  /** Sets the post's stored comment count to its number of approved comments. */
  recount(postId: number): Promise<void>;
}

export interface Meta {
  /** Owner id → its rows of these keys (all keys where left out), in insertion order. */
  of(owner: MetaOwner, ids: readonly number[], keys?: readonly string[]): Promise<Map<number, MetaRow[]>>;
  /** Makes the rows of one key exactly these values, touching only what differs. */
  set(owner: MetaOwner, id: number, key: string, values: readonly (string | null)[]): Promise<void>;
  /** Removes every row of this key and value, whoever owns it (a featured image that goes away). */
  removeValue(owner: MetaOwner, key: string, value: string): Promise<void>;
}

export interface Options {
  /** A number that moves when anyone changes an option; null while this transaction has changed one. */
  state(): number | null | Promise<number | null>;
  /** From a snapshot that is renewed when anyone changes an option; null where there is none. */
  get(name: string): Promise<string | null>;
  set(name: string, value: string, load?: 'early' | 'late'): Promise<void>;
  remove(name: string): Promise<void>;
}

/** A table that an extension declares; it is created under the prefix `…platen_`. */
export interface OwnTable<Row extends object> {
  readonly name: string;
  readonly columns: { readonly [K in keyof Row]: ColumnKind };
  /** The column that tells rows apart. */
  readonly key: keyof Row & string;
  /** The columns of each index. */
  readonly indexes?: readonly (readonly (keyof Row & string)[])[];
  readonly unique?: readonly (readonly (keyof Row & string)[])[];
}
/** A table whose rows' type does not matter: for making tables, not for using them. */
export interface DeclaredTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  readonly key: string;
  readonly indexes?: readonly (readonly string[])[];
  readonly unique?: readonly (readonly string[])[];
}
/** `id` counts up by itself; `short` is text of up to 191 characters that can be looked up; the others may be null. */
export type ColumnKind = 'id' | 'integer' | 'text' | 'short' | 'json' | 'datetime';

export type Condition<Row> = {
  readonly [K in keyof Row]?:
    | Row[K]
    | { readonly in: readonly Row[K][] }
    | { readonly from?: Row[K]; readonly below?: Row[K] }
    | { readonly contains: string };
};
export interface Rows<Row extends object> {
  find(where: Condition<Row>, order?: { by: keyof Row & string; direction: Direction }, page?: Page): Promise<Row[]>;
  count(where: Condition<Row>): Promise<number>;
  insert(row: Partial<Row>): Promise<number>;
  update(where: Condition<Row>, changes: Partial<Row>): Promise<number>;
  /** Adds to a number in place, safe under concurrent writers. */
  increase(where: Condition<Row>, by: Partial<Record<keyof Row & string, number>>): Promise<number>;
  remove(where: Condition<Row>): Promise<number>;
}
