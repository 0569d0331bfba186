import type { Call } from '../../api/call.ts';
import type { PostType } from '../../rules/post-types.ts';
import { everything } from '../../rules/visibility.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import type { CommentContext } from './comment-context.ts';

/** What a comment shows of its post. */
export interface CommentPost {
  readonly id: number;
  readonly type: PostType;
  readonly link: string;
}

const columns = ['id', 'slug', 'status', 'date', 'parentId', 'type', 'authorId'] as const;

/** Loads the posts of a page of comments with their URLs, without their texts: one query, plus those for the URLs. */
export function commentPosts(
  context: CommentContext,
): (ids: readonly number[], call: Call) => Promise<ReadonlyMap<number, CommentPost>> {
  const types = context.shownTypes.map((type) => type.name);
  return async (ids, call) => {
    const wanted = [...new Set(ids)].filter((id) => id > 0);
    const found = new Map<number, CommentPost>();
    if (wanted.length === 0) return found;
    const rows = await call.store.posts.find(
      { types, visibility: everything, ids: wanted },
      { by: 'id', direction: 'asc' },
      { limit: wanted.length, offset: 0 },
      columns,
    );
    for (const kind of context.kinds) {
      const ofKind = rows.filter((row) => row.type === kind.type.name);
      if (ofKind.length === 0) continue;
      const links = await addressesOf(kind, ofKind, call);
      for (const [i, { id }] of ofKind.entries()) found.set(id, { id, type: kind.type, link: links[i] ?? '' });
    }
    return found;
  };
}
