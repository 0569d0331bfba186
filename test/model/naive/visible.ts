import type { Caller } from '../site/open-site.ts';
import type { CommentRow, PostRow, Rows } from './rows.ts';

/** Those who edit and moderate everything. */
export const isEditor = ({ name }: Caller): boolean => name === 'editor' || name === 'admin';

/** Those who may write posts at all. */
export const isWriter = ({ name }: Caller): boolean => name !== 'visitor';

const isContent = ({ type }: PostRow): boolean => type === 'post' || type === 'page';
const isOwn = (caller: Caller, post: PostRow): boolean => caller.id > 0 && post.author === caller.id;

export const mayEdit = (caller: Caller, post: PostRow): boolean =>
  isContent(post) && (isEditor(caller) || (isOwn(caller, post) && post.type === 'post'));

/** Everybody reads what is published, people read what is theirs, editors read all. */
export const mayRead = (caller: Caller, post: PostRow): boolean =>
  isContent(post) && (post.status === 'publish' || isOwn(caller, post) || mayEdit(caller, post));

/** The answer to those who may not: whether they could with an account is not known. */
export const denied = ({ id }: Caller): { readonly status: 401 | 403 } => ({ status: id > 0 ? 403 : 401 });

/** Comments on a post with a password are for those who may edit it. */
export const mayReadCommentsOn = (caller: Caller, post: PostRow): boolean =>
  mayRead(caller, post) && (post.password === '' || mayEdit(caller, post));

const publicTypes = ['comment', '', 'pingback', 'trackback'];

/**
 * Everybody reads approved comments on posts that they may read and that have no password, people read their own there, and
 * who may edit a post reads all of its comments. Notes of programs and comments without a post are for moderators; notes of the
 * editor are shown to nobody here, since this variant has none.
 */
export function mayReadComment(caller: Caller, comment: CommentRow, rows: Rows): boolean {
  const post = rows.postsById.get(comment.postId);
  if (mayModerate(caller, comment, rows)) return true;
  if (!post || !publicTypes.includes(comment.type)) return false;
  if (mayEdit(caller, post)) return true;
  return mayReadCommentsOn(caller, post) && (comment.approved === '1' || (caller.id > 0 && comment.user === caller.id));
}

export function mayModerate(caller: Caller, comment: CommentRow, rows: Rows): boolean {
  if (!isEditor(caller) || comment.type === 'note') return false;
  const post = rows.postsById.get(comment.postId);
  return !post || mayEdit(caller, post);
}
