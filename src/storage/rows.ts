import type { SelectType } from 'kysely';
import type { Tables } from './query/tables.ts';

/** A row of the public table layout under plain member names, each with the type of its column. */
type RowOf<Table extends keyof Tables, Columns extends Readonly<Record<string, keyof Tables[Table]>>> = {
  -readonly [Name in keyof Columns]: SelectType<Tables[Table][Columns[Name]]>;
};

/** The members of a post by their columns. Dates are the stored text `YYYY-MM-DD HH:MM:SS`. */
export const postColumns = {
  id: 'ID',
  authorId: 'post_author',
  date: 'post_date',
  dateGmt: 'post_date_gmt',
  content: 'post_content',
  title: 'post_title',
  excerpt: 'post_excerpt',
  status: 'post_status',
  commentStatus: 'comment_status',
  pingStatus: 'ping_status',
  password: 'post_password',
  slug: 'post_name',
  modified: 'post_modified',
  modifiedGmt: 'post_modified_gmt',
  parentId: 'post_parent',
  guid: 'guid',
  menuOrder: 'menu_order',
  type: 'post_type',
  mimeType: 'post_mime_type',
  commentCount: 'comment_count',
} as const;

export type Post = RowOf<'posts', typeof postColumns>;

const { content: _content, excerpt: _excerpt, ...lightColumns } = postColumns;

/** Every column of a post except its two long texts. */
// The names are those of the columns above.
export const lightPostColumns = Object.keys(lightColumns) as readonly (keyof typeof lightColumns)[];

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
export interface PostTerm extends Pick<Term, 'id' | 'name' | 'slug' | 'taxonomy'> {
  postId: number;
}

export const userColumns = {
  id: 'ID',
  login: 'user_login',
  passwordHash: 'user_pass',
  slug: 'user_nicename',
  email: 'user_email',
  url: 'user_url',
  registered: 'user_registered',
  activationKey: 'user_activation_key',
  status: 'user_status',
  displayName: 'display_name',
} as const;

export type User = RowOf<'users', typeof userColumns>;

export const commentColumns = {
  id: 'comment_ID',
  postId: 'comment_post_ID',
  authorName: 'comment_author',
  authorEmail: 'comment_author_email',
  authorUrl: 'comment_author_url',
  authorIp: 'comment_author_IP',
  date: 'comment_date',
  dateGmt: 'comment_date_gmt',
  content: 'comment_content',
  karma: 'comment_karma',
  /** `1`, `0`, `spam`, `trash` or `post-trashed`, as stored. */
  approved: 'comment_approved',
  userAgent: 'comment_agent',
  type: 'comment_type',
  parentId: 'comment_parent',
  userId: 'user_id',
} as const;

export type Comment = RowOf<'comments', typeof commentColumns>;

/** One stored meta value; `value` is the raw text (possibly a serialised value) exactly as stored. */
export interface MetaRow {
  id: number;
  ownerId: number;
  key: string;
  value: string | null;
}

export type MetaOwner = 'post' | 'term' | 'user' | 'comment';
