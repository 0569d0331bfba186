import type { Call } from '../../api/call.ts';
import type { Comment } from '../../storage/rows.ts';
import { authorRights } from './comment-author.ts';
import type { CommentContext } from './comment-context.ts';
import type { CommentDraft } from './comment-draft.ts';

/** The text of a new comment to store: cleaned with the capabilities of the caller, whoever is named as its author. */
export function newText(sent: string, call: Call, context: CommentContext): Promise<string> {
  return cleanText(sent, call.caller.can('unfiltered_html'), call, context);
}

/**
 * The text of a changed comment to store, whether it was sent or not: cleaned with the capabilities of the comment's
 * author, both before and after the change. A text that was sent also needs the capabilities of the caller.
 */
export async function changedText(
  before: Comment,
  { sentText, userId }: CommentDraft,
  call: Call,
  context: CommentContext,
): Promise<string> {
  const authors = new Set([before.userId, userId ?? before.userId]);
  const rights = await Promise.all([...authors].map((id) => authorRights(id, call, context)));
  const writers = sentText === undefined ? rights : [...rights, call.caller];
  const unfiltered = writers.every((writer) => writer.can('unfiltered_html'));
  return cleanText(sentText ?? before.content, unfiltered, call, context);
}

async function cleanText(raw: string, unfiltered: boolean, { site }: Call, context: CommentContext): Promise<string> {
  const [text = ''] = await context.textWork.clean([{ as: 'comment', raw, unfiltered, siteUrl: site.url }]);
  return text;
}
