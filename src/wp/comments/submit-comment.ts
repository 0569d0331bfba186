import type { Call } from '../../api/call.ts';
import { gmtAt } from '../../rules/zone.ts';
import type { Comment } from '../../storage/rows.ts';
import { createCachedRenderer } from '../../text/render/cached-renderer.ts';
import type { CoreContext, OperationContext } from '../context/core-context.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { textContext } from '../posts/text-context.ts';
import { authorRights, newText, signedBy } from './comment-author.ts';
import type { CommentSubmission, NewComment } from './comment-checks.ts';
import { type CommentContext, commentContext } from './comment-context.ts';
import { type CommentDraft, plainAddress } from './comment-draft.ts';
import { commentErrors } from './comment-errors.ts';
import { commentPermissions } from './comment-permissions.ts';
import { type CommentAlongside, createComment } from './write-comment.ts';

/** What a form of a page sends. */
export interface CommentFormInput {
  readonly draft: CommentDraft;
  /** The password of the post, where it has one. */
  readonly password?: string;
  /** Set for a comment that a check of the form took for spam. */
  readonly isSpam?: boolean;
}

/** Comments that are sent with the form of a page, by the same rules and operations as through the interface. */
export interface CommentForms {
  /** Refuses by throwing, like the interface. */
  submit(input: CommentFormInput, call: Call): Promise<Comment>;
}

/**
 * Whether visitors may comment through the interface is an option of its own; on a page only the site's setting
 * (`comment_registration`) decides.
 */
export function createCommentForms(core: CoreContext, kinds: ContentKinds): CommentForms {
  const context = commentContext({ ...core, comments: { ...core.comments, anonymous: true } }, kinds);
  const permissions = commentPermissions(context);
  const submit = createCommentSubmission(context);
  return {
    async submit({ draft, password, isSpam = false }, call) {
      const parent = draft.parentId ? await call.store.comments.byId(draft.parentId) : null;
      if (draft.parentId && (parent?.postId !== draft.postId || parent?.approved !== '1')) {
        throw commentErrors.rest_comment_invalid_parent();
      }
      await permissions.create({ post: draft.postId, password }, call);
      if (!draft.sentText?.trim()) throw commentErrors.rest_comment_content_invalid();
      return submit(isSpam ? { ...draft, status: 'spam' } : draft, call);
    },
  };
}

const longestAgent = 254;

/** Creates a comment from a draft, wherever it was written: cleaned, signed, and judged by the moderation rules. */
export function createCommentSubmission(
  context: CommentContext,
): (draft: CommentDraft, call: Call, alongside?: CommentAlongside) => Promise<Comment> {
  const prepare = createCommentPreparation(context);
  return async (draft, call, alongside) => (await prepare(draft, call))(call, alongside);
}

/** A comment that is cleaned and signed, and only has to be stored: by its caller, or inside a transaction of theirs. */
export type PreparedComment = (work: OperationContext, alongside?: CommentAlongside) => Promise<Comment>;

/** The same in two steps, for comments that are stored together with something else: cleaning holds no lock. */
export function createCommentPreparation(
  context: CommentContext,
): (draft: CommentDraft, call: Call) => Promise<PreparedComment> {
  const submissionOf = createSubmissions(context);
  return async (draft, call) => {
    const sent = draft.sentText ?? '';
    const comment = await newComment(draft, await newText(sent, call, context), call);
    const submission = await submissionOf(sent, comment, call);
    const { floodSeconds } = context.comments;
    return (work, alongside) =>
      createComment(comment, work, {
        floodSeconds,
        submission,
        wantedStatus: draft.status,
        ...(alongside ? { alongside } : {}),
      });
  };
}

async function newComment(draft: CommentDraft, content: string, call: Call): Promise<NewComment> {
  const author = await signedBy(draft, call);
  return {
    ...author,
    ...originOf(draft, call),
    content,
    postId: draft.postId ?? 0,
    parentId: draft.parentId ?? 0,
    date: draft.date ?? call.site.zone.localAt(call.now),
    dateGmt: draft.dateGmt ?? gmtAt(call.now),
    karma: 0,
    // Before version 5.5 the system that shares the tables stores no type for plain comments; later versions read both.
    type: draft.type ?? '',
  };
}

/** The IP address and user agent of the request, unless they were sent. */
export function originOf(draft: CommentDraft, { request }: Call): Pick<Comment, 'authorIp' | 'userAgent'> {
  return {
    authorIp: draft.authorIp ?? plainAddress(request.remoteAddress),
    userAgent: draft.userAgent ?? (request.headers['user-agent'] ?? '').slice(0, longestAgent),
  };
}

/** Prepares what was sent for the site's moderation rules. Texts of moderators are not examined. */
export function createSubmissions(
  context: CommentContext,
): (text: string, comment: NewComment, call: Call) => Promise<CommentSubmission> {
  const render = createCachedRenderer(context.textCache);
  return async (text, { userId, postId }, call) => {
    const byModerator = (await authorRights(userId, call, context)).can('moderate_comments');
    if (byModerator) return { text, links: 0, byModerator };
    const rendered = await render.comment(text, { ...textContext(context, call), postId });
    return { text, links: countLinks(rendered), byModerator };
  };
}

/** How many links a browser, or a lenient parser, would find in a rendered text. Runs in linear time. */
export function countLinks(rendered: string): number {
  let links = 0;
  let end = 0;
  for (const { index } of rendered.matchAll(/<a\s/gi)) {
    if (index < end) continue;
    const close = rendered.indexOf('>', index);
    end = close === -1 ? rendered.length : close;
    if (/href/i.test(rendered.slice(index, end))) links += 1;
  }
  return links;
}
