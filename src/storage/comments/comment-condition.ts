import type { CommentVisibility } from '../../rules/comment-visibility.ts';
import { everything } from '../../rules/visibility.ts';
import { postExists } from '../posts/visibility-condition.ts';
import { above, all, any, below, beyondRow, noneOf, not, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { anyContains, foldedColumn } from '../query/text-condition.ts';
import type { CommentFilter } from '../store/comments.ts';

/** A filter as one condition on the comments row `c`. */
export function commentCondition(filter: CommentFilter, dialect: Dialect): SqlCondition {
  const parts: SqlCondition[] = [];
  if (filter.beyond) parts.push(beyondRow('c.comment_ID', filter.beyond));
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
  parts.push(...textConditions(filter, dialect), commentVisibilityCondition(filter.visibility));
  return all(parts);
}

const shown = ['c.comment_author', 'c.comment_author_url', 'c.comment_content'];
const details = ['c.comment_author_email', 'c.comment_author_IP'];

function textConditions(filter: CommentFilter, dialect: Dialect): SqlCondition[] {
  const parts: SqlCondition[] = [];
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

/** A comment visibility as a condition on the comments row `c`. */
function commentVisibilityCondition(visibility: CommentVisibility): SqlCondition {
  return any(visibility.anyOf.map(clauseCondition));
}

function clauseCondition(clause: CommentVisibility['anyOf'][number]): SqlCondition {
  const parts: SqlCondition[] = [];
  if (clause.approved !== 'any') parts.push(oneOf('c.comment_approved', clause.approved));
  if (clause.types) parts.push(oneOf('c.comment_type', clause.types));
  if (clause.userId !== undefined) parts.push(oneOf('c.user_id', [clause.userId]));
  if (clause.post === 'none') parts.push(not(postExists(everything, 'c.comment_post_ID')));
  else if (clause.post) parts.push(postExists(clause.post, 'c.comment_post_ID'));
  if (clause.unprotected) parts.push(onOpenPost(clause.unprotected.exceptPostIds));
  return all(parts);
}

/** On a post without a password, or on one of the exceptions; a comment without a post row is not protected. */
function onOpenPost(exceptPostIds: readonly number[]): SqlCondition {
  const behindPassword = postExists(everything, 'c.comment_post_ID', (post) => noneOf(`${post}.post_password`, ['']));
  return any([oneOf('c.comment_post_ID', exceptPostIds), not(behindPassword)]);
}
