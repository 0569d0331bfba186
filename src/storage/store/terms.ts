import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { PostTerm, Term } from '../rows.ts';
import type { Beyond, Direction, Page } from './list.ts';

export interface TermFilter {
  /** Only rows after this one in the order of the list, which is by id. */
  readonly beyond?: Beyond;
  readonly taxonomy: string;
  /** Terms of these taxonomies match as well. */
  readonly otherTaxonomies?: readonly string[];
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

/** A row to insert; without an id the database assigns one. */
export type InsertableTerm = Omit<Term, 'id' | 'taxonomyRowId' | 'count' | 'group'> & {
  id?: number;
  count?: number;
  group?: number;
};

/** What assigning a term needs to know of it. */
export type AssignableTerm = Pick<Term, 'id' | 'taxonomyRowId' | 'taxonomy'>;

export type TermChanges = Partial<Omit<Term, 'id' | 'taxonomyRowId' | 'taxonomy'>>;

export interface Terms {
  find(filter: TermFilter, order: TermOrder, page: Page): Promise<Term[]>;
  count(filter: TermFilter): Promise<number>;
  byId(id: number, taxonomy?: string): Promise<Term | null>;
  byIds(ids: readonly number[], taxonomy?: string): Promise<Term[]>;
  /** The ids of a term and of all terms below it; empty where there is no such term. */
  withDescendants(id: number, taxonomy: string): Promise<number[]>;
  /** Post id → its terms of all taxonomies, ordered by name. */
  ofPosts(postIds: readonly number[]): MaybePromise<Map<number, readonly PostTerm[]>>;
  slugTaken(slug: string, exceptId: number, taxonomy?: string): Promise<boolean>;
  insert(row: InsertableTerm): Promise<number>;
  update(id: number, taxonomy: string, changes: TermChanges): Promise<void>;
  remove(id: number, taxonomy: string): Promise<void>;
  /** Replaces the terms of one taxonomy on a post; unknown ids are ignored. Updates the counts of all changed terms. */
  assign(postId: number, taxonomy: string, termIds: readonly number[]): Promise<void>;
  /** The same for several taxonomies, by their names; `known` is what `assignable` found of them in this transaction. */
  assignEach(
    postId: number,
    terms: Readonly<Record<string, readonly number[]>>,
    known?: readonly AssignableTerm[],
  ): Promise<void>;
  /** Those of the terms, by the names of their taxonomies, that exist. */
  assignable(terms: Readonly<Record<string, readonly number[]>>): Promise<AssignableTerm[]>;
  postIds(termId: number, taxonomy: string): Promise<number[]>;
  /** Sets the stored counts of these terms to their number of published posts. */
  recount(termIds: readonly number[], taxonomy: string): Promise<void>;
  /** Moves children of a term to another parent. */
  reparent(fromId: number, toId: number, taxonomy: string): Promise<void>;
  /** Before a term is removed: adds a fallback term to the posts that have no other term of its taxonomy. */
  assignFallbackTerm(fromId: number, fallbackId: number, taxonomy: string): Promise<void>;
  /** Before a term is merged into another: gives the other one to all of its posts. */
  reassignPosts(fromId: number, toId: number, taxonomy: string): Promise<void>;
  /** How many terms are directly below each of these; those with none are left out. */
  childCounts(ids: readonly number[], taxonomy: string): Promise<Map<number, number>>;
}
