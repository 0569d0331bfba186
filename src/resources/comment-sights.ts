import type { Caller } from '../content/capabilities.ts';
import type { CommentSight } from '../content/comment-sight.ts';
import type { PostType } from '../content/post-types.ts';
import { commentEditSight, commentSight } from '../content/visibility.ts';

/** What a caller may read and change of comments. Worked out once per caller. */
export interface CommentSights {
  /** `unlockedPostIds` are protected posts whose password came with the request. */
  readable(caller: Caller, unlockedPostIds?: readonly number[]): CommentSight;
  editable(caller: Caller): CommentSight;
}

export function createCommentSights(types: readonly PostType[]): CommentSights {
  const readable = oncePerCaller((caller) => commentSight(caller, types));
  return {
    readable: (caller, unlocked = []) =>
      unlocked.length > 0 ? commentSight(caller, types, unlocked) : readable(caller),
    editable: oncePerCaller((caller) => commentEditSight(caller, types)),
  };
}

function oncePerCaller(work: (caller: Caller) => CommentSight): (caller: Caller) => CommentSight {
  const known = new WeakMap<Caller, CommentSight>();
  return (caller) => {
    const sight = known.get(caller) ?? work(caller);
    known.set(caller, sight);
    return sight;
  };
}
