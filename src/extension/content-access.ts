import type { PostHookDraft } from '../hooks/hook-drafts.ts';
import type { Post } from '../storage/rows.ts';

/** Which posts to list. */
export interface ContentQuery {
  /** Only posts of these statuses; all but the trash if left out. */
  readonly statuses?: readonly string[];
  /** Only those of these ids that there are. */
  readonly ids?: readonly number[];
  readonly search?: string;
  readonly authorId?: number;
  readonly parentId?: number;
  /** At most 100; 10 if left out. */
  readonly limit?: number;
  readonly offset?: number;
  readonly orderBy?: 'date' | 'modified' | 'id' | 'title';
  readonly direction?: 'asc' | 'desc';
}

/** Reads posts of every type and status, without regard to who is asking: do not show them to everybody. */
export interface ContentReader {
  get(type: string, id: number): Promise<Post | null>;
  list(type: string, query?: ContentQuery): Promise<readonly Post[]>;
  count(type: string, query?: ContentQuery): Promise<number>;
  /** The stored values of one meta key, by post. */
  meta(ids: readonly number[], key: string): Promise<ReadonlyMap<number, readonly string[]>>;
}

/**
 * Writes posts as requests do: texts are cleaned, slugs made unique, revisions saved, and the hooks of other extensions
 * called. The hooks of the extension itself are not called for its own writes.
 */
export interface ContentWriter extends ContentReader {
  create(type: string, draft: PostHookDraft): Promise<Post>;
  update(type: string, id: number, draft: PostHookDraft): Promise<Post>;
  trash(type: string, id: number): Promise<Post>;
  /** Deletes permanently. */
  remove(type: string, id: number): Promise<void>;
}

/** An account as extensions see it. */
export interface UserInfo {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly displayName: string;
  readonly slug: string;
  readonly url: string;
}

export interface UserReader {
  get(id: number): Promise<UserInfo | null>;
  /** Those of the ids that exist, by id. */
  getAll(ids: readonly number[]): Promise<ReadonlyMap<number, UserInfo>>;
}
