import type { CommentVisibility } from '../../rules/visibility.ts';
import type { Comment } from '../rows.ts';
import type { Beyond, Direction, Page } from './list.ts';

export interface CommentFilter {
  /** Only rows after this one in the order of the list, which is by id. */
  readonly beyond?: Beyond;
  readonly visibility: CommentVisibility;
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
  /** Text in public columns; `details` also searches e-mail and IP addresses, for callers who may see them. */
  readonly search?: { readonly text: string; readonly details: boolean };
}

export interface CommentOrder {
  readonly by: 'date' | 'dateGmt' | 'id' | 'include' | 'post' | 'parent' | 'type';
  readonly direction: Direction;
}

/** A row to insert; without an id the database assigns one. */
export type InsertableComment = Omit<Comment, 'id'> & { id?: number };

export type CommentChanges = Partial<Omit<Comment, 'id'>>;

export interface Comments {
  /** Ties are ordered newest first in both directions. */
  find(filter: CommentFilter, order: CommentOrder, page: Page): Promise<Comment[]>;
  count(filter: CommentFilter): Promise<number>;
  byId(id: number): Promise<Comment | null>;
  byIds(ids: readonly number[]): Promise<Comment[]>;
  /** The row inside a transaction, until whose end nobody else changes it. */
  lockedById(id: number): Promise<Comment | null>;
  /** Which of these comments have children that match (drives the `children` link). */
  withChildren(ids: readonly number[], children: CommentFilter): Promise<Set<number>>;
  insert(row: InsertableComment): Promise<number>;
  update(id: number, changes: CommentChanges): Promise<void>;
  /** Changes these comments, in a few statements for any number of them; the status and the post stay. */
  updateMany(ids: readonly number[], changes: Omit<CommentChanges, 'approved' | 'postId'>): Promise<void>;
  updateWhere(where: { postId?: number; parentId?: number; userId?: number }, changes: CommentChanges): Promise<number>;
  remove(id: number): Promise<void>;
  removeOfPost(postId: number): Promise<void>;
  /** Sets the post's stored comment count to its number of approved comments. */
  recount(postId: number): Promise<void>;
}
