import type { Post } from '../../storage/rows.ts';
import { needKey } from '../../text/blocks/block-needs.ts';
import type { BlockLoader } from './block-work.ts';
import { findPosts } from './find-posts.ts';
import { shownPosts } from './shown-posts.ts';

/** The lists of posts, and every post that is shown. Posts that the reader may not see are left out. */
export const loadPosts: BlockLoader = async (needed, loaded, work) => {
  const rows = new Map<number, Post>();
  for (const [key, query] of [...needed.posts].slice(0, mostLists)) {
    const found = await findPosts(query, work);
    for (const row of found.rows) rows.set(row.id, row);
    loaded.posts.set(key, { ids: found.rows.map(({ id }) => id), page: found.page, pages: found.pages });
  }
  const named = [...needed.post.values()].filter((id) => id > 0 && !rows.has(id));
  for (const row of await byIds([...new Set(named)], work)) rows.set(row.id, row);
  const fresh = [...rows.values()].filter(({ id }) => !loaded.post.has(needKey(id)));
  for (const post of await shownPosts(fresh, work)) loaded.post.set(needKey(post.id), post);
};

/** Different lists in one response; more are left empty, so that a text cannot ask for any number of queries. */
const mostLists = 50;

const byIds = (ids: readonly number[], { call, kinds, visibility }: Parameters<BlockLoader>[2]): Promise<Post[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : call.store.posts.find(
        { types: [...kinds].map(({ type }) => type.name), visibility, ids },
        { by: 'id', direction: 'asc' },
        { limit: ids.length, offset: 0 },
      );
