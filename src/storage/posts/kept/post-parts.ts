import { all, never, oneOf } from '../../query/condition.ts';
import type { Post } from '../../rows.ts';
import type { RevisionFacts } from '../../store/posts.ts';
import { postsWhere, revisionsByPost } from '../post-statements.ts';
import { knownRow } from './known-rows.ts';
import type { ReadPart } from './read-ahead.ts';

export const rowsOfPosts: ReadPart<Post> = {
  ...knownRow,
  async read(session, ids) {
    const condition = oneOf('p.ID', ids);
    const rows = condition === never ? [] : await session.select(postsWhere, { condition });
    return new Map(rows.map((row) => [row.id, row]));
  },
};

export const revisionsOfPosts: ReadPart<RevisionFacts> = {
  name: 'revisions',
  bytes: () => 0,
  async read(session, ids) {
    const condition = all([oneOf('p.post_parent', ids), oneOf('p.post_type', ['revision'])]);
    if (condition === never) return new Map();
    const rows = await session.select(revisionsByPost, { condition });
    return new Map(rows.map(({ postId, count, latestId }) => [postId, { count, latestId }]));
  },
};
