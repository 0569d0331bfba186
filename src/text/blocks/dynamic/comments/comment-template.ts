import type { BlockContext, BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import type { Block } from '../../block.ts';
import { loadedFor } from '../../block-needs.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { shownPageOf } from '../page/page-scope.ts';
import { postOf } from '../post-scope.ts';
import type { ShownComment } from '../shown.ts';

/** Answers deeper than this are shown on this level. */
const deepest = 5;

/** Shows its inner blocks once for each comment on the post, with the answers below. */
export const commentTemplate: BlockRenderer = {
  name: 'core/comment-template',
  isDynamic: true,
  ownsInner: true,
  needs: (_block, ask, { postId }) => {
    ask('site', null);
    ask('post', postId);
    ask('comments', postId);
    ask('page', null);
  },
  render: (block, _inner, context) => {
    const comments = loadedFor(context.blockData, 'comments', context.postId) ?? [];
    if (comments.length === 0) return '';
    const known = new Set(comments.map(({ id }) => id));
    const below = Map.groupBy(comments, ({ parentId }) => (known.has(parentId) ? parentId : 0));
    const top = below.get(0) ?? [];
    const onPage = shownPageOf(context)?.comments;
    const shown = onPage && onPage.pages > 1 ? top.filter(({ id }) => onPage.topIds.includes(id)) : top;
    return `<ol ${wrapper(block)}>${items(shown, 1, { block, below, context })}</ol>`;
  },
};

interface Thread {
  readonly block: Block;
  readonly below: ReadonlyMap<number, readonly ShownComment[]>;
  readonly context: BlockContext;
}

function items(comments: readonly ShownComment[], depth: number, thread: Thread): string {
  return comments.map((comment) => item(comment, depth, thread)).join('');
}

function item(comment: ShownComment, depth: number, thread: Thread): string {
  const { block, below, context } = thread;
  const classes = commentClasses(comment, depth, context);
  const shown = context.renderInner([{ ...block, name: 'platen/list-item' }], {
    provided: { ...context.provided, commentId: comment.id, commentDepth: depth },
  });
  const answers = below.get(comment.id) ?? [];
  const isFlat = depth >= deepest;
  const inside = answers.length > 0 && !isFlat ? `<ol>${items(answers, depth + 1, thread)}</ol>` : '';
  const after = isFlat ? items(answers, depth, thread) : '';
  return `<li id="comment-${comment.id}" class="${classes}">${shown}${inside}</li>${after}`;
}

/** Comments and threads alternate over the whole response. */
function commentClasses(comment: ShownComment, depth: number, { counters, ...context }: BlockContext): string {
  const isOdd = counters.comment++ % 2 === 1;
  const isOddThread = depth === 1 && counters.thread++ % 2 === 1;
  const isAuthor = comment.userId > 0 && postOf({ counters, ...context })?.author?.id === comment.userId;
  return [
    comment.type,
    ...(comment.userSlug === '' ? [] : ['byuser', `comment-author-${escapeKeepingReferences(comment.userSlug)}`]),
    ...(isAuthor ? ['bypostauthor'] : []),
    isOdd ? 'odd alt' : 'even',
    ...(depth === 1 ? [isOddThread ? 'thread-odd thread-alt' : 'thread-even'] : []),
    `depth-${depth}`,
  ].join(' ');
}
