import type { Call } from '../api/call.ts';
import type { PostType } from '../content/post-types.ts';
import { everything } from '../content/sight.ts';
import { addressesOf } from '../kinds/content-addresses.ts';
import { contentKind } from '../kinds/content-kind.ts';
import type { CommentParts } from './comment-parts.ts';

/** What a comment shows of its post. */
export interface CommentPost {
  readonly id: number;
  readonly type: PostType;
  readonly link: string;
}

const columns = ['id', 'slug', 'status', 'date', 'parentId', 'type', 'authorId'] as const;
/** Addresses ask nothing of a kind but its type. */
const traits = { openStatus: 'publish', sticky: false, siteDiscussion: { comments: false, pings: false } };

/** Loads the posts of a page of comments with their addresses, without their texts: one query, and what addresses need. */
export function commentPosts(
  parts: CommentParts,
): (ids: readonly number[], call: Call) => Promise<ReadonlyMap<number, CommentPost>> {
  const kinds = parts.shownTypes.map((type) => contentKind(type.name, traits, parts));
  const types = parts.shownTypes.map((type) => type.name);
  return async (ids, call) => {
    const wanted = [...new Set(ids)].filter((id) => id > 0);
    const found = new Map<number, CommentPost>();
    if (wanted.length === 0) return found;
    const rows = await call.store.posts.find(
      { types, sight: everything, ids: wanted },
      { by: 'id', direction: 'asc' },
      { limit: wanted.length, offset: 0 },
      columns,
    );
    for (const kind of kinds) {
      const ofKind = rows.filter((row) => row.type === kind.type.name);
      if (ofKind.length === 0) continue;
      const links = await addressesOf(kind, ofKind, call);
      for (const [i, { id }] of ofKind.entries()) found.set(id, { id, type: kind.type, link: links[i] as string });
    }
    return found;
  };
}
