import type { ColumnMap } from './column-map.ts';
import type { Post } from './rows.ts';

export const postColumns: ColumnMap<Post> = {
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
};

export const postNames = Object.keys(postColumns) as (keyof Post)[];
