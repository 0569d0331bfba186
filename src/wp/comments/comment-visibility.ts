import type { Caller } from '../../rules/capabilities.ts';
import type { CommentVisibility } from '../../rules/comment-visibility.ts';
import type { PostType } from '../../rules/post-types.ts';
import { commentEditVisibility, commentVisibility } from '../../rules/post-visibility.ts';

/** What a caller may read and edit of comments. Computed once per caller. */
export interface CommentVisibilityRules {
  /** `unlockedPostIds` are protected posts whose password was sent with the request. */
  readable(caller: Caller, unlockedPostIds?: readonly number[]): CommentVisibility;
  editable(caller: Caller): CommentVisibility;
}

export function createCommentVisibilityRules(types: readonly PostType[]): CommentVisibilityRules {
  const readable = oncePerCaller((caller) => commentVisibility(caller, types));
  return {
    readable: (caller, unlocked = []) =>
      unlocked.length > 0 ? commentVisibility(caller, types, unlocked) : readable(caller),
    editable: oncePerCaller((caller) => commentEditVisibility(caller, types)),
  };
}

function oncePerCaller(work: (caller: Caller) => CommentVisibility): (caller: Caller) => CommentVisibility {
  const known = new WeakMap<Caller, CommentVisibility>();
  return (caller) => {
    const visibility = known.get(caller) ?? work(caller);
    known.set(caller, visibility);
    return visibility;
  };
}
