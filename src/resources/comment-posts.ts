import type { Call } from '../api/call.ts';
import { isShown, type PostType } from '../content/post-types.ts';
import { everything } from '../content/sight.ts';
import { addressesOf } from '../kinds/content-addresses.ts';
import { contentKind } from '../kinds/content-kind.ts';
import type { CoreParts } from './parts.ts';

/** What a comment shows of its post. */
export interface CommentPost {
  readonly id: number;
  readonly type: PostType;
  readonly link: string;
}

const columns = ['id', 'slug', 'status', 'date', 'parentId', 'type', 'authorId'] as const;

/** The posts of a page of comments with their addresses, without their texts: one query, and what addresses need. */
export async function loadCommentPosts(
  ids: readonly number[],
  parts: CoreParts,
  call: Call,
): Promise<ReadonlyMap<number, CommentPost>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length === 0) return new Map();
  const shown = parts.types.filter(isShown);
  const rows = await call.store.posts.find(
    { types: shown.map((type) => type.name), sight: everything, ids: wanted },
    { by: 'id', direction: 'asc' },
    { limit: wanted.length, offset: 0 },
    columns,
  );
  const found = new Map<number, CommentPost>();
  for (const type of shown) {
    const ofType = rows.filter((row) => row.type === type.name);
    if (ofType.length === 0) continue;
    const links = await addressesOf(kindFor(type, parts), ofType, call);
    for (const [i, row] of ofType.entries()) found.set(row.id, { id: row.id, type, link: links[i] as string });
  }
  return found;
}

/** Addresses ask nothing of a kind but its type. */
function kindFor(type: PostType, parts: CoreParts) {
  const traits = { openStatus: 'publish', sticky: false, siteDiscussion: { comments: false, pings: false } };
  return contentKind(type.name, traits, parts);
}
