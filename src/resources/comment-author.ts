import type { Call } from '../api/call.ts';
import { commentErrors } from '../kinds/comment-errors.ts';
import type { Comment, User } from '../storage/rows.ts';
import type { CommentDraft } from './comment-draft.ts';

export type CommentAuthor = Pick<Comment, 'userId' | 'authorName' | 'authorEmail' | 'authorUrl'>;

/**
 * Who signs a new comment: the user it names, else whoever asks. Any detail of an author without a user makes it a
 * guest's, who has to give name and e-mail address.
 */
export async function signedBy(draft: CommentDraft, call: Call): Promise<CommentAuthor> {
  const given = detailsOf(draft);
  if (draft.userId !== undefined) return { ...(await userAsAuthor(draft.userId, call)), ...given };
  const { userId } = call.caller;
  if (Object.keys(given).length === 0 && userId > 0) return userAsAuthor(userId, call);
  const guest = { userId: 0, authorName: '', authorEmail: '', authorUrl: '', ...given };
  const needsBoth = (await call.store.options.get('require_name_email')) !== '0';
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

function authorFrom(user: User): CommentAuthor {
  return { userId: user.id, authorName: user.displayName, authorEmail: user.email, authorUrl: user.url };
}

function detailsOf({ authorName, authorEmail, authorUrl }: CommentDraft): Partial<CommentAuthor> {
  return {
    ...(authorName === undefined ? {} : { authorName }),
    ...(authorEmail === undefined ? {} : { authorEmail }),
    ...(authorUrl === undefined ? {} : { authorUrl }),
  };
}
