import type { BulkRow } from '../../storage/bulk/bulk-table.ts';
import type { WxrComment, WxrItem } from '../wxr/wxr-parts.ts';

/**
 * Rows of the public layout, as an import writes them; texts longer than a column are truncated, as they were on the
 * old site.
 */

export function postRow(
  item: WxrItem,
  facts: {
    id?: number;
    authorId: number;
    parentId: number;
    slug: string;
    guid: string;
    commentCount: number;
    mimeType: string;
  },
): BulkRow {
  return {
    ...(facts.id === undefined ? {} : { ID: facts.id }),
    post_author: facts.authorId,
    post_date: item.date,
    post_date_gmt: item.dateGmt,
    post_content: item.content,
    post_title: item.title,
    post_excerpt: item.excerpt,
    post_status: cut(item.status, 20),
    comment_status: cut(item.commentStatus, 20),
    ping_status: cut(item.pingStatus, 20),
    post_password: cut(item.password, 255),
    post_name: cut(facts.slug, 200),
    to_ping: item.toPing,
    pinged: item.pinged,
    post_modified: item.modified,
    post_modified_gmt: item.modifiedGmt,
    post_content_filtered: item.contentFiltered,
    post_parent: facts.parentId,
    guid: cut(facts.guid, 255),
    menu_order: item.menuOrder,
    post_type: cut(item.type, 20),
    post_mime_type: cut(facts.mimeType, 100),
    comment_count: facts.commentCount,
  };
}

export function commentRow(
  comment: WxrComment,
  facts: { id?: number; postId: number; parentId: number; userId: number },
): BulkRow {
  return {
    ...(facts.id === undefined ? {} : { comment_ID: facts.id }),
    comment_post_ID: facts.postId,
    comment_author: comment.authorName,
    comment_author_email: cut(comment.authorEmail, 100),
    comment_author_url: cut(comment.authorUrl, 200),
    comment_author_IP: cut(comment.authorIp, 100),
    comment_date: comment.date,
    comment_date_gmt: comment.dateGmt,
    comment_content: comment.content,
    comment_karma: comment.karma,
    comment_approved: cut(comment.approved, 20),
    comment_agent: cut(comment.agent, 255),
    comment_type: cut(comment.type, 20),
    comment_parent: facts.parentId,
    user_id: facts.userId,
  };
}

export function metaRow(owner: 'post' | 'comment', ownerId: number, key: string, value: string): BulkRow {
  return { [`${owner}_id`]: ownerId, meta_key: cut(key, 255), meta_value: value };
}

export function relationshipRow(postId: number, taxonomyRowId: number): BulkRow {
  return { object_id: postId, term_taxonomy_id: taxonomyRowId, term_order: 0 };
}

const cut = (text: string, length: number): string => (text.length > length ? text.slice(0, length) : text);

/** The sizes of the columns of the public layout, in bytes. */
const textBytes = 65_535;
const nameBytes = 255;
/** The widest number of a column of 32 bits. */
const widestNumber = 2_147_483_647;

/** The item with its texts and numbers cut to their columns; every cut is reported. Only files of other systems have such texts. */
export function truncateToColumns(item: WxrItem, note: (text: string) => void): WxrItem {
  const cut = (text: string, bytes: number, what: string): string => {
    // At most three bytes per UTF-16 code unit.
    if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text;
    note(`${what} of "${item.title.slice(0, 60)}" (${item.id}) was longer than ${bytes} bytes and was cut there.`);
    return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes)).replace(/\uFFFD$/, '');
  };
  const bounded = (value: number, what: string): number => {
    const fits = Math.min(Math.max(value, -widestNumber), widestNumber);
    if (fits !== value) note(`${what} of "${item.title.slice(0, 60)}" (${item.id}) was too large and became ${fits}.`);
    return fits;
  };
  return {
    ...item,
    menuOrder: bounded(item.menuOrder, 'The order'),
    title: cut(item.title, textBytes, 'The title'),
    excerpt: cut(item.excerpt, textBytes, 'The excerpt'),
    toPing: cut(item.toPing, textBytes, 'The list of pings'),
    pinged: cut(item.pinged, textBytes, 'The list of pings'),
    comments: item.comments.map((comment) => ({
      ...comment,
      authorName: cut(comment.authorName, nameBytes, 'The author of a comment'),
      content: cut(comment.content, textBytes, 'A comment'),
      karma: bounded(comment.karma, 'The karma of a comment'),
    })),
  };
}
