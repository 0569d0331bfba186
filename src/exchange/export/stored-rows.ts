import type { BulkRow } from '../../storage/bulk/bulk-table.ts';
import { isPortableUserKey, namedUserKeys } from '../wxr/author-fields.ts';
import type { WxrAuthor, WxrComment, WxrItem, WxrMeta, WxrTerm } from '../wxr/wxr-parts.ts';

/** Rows of the public layout, as an export file represents them. */

const text = (row: BulkRow, column: string): string => String(row[column] ?? '');
const number = (row: BulkRow, column: string): number => Number(row[column] ?? 0);

/** Fields whose keys begin with the table prefix belong to this site alone. */
export function authorFrom(row: BulkRow, meta: readonly BulkRow[], prefix: string): WxrAuthor {
  const value = (key: string): string => text(meta.find((one) => one['meta_key'] === key) ?? {}, 'meta_value');
  return {
    id: number(row, 'ID'),
    login: text(row, 'user_login'),
    email: text(row, 'user_email'),
    displayName: text(row, 'display_name'),
    firstName: value('first_name'),
    lastName: value('last_name'),
    slug: text(row, 'user_nicename'),
    url: text(row, 'user_url'),
    registered: text(row, 'user_registered'),
    meta: metaFrom(meta).filter(
      ({ key }) => isPortableUserKey(key) && !namedUserKeys.has(key) && (prefix === '' || !key.startsWith(prefix)),
    ),
  };
}

export function termFrom(row: BulkRow, inTaxonomy: BulkRow, parentSlug: string, meta: readonly BulkRow[]): WxrTerm {
  return {
    id: number(row, 'term_id'),
    taxonomy: text(inTaxonomy, 'taxonomy'),
    slug: text(row, 'slug'),
    parentSlug,
    name: text(row, 'name'),
    description: text(inTaxonomy, 'description'),
    meta: metaFrom(meta),
  };
}

export function itemFrom(
  row: BulkRow,
  more: Pick<WxrItem, 'link' | 'creator' | 'isSticky' | 'attachmentUrl' | 'terms' | 'comments'> & {
    readonly meta: readonly BulkRow[];
  },
): WxrItem {
  return {
    ...more,
    id: number(row, 'ID'),
    type: text(row, 'post_type'),
    title: text(row, 'post_title'),
    guid: text(row, 'guid'),
    content: text(row, 'post_content'),
    excerpt: text(row, 'post_excerpt'),
    date: text(row, 'post_date'),
    dateGmt: text(row, 'post_date_gmt'),
    modified: text(row, 'post_modified'),
    modifiedGmt: text(row, 'post_modified_gmt'),
    commentStatus: text(row, 'comment_status'),
    pingStatus: text(row, 'ping_status'),
    slug: text(row, 'post_name'),
    status: text(row, 'post_status'),
    parentId: number(row, 'post_parent'),
    menuOrder: number(row, 'menu_order'),
    password: text(row, 'post_password'),
    mimeType: text(row, 'post_mime_type'),
    toPing: text(row, 'to_ping'),
    pinged: text(row, 'pinged'),
    contentFiltered: text(row, 'post_content_filtered'),
    meta: metaFrom(more.meta),
  };
}

export function commentFrom(row: BulkRow, meta: readonly BulkRow[]): WxrComment {
  return {
    id: number(row, 'comment_ID'),
    authorName: text(row, 'comment_author'),
    authorEmail: text(row, 'comment_author_email'),
    authorUrl: text(row, 'comment_author_url'),
    authorIp: text(row, 'comment_author_IP'),
    date: text(row, 'comment_date'),
    dateGmt: text(row, 'comment_date_gmt'),
    content: text(row, 'comment_content'),
    approved: text(row, 'comment_approved'),
    type: text(row, 'comment_type'),
    parentId: number(row, 'comment_parent'),
    userId: number(row, 'user_id'),
    agent: text(row, 'comment_agent'),
    karma: number(row, 'comment_karma'),
    meta: metaFrom(meta),
  };
}

function metaFrom(rows: readonly BulkRow[]): WxrMeta[] {
  return rows
    .map((row) => ({ key: text(row, 'meta_key'), value: text(row, 'meta_value') }))
    .filter(({ key }) => key !== '');
}
