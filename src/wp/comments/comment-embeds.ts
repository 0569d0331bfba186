import type { Call } from '../../api/call.ts';
import type { Embedder } from '../../api/resource/links.ts';
import { presentEmbedded } from '../../api/resource/present.ts';
import { everything, seesComment } from '../../rules/visibility.ts';
import type { Comment } from '../../storage/rows.ts';
import type { CommentFilter } from '../../storage/store.ts';
import type { CommentContext } from './comment-context.ts';
import { commentErrors } from './comment-errors.ts';
import type { CommentResource } from './comment-resource.ts';

/** As many as on the first page of the list that the link points to. */
const mostEmbedded = 10;

/** `comment` loads comments by id, `replies` those of a post, `children` the replies to a comment. */
export function commentEmbedders(
  resource: CommentResource,
  context: CommentContext,
): Readonly<Record<'comment' | 'replies' | 'children', Embedder>> {
  return {
    comment: async (ids, call) => {
      const visible = await call.store.comments.find(
        { visibility: context.visibility.readable(call.caller), ids },
        { by: 'id', direction: 'asc' },
        { limit: ids.length, offset: 0 },
      );
      const items = await presentEmbedded(resource, visible, call);
      const shown = new Map(visible.map((comment, i) => [comment.id, items[i]]));
      const missing = ids.filter((id) => !shown.has(id));
      const hidden = new Set((await call.store.comments.byIds(missing)).map((comment) => comment.id));
      const refusal = (id: number) =>
        hidden.has(id) ? commentErrors.rest_cannot_read() : commentErrors.rest_comment_invalid_id();
      return ids.map((id) => shown.get(id) ?? refusal(id));
    },
    replies: async (postIds, call) => {
      const lists = await newestOfEach(
        postIds,
        (ids) => ({ postIds: ids }),
        (one) => one.postId,
        call,
        context,
      );
      const shown = await showAll(resource, lists, call);
      const locked = await lockedPosts(postIds, call, context);
      return postIds.map((id, i) => (locked.has(id) ? commentErrors.rest_cannot_read_post() : shown[i]));
    },
    children: async (ids, call) => {
      const lists = await newestOfEach(
        ids,
        (some) => ({ parentIds: some }),
        (one) => one.parentId,
        call,
        context,
      );
      return showAll(resource, lists, call);
    },
  };
}

/**
 * The first page of each list. One query loads all of them; lists that were cut short because others are long are
 * queried again, one by one.
 */
async function newestOfEach(
  keys: readonly number[],
  filterOf: (keys: readonly number[]) => Partial<CommentFilter>,
  keyOf: (comment: Comment) => number,
  call: Call,
  context: CommentContext,
): Promise<Comment[][]> {
  const find = (some: readonly number[]) =>
    call.store.comments.find(
      {
        visibility: context.visibility.readable(call.caller),
        approved: ['1'],
        types: ['comment', ''],
        ...filterOf(some),
      },
      { by: 'dateGmt', direction: 'desc' },
      { limit: mostEmbedded * some.length, offset: 0 },
    );
  const found = await find(keys);
  const isCut = found.length === mostEmbedded * keys.length;
  return Promise.all(
    keys.map(async (key) => {
      const list = found.filter((comment) => keyOf(comment) === key);
      const some = isCut && list.length < mostEmbedded && keys.length > 1 ? await find([key]) : list;
      return some.slice(0, mostEmbedded);
    }),
  );
}

async function showAll(resource: CommentResource, lists: readonly Comment[][], call: Call): Promise<unknown[][]> {
  const items = await presentEmbedded(resource, lists.flat(), call);
  let at = 0;
  return lists.map((list) => list.map(() => items[at++]));
}

/** The posts among these whose comments this caller can see only with the password. */
async function lockedPosts(ids: readonly number[], call: Call, context: CommentContext): Promise<Set<number>> {
  const posts = await call.store.posts.find(
    { types: context.shownTypes.map((type) => type.name), visibility: everything, ids },
    { by: 'id', direction: 'asc' },
    { limit: ids.length, offset: 0 },
    ['id', 'type', 'status', 'authorId', 'password'],
  );
  const visibility = context.visibility.readable(call.caller);
  const isLocked = (post: (typeof posts)[number]) =>
    post.password !== '' && !seesComment(visibility, { approved: '1', type: 'comment', userId: 0, post });
  return new Set(posts.filter(isLocked).map((post) => post.id));
}
