import { authorLink, commentLink } from '../../rules/permalinks.ts';
import { commentVisibility } from '../../rules/post-visibility.ts';
import { offsetDate } from '../../rules/zone.ts';
import type { Comment } from '../../storage/rows.ts';
import type { LatestComment, ShownComment } from '../../text/blocks/block-data.ts';
import { needKey } from '../../text/blocks/block-needs.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import { avatarAddress } from '../users/user-avatar.ts';
import type { BlockLoader, BlockWork } from './block-loader.ts';

/** Most comments of the posts of a response. */
const mostComments = 1000;

/** The newest comments, and the comments on posts: approved ones on posts that the reader may see. */
export const loadBlockComments: BlockLoader = async (needed, loaded, work) => {
  const postIds = [...needed.comments.values()].filter((id) => id > 0);
  const counts = [...needed.latestComments.values()];
  if (postIds.length === 0 && counts.length === 0) return;
  const { store, caller } = work.call;
  const visibility = commentVisibility(
    caller,
    [...work.kinds].map(({ type }) => type),
  );
  const approved = ['1'];
  const [latest, onPosts] = await Promise.all([
    counts.length === 0
      ? []
      : store.comments.find(
          { visibility, approved },
          { by: 'dateGmt', direction: 'desc' },
          { limit: Math.max(...counts), offset: 0 },
        ),
    postIds.length === 0
      ? []
      : store.comments.find(
          { visibility, approved, postIds },
          { by: 'dateGmt', direction: 'asc' },
          { limit: mostComments, offset: 0 },
        ),
  ]);
  const shown = await shownComments([...latest, ...onPosts], work);
  const newest = shown.slice(0, latest.length);
  for (const [key, count] of needed.latestComments) loaded.latestComments.set(key, newest.slice(0, count));
  const byPost = Map.groupBy(shown.slice(latest.length), ({ postId }) => postId);
  for (const id of postIds) loaded.comments.set(needKey(id), byPost.get(id) ?? []);
};

async function shownComments(rows: readonly Comment[], work: BlockWork): Promise<LatestComment[]> {
  const { store, site } = work.call;
  const userIds = [...new Set(rows.map(({ userId }) => userId))].filter((id) => id > 0);
  const [posts, users] = await Promise.all([
    commentedPosts(
      rows.map(({ postId }) => postId),
      work,
    ),
    userIds.length === 0 ? [] : store.users.byIds(userIds),
  ]);
  const known = new Map(users.map((user) => [user.id, user]));
  const shown = (row: Comment, user = known.get(row.userId)): ShownComment => ({
    id: row.id,
    parentId: row.parentId,
    postId: row.postId,
    author: row.authorName,
    authorUrl: /^https?:\/\//i.test(row.authorUrl) ? row.authorUrl : '',
    userId: row.userId,
    userSlug: user?.slug ?? '',
    userUrl: user ? authorLink(site, user) : '',
    type: row.type || 'comment',
    avatar: avatarAddress(row.authorEmail, work.call),
    date: { local: row.date, iso: offsetDate(row.date, site.zone.toGmt(row.date), site.zone) },
    url: commentLink(site, row.id, posts.get(row.postId)?.url ?? null),
    content: row.content,
    isApproved: row.approved === '1',
  });
  return rows.map((row) => ({ ...shown(row), postTitle: posts.get(row.postId)?.title ?? '' }));
}

const columns = ['id', 'title', 'slug', 'status', 'date', 'parentId', 'type', 'authorId', 'password'] as const;

/** The titles and addresses of the posts that comments are on, by id. */
export async function commentedPosts(
  ids: readonly number[],
  { call, kinds, visibility }: BlockWork,
): Promise<Map<number, { readonly title: string; readonly url: string }>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  const found = new Map<number, { title: string; url: string }>();
  if (wanted.length === 0) return found;
  const rows = await call.store.posts.find(
    { types: [...kinds].map(({ type }) => type.name), visibility, ids: wanted },
    { by: 'id', direction: 'asc' },
    { limit: wanted.length, offset: 0 },
    columns,
  );
  for (const kind of kinds) {
    const own = rows.filter(({ type }) => type === kind.type.name);
    if (own.length === 0) continue;
    const urls = await addressesOf(kind, own, call);
    for (const [i, { id, title, password }] of own.entries())
      found.set(id, { title: `${password === '' ? '' : 'Protected: '}${title}`, url: urls[i] ?? '' });
  }
  return found;
}
