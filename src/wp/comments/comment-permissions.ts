import type { Call } from '../../api/call.ts';
import { isReadMethod } from '../../api/request.ts';
import { sameText } from '../../auth/passwords/password-hash.ts';
import { canEditComment, canEditPost, type TypeFacts } from '../../rules/capabilities.ts';
import { noteType, readVisibility } from '../../rules/post-visibility.ts';
import { sees, seesComment, type VisibilitySubject } from '../../rules/visibility.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Comment, Post } from '../../storage/rows.ts';
import type { CommentContext } from './comment-context.ts';
import { plainAddress } from './comment-draft.ts';
import { commentErrors } from './comment-errors.ts';
import { type CommentListInput, permitFilters } from './comment-list.ts';
import { acceptsComments, commentSettings } from './comment-settings.ts';

interface Item {
  readonly id?: number | undefined;
  readonly password?: string | undefined;
}
interface Creation {
  readonly author?: number | undefined;
  readonly author_ip?: string | undefined;
  readonly status?: string | undefined;
  readonly post?: number | undefined;
  readonly password?: string | undefined;
  readonly type?: unknown;
}

/** The permission checks of comments. Each refuses by throwing. */
export interface CommentPermissions {
  list(input: Partial<CommentListInput>, call: Call): Promise<void>;
  show(input: Item & { readonly context?: string | undefined }, call: Call): Promise<void>;
  create(input: Creation, call: Call): Promise<void>;
  update(input: Item, call: Call): Promise<void>;
  remove(input: Item, call: Call): Promise<void>;
}

export function commentPermissions(context: CommentContext): CommentPermissions {
  const types = context.shownTypes;

  const mayReadPost = async (post: Post, password: string | undefined, call: Call): Promise<boolean> => {
    const isSeen = sees(readVisibility(call.caller, types), await subjectOf(post, call));
    return isSeen && (opens(post, password) || mayEditPost(post, types, call));
  };
  const mayEdit = async (comment: Comment, call: Call): Promise<boolean> => {
    const post = await knownPost(comment.postId, call);
    const type = types.find((one) => one.name === post?.type);
    return canEditComment(call.caller, post && type ? { type, post } : null, context.variant.comments.changedBy);
  };

  return {
    async list(input, call) {
      for (const id of input.post ?? []) {
        if (id === 0 && !call.caller.can('moderate_comments')) throw commentErrors.rest_cannot_read();
        const post = await knownPost(id, call);
        if (post && !(await mayReadPost(post, input.password, call))) throw commentErrors.rest_cannot_read_post();
      }
      if (input.context === 'edit' && !call.caller.can('moderate_comments')) {
        throw commentErrors.rest_forbidden_context();
      }
      permitFilters(input, call);
    },
    async show({ id, password, context: shown }, call) {
      const comment = await knownComment(id, call);
      const mayOpen = comment.type === noteType || call.caller.can('moderate_comments');
      if (shown === 'edit' && !(mayOpen && (await mayEdit(comment, call))))
        throw commentErrors.rest_forbidden_context();
      const post = await knownPost(comment.postId, call);
      const unlocked = post && opens(post, password) ? [post.id] : [];
      const subject = { ...comment, post: post && { ...post, ...(await subjectOf(post, call)) } };
      if (seesComment(context.visibility.readable(call.caller, unlocked), subject)) return;
      const isOwn = call.caller.userId > 0 && comment.userId === call.caller.userId;
      throw isOwn && post ? commentErrors.rest_cannot_read_post() : commentErrors.rest_cannot_read();
    },
    async create(input, call) {
      await checkCommenter(input, call, context);
      // On a list, `post` is a filter by several posts, not the post of a new comment.
      const isList = isReadMethod(call.request.method);
      const post = isList ? null : await knownPost(input.post ?? 0, call);
      if (context.variant.comments.notes && input.type === noteType && input.post) {
        if (!post || !mayEditPost(post, types, call)) throw commentErrors.rest_cannot_create_note();
        return;
      }
      if (!post) throw commentErrors.rest_comment_invalid_post_id();
      if (post.status === 'draft') throw commentErrors.rest_comment_draft_post();
      if (post.status === 'trash') throw commentErrors.rest_comment_trash_post();
      if (!(await mayReadPost(post, input.password, call))) throw commentErrors.rest_cannot_read_post();
      if (!acceptsComments(post, await commentSettings(call.store), call.now))
        throw commentErrors.rest_comment_closed();
    },
    async update({ id }, call) {
      if (!(await mayEdit(await knownComment(id, call), call))) throw commentErrors.rest_cannot_edit();
    },
    async remove({ id }, call) {
      if (!(await mayEdit(await knownComment(id, call), call))) throw commentErrors.rest_cannot_delete();
    },
  };
}

/** Refuses what only moderators may set on a comment: another author, another IP address, the status. */
async function checkCommenter(
  input: Creation,
  { caller, request, store }: Call,
  context: CommentContext,
): Promise<void> {
  if (caller.userId === 0) {
    const isOpen = context.comments.anonymous && !(await readOption(store, 'comment_registration'));
    if (!isOpen) throw commentErrors.rest_comment_login_required();
  }
  if (caller.can('moderate_comments')) return;
  if (input.author !== undefined && input.author !== caller.userId) throw commentErrors.rest_comment_invalid_author();
  const isElsewhere =
    input.author_ip !== undefined && plainAddress(input.author_ip) !== plainAddress(request.remoteAddress);
  if (isElsewhere) throw commentErrors.rest_comment_invalid_author_ip();
  if (input.status !== undefined) throw commentErrors.rest_comment_invalid_status();
}

/** The comment with this id, loaded once per request; refused if there is none. */
export async function knownComment(id: number | undefined, call: Call): Promise<Comment> {
  const comment = id ? await call.once(`comment ${id}`, () => call.store.comments.byId(id)) : null;
  const isHidden = comment?.type === noteType && !call.variant.comments.notes;
  if (!comment || isHidden) throw commentErrors.rest_comment_invalid_id();
  return comment;
}

export async function knownPost(id: number, call: Call): Promise<Post | null> {
  return id > 0 ? call.once(`post ${id}`, () => call.store.posts.byId(id)) : null;
}

/** A row as the visibility rule needs it: with its parent if it inherits its status. */
export async function subjectOf(post: Post, call: Call): Promise<VisibilitySubject> {
  const parent = post.status === 'inherit' ? await knownPost(post.parentId, call) : null;
  return { type: post.type, status: post.status, authorId: post.authorId, parent };
}

/** Whether a post has no password, or this is the right one. */
export function opens(post: Pick<Post, 'password'>, password: string | undefined): boolean {
  return post.password === '' || (password !== undefined && sameText(password, post.password));
}

function mayEditPost(post: Post, types: readonly TypeFacts[], { caller }: Call): boolean {
  const type = types.find((one) => one.name === post.type);
  return type !== undefined && canEditPost(caller, type, post);
}
