import { isShown, type PostType } from '../content/post-types.ts';
import { type CommentSights, createCommentSights } from './comment-sights.ts';
import type { CoreParts } from './parts.ts';

/** What the files of this resource share, made once. */
export interface CommentParts extends CoreParts {
  /** The types that can be seen, and so commented on. */
  readonly shownTypes: readonly (PostType & { readonly restBase: string })[];
  readonly sights: CommentSights;
}

export function commentParts(parts: CoreParts): CommentParts {
  const shownTypes = parts.types.filter(isShown);
  return { ...parts, shownTypes, sights: createCommentSights(shownTypes) };
}
