import type { Call } from '../api/call.ts';
import type { CommentSight } from '../content/comment-sight.ts';
import { isShown } from '../content/post-types.ts';
import { commentEditSight, commentSight } from '../content/visibility.ts';
import type { CoreParts } from './parts.ts';

/** What the one who asks may read of comments. `unlockedPostIds` are protected posts whose password was sent along. */
export function sightOf(call: Call, parts: CoreParts, unlockedPostIds: readonly number[] = []): CommentSight {
  return commentSight(call.caller, parts.types.filter(isShown), unlockedPostIds);
}

/** What the one who asks may change of them. */
export function editSightOf(call: Call, parts: CoreParts): CommentSight {
  return commentEditSight(call.caller, parts.types.filter(isShown));
}
