import type { TextSigner } from '../signed-text.ts';

/** Whom and what a form was made for. A form of a logged-in reader is of no use to anyone else. */
export interface FormOwner {
  readonly postId: number;
  readonly userId: number;
}

/** A person needs longer than this to write a comment. */
const leastSeconds = 3;
/** A page may be cached for a week, and stay open for some days. */
const mostSeconds = 14 * 86_400;

export function makeFormToken({ sign }: TextSigner, owner: FormOwner, nowMs: number): string {
  const issued = Math.floor(nowMs / 1000);
  return `${issued}.${sign(textOf(owner, issued))}`;
}

export type FormTokenState = 'good' | 'early' | 'bad';

/** Whether a form was made by this site, for this post and reader, and not just now. */
export function formTokenState(
  { isSigned }: TextSigner,
  owner: FormOwner,
  token: string,
  nowMs: number,
): FormTokenState {
  const [, issued, signature] = /^(\d{1,12})\.([\w-]{32})$/.exec(token) ?? [];
  if (issued === undefined || signature === undefined) return 'bad';
  if (!isSigned(textOf(owner, Number(issued)), signature)) return 'bad';
  const age = nowMs / 1000 - Number(issued);
  if (age > mostSeconds) return 'bad';
  return age < leastSeconds ? 'early' : 'good';
}

const textOf = ({ postId, userId }: FormOwner, issued: number): string => `${postId} ${userId} ${issued}`;
