import type { Call } from '../../api/call.ts';
import { createCachedRenderer } from '../../text/cached-renderer.ts';
import { textContext } from '../posts/text-context.ts';
import { authorRights } from './comment-author.ts';
import type { CommentContext } from './comment-context.ts';
import type { CommentSubmission, NewComment } from './operations/comment-checks.ts';
import { countLinks } from './operations/comment-links.ts';

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
