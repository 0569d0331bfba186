import type { BlockContext } from '../../../render-context.ts';
import { numberAttribute } from '../../block-attributes.ts';
import { loadedFor } from '../../block-needs.ts';
import type { ShownComment } from '../shown.ts';

/** The comment that a block is shown for; undefined outside a list of comments. */
export function commentOf(context: BlockContext): ShownComment | undefined {
  const id = numberAttribute(context.provided, 'commentId');
  if (id === undefined) return undefined;
  return loadedFor(context.blockData, 'comments', context.postId)?.find((comment) => comment.id === id);
}
