import type { Call } from '../../api/call.ts';
import { anonymous, type Caller, callerOf } from '../../rules/capabilities.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Comment, User } from '../../storage/rows.ts';
import type { CoreContext } from '../context/core-context.ts';
import type { CommentContext } from './comment-context.ts';
import type { CommentDraft } from './comment-draft.ts';
import { commentErrors } from './comment-errors.ts';

export type CommentAuthor = Pick<Comment, 'userId' | 'authorName' | 'authorEmail' | 'authorUrl'>;

/**
 * The author of a new comment: the user it names, else the caller. If author details are sent without a user, the
 * author is a guest, who has to give name and e-mail address.
 */
export async function signedBy(draft: CommentDraft, call: Call): Promise<CommentAuthor> {
  const given = detailsOf(draft);
  if (draft.userId !== undefined) return { ...(await userAsAuthor(draft.userId, call)), ...given };
  const { userId } = call.caller;
  if (Object.keys(given).length === 0 && userId > 0) return userAsAuthor(userId, call);
  const guest = { userId: 0, authorName: '', authorEmail: '', authorUrl: '', ...given };
  const needsBoth = await readOption(call.store, 'require_name_email');
  if (needsBoth && (guest.authorName === '' || guest.authorEmail === '')) {
    throw commentErrors.rest_comment_author_data_required();
  }
  return guest;
}

/** A user's name and addresses as the author of a comment. */
export async function userAsAuthor(userId: number, call: Call): Promise<CommentAuthor> {
  const user = userId > 0 ? await call.store.users.byId(userId) : null;
  if (!user) throw commentErrors.rest_comment_author_invalid();
  return authorFrom(user);
}

/** The capabilities of a comment's author; a guest or a deleted user has none. */
export async function authorRights(userId: number, call: Call, { roles }: Pick<CoreContext, 'roles'>): Promise<Caller> {
  if (userId === 0) return anonymous;
  if (userId === call.caller.userId) return call.caller;
  const stored = (await call.store.users.capabilities([userId])).get(userId) ?? {};
  return callerOf(userId, stored, await roles(call.store));
}

function authorFrom(user: User): CommentAuthor {
  return { userId: user.id, authorName: user.displayName, authorEmail: user.email, authorUrl: user.url };
}

/** The author details that are not empty after cleaning. */
function detailsOf({ authorName, authorEmail, authorUrl }: CommentDraft): Partial<CommentAuthor> {
  return {
    ...(authorName ? { authorName } : {}),
    ...(authorEmail ? { authorEmail } : {}),
    ...(authorUrl ? { authorUrl } : {}),
  };
}

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
