import type { CommentSight } from '../content/comment-sight.ts';
import { everything } from '../content/sight.ts';
import { above, all, any, below, type Condition, noneOf, not, oneOf } from './condition.ts';
import type { Dialect } from './dialect.ts';
import { postExists } from './sight-condition.ts';
import type { CommentFilter } from './store.ts';
import { anyContains, foldedColumn } from './text-condition.ts';

/** A filter as one condition on the comments row `c`. */
export function commentCondition(filter: CommentFilter, dialect: Dialect): Condition {
  const parts: Condition[] = [];
  if (filter.ids) parts.push(oneOf('c.comment_ID', filter.ids));
  if (filter.notIds) parts.push(noneOf('c.comment_ID', filter.notIds));
  if (filter.approved) parts.push(oneOf('c.comment_approved', filter.approved));
  if (filter.types) parts.push(oneOf('c.comment_type', filter.types));
  if (filter.postIds) parts.push(oneOf('c.comment_post_ID', filter.postIds));
  if (filter.parentIds) parts.push(oneOf('c.comment_parent', filter.parentIds));
  if (filter.notParentIds) parts.push(noneOf('c.comment_parent', filter.notParentIds));
  if (filter.userIds) parts.push(oneOf('c.user_id', filter.userIds));
  if (filter.notUserIds) parts.push(noneOf('c.user_id', filter.notUserIds));
  if (filter.authorIp !== undefined) parts.push(oneOf('c.comment_author_IP', [filter.authorIp]));
  if (filter.after !== undefined) parts.push(above('c.comment_date_gmt', filter.after));
  if (filter.before !== undefined) parts.push(below('c.comment_date_gmt', filter.before));
  parts.push(...textParts(filter, dialect), commentSight(filter.sight));
  return all(parts);
}

const shown = ['c.comment_author', 'c.comment_author_url', 'c.comment_content'];
const details = ['c.comment_author_email', 'c.comment_author_IP'];

function textParts(filter: CommentFilter, dialect: Dialect): Condition[] {
  const parts: Condition[] = [];
  const equal = (name: string, text: string | undefined): void => {
    if (text !== undefined) parts.push(oneOf(foldedColumn(dialect, name), [dialect.fold(text)]));
  };
  equal('c.comment_author_email', filter.authorEmail);
  equal('c.comment_author', filter.authorName);
  if (filter.content !== undefined) parts.push(oneOf('c.comment_content', [filter.content]));
  if (filter.search) {
    const columns = filter.search.details ? [...shown, ...details] : shown;
    parts.push(anyContains(dialect, columns, filter.search.text));
  }
  return parts;
}

/** A comment sight as a condition on the comments row `c`. */
export function commentSight(sight: CommentSight): Condition {
  return any(sight.anyOf.map(clauseCondition));
}

function clauseCondition(clause: CommentSight['anyOf'][number]): Condition {
  const parts: Condition[] = [];
  if (clause.approved !== 'any') parts.push(oneOf('c.comment_approved', clause.approved));
  if (clause.types) parts.push(oneOf('c.comment_type', clause.types));
  if (clause.userId !== undefined) parts.push(oneOf('c.user_id', [clause.userId]));
  if (clause.post === 'none') parts.push(not(postExists(everything, 'c.comment_post_ID')));
  else if (clause.post) parts.push(postExists(clause.post, 'c.comment_post_ID'));
  if (clause.unprotected) parts.push(onOpenPost(clause.unprotected.exceptPostIds));
  return all(parts);
}

/** On a post without password, or on one of the excepted; a comment without a post row is not behind a password. */
function onOpenPost(exceptPostIds: readonly number[]): Condition {
  const behindPassword = postExists(everything, 'c.comment_post_ID', (post) => noneOf(`${post}.post_password`, ['']));
  return any([oneOf('c.comment_post_ID', exceptPostIds), not(behindPassword)]);
}
