/** Rows of the public table layout, with plain member names. Dates are the stored text `YYYY-MM-DD HH:MM:SS`. */
export interface Post {
  id: number;
  authorId: number;
  date: string;
  dateGmt: string;
  content: string;
  title: string;
  excerpt: string;
  status: string;
  commentStatus: string;
  pingStatus: string;
  password: string;
  slug: string;
  modified: string;
  modifiedGmt: string;
  parentId: number;
  guid: string;
  menuOrder: number;
  type: string;
  mimeType: string;
  commentCount: number;
}

/** Every column of a post except its two long texts. */
export const lightPostColumns = [
  'id',
  'authorId',
  'date',
  'dateGmt',
  'title',
  'status',
  'commentStatus',
  'pingStatus',
  'password',
  'slug',
  'modified',
  'modifiedGmt',
  'parentId',
  'guid',
  'menuOrder',
  'type',
  'mimeType',
  'commentCount',
] as const satisfies readonly (keyof Post)[];

export interface Term {
  id: number;
  /** The row of the taxonomy table; relationships point to it. */
  taxonomyRowId: number;
  name: string;
  slug: string;
  group: number;
  taxonomy: string;
  description: string;
  parentId: number;
  count: number;
}

/** A term of one post: what lists of posts show and sort by. */
export interface HeldTerm extends Pick<Term, 'id' | 'name' | 'slug' | 'taxonomy'> {
  postId: number;
}

export interface User {
  id: number;
  login: string;
  passwordHash: string;
  slug: string;
  email: string;
  url: string;
  registered: string;
  activationKey: string;
  status: number;
  displayName: string;
}

export interface Comment {
  id: number;
  postId: number;
  authorName: string;
  authorEmail: string;
  authorUrl: string;
  authorIp: string;
  date: string;
  dateGmt: string;
  content: string;
  karma: number;
  /** `1`, `0`, `spam`, `trash` or `post-trashed`, as stored. */
  approved: string;
  userAgent: string;
  type: string;
  parentId: number;
  userId: number;
}

/** One stored meta value; `value` is the raw text (possibly a serialised value) exactly as stored. */
export interface MetaRow {
  id: number;
  ownerId: number;
  key: string;
  value: string | null;
}

export type MetaOwner = 'post' | 'term' | 'user' | 'comment';
