import type { Call } from '../../api/call.ts';
import { gmtAt } from '../../rules/zone.ts';
import type { Comment } from '../../storage/rows.ts';
import { signedBy } from './comment-author.ts';
import type { CommentContext } from './comment-context.ts';
import { type CommentDraft, plainAddress } from './comment-draft.ts';
import { createSubmissions } from './comment-submission.ts';
import { newText } from './comment-text.ts';
import type { NewComment } from './operations/comment-checks.ts';
import { type CommentAlongside, createComment } from './operations/write-comment.ts';

const longestAgent = 254;

/** Creates a comment from a draft, wherever it was written: cleaned, signed, and judged by the moderation rules. */
export function createCommentSubmission(
  context: CommentContext,
): (draft: CommentDraft, call: Call, alongside?: CommentAlongside) => Promise<Comment> {
  const submissionOf = createSubmissions(context);
  return async (draft, call, alongside) => {
    const sent = draft.sentText ?? '';
    const comment = await newComment(draft, await newText(sent, call, context), call);
    return createComment(comment, call, {
      floodSeconds: context.comments.floodSeconds,
      submission: await submissionOf(sent, comment, call),
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
    type: '',
  };
}

/** The IP address and user agent of the request, unless they were sent. */
export function originOf(draft: CommentDraft, { request }: Call): Pick<Comment, 'authorIp' | 'userAgent'> {
  return {
    authorIp: draft.authorIp ?? plainAddress(request.remoteAddress),
    userAgent: draft.userAgent ?? (request.headers['user-agent'] ?? '').slice(0, longestAgent),
  };
}
