import type { Comment } from '../../storage/rows.ts';
import type { TextSigner } from '../signed-text.ts';

const validSeconds = 600;

/** The purpose of the signatures in these links. */
export const pendingPurpose = 'pending comments';

/** The parameters that let the author of a comment see it before it is approved, for some minutes. */
export function pendingParameters({ sign }: TextSigner, comment: Pick<Comment, 'id'>, nowMs: number): string {
  const until = Math.floor(nowMs / 1000) + validSeconds;
  return `unapproved=${comment.id}&moderation-hash=${until}.${sign(`${comment.id} ${until}`)}`;
}

/** The id of the comment that such parameters show; 0 where they are wrong or too old. */
export function pendingComment({ isSigned }: TextSigner, sent: URLSearchParams, nowMs: number): number {
  const id = sent.get('unapproved') ?? '';
  const [, until, signature] = /^(\d{1,12})\.([\w-]{32})$/.exec(sent.get('moderation-hash') ?? '') ?? [];
  if (!/^\d{1,15}$/.test(id) || until === undefined || signature === undefined) return 0;
  return Number(until) * 1000 > nowMs && isSigned(`${id} ${until}`, signature) ? Number(id) : 0;
}
