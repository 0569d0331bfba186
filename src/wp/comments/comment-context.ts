import { isShownType, type ShownPostType } from '../../rules/post-types.ts';
import type { CoreContext } from '../context/core-context.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { type CommentVisibilityRules, createCommentVisibilityRules } from './comment-visibility.ts';

/** The dependencies that the files of this resource share; built once. */
export interface CommentContext extends CoreContext {
  readonly kinds: ContentKinds;
  /** The types that the interface shows, which can be commented on. */
  readonly shownTypes: readonly ShownPostType[];
  readonly visibility: CommentVisibilityRules;
}

export function commentContext(core: CoreContext, kinds: ContentKinds): CommentContext {
  const shownTypes = core.types.filter(isShownType);
  return { ...core, kinds, shownTypes, visibility: createCommentVisibilityRules(shownTypes) };
}
