import { type ColumnMap, type Selected, selection } from '../query/column-map.ts';
import { choice, type Fragment, mapped } from '../query/fragment.ts';
import type { Post } from '../rows.ts';

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
} as const satisfies ColumnMap<Post, 'posts'>;

/** Columns of the posts row `p`, as a statement selects them. */
export type PostSelection = readonly Selected<'p', typeof postColumns>[];

/** The columns of the named members; all columns where no names are given. */
export const postSelection = (names?: readonly (keyof Post)[]): Fragment<PostSelection> =>
  mapped(choice(names ?? 'all'), (chosen) =>
    chosen === 'all' ? selection('p', postColumns) : selection('p', postColumns, chosen),
  );
