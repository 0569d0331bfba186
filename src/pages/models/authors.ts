import { authorLink } from '../../rules/permalinks.ts';
import type { Post, User } from '../../storage/rows.ts';
import type { AuthorModel } from '../../theme/page-model.ts';
import type { PageWork } from '../page-context.ts';
import { loadAvatars } from './avatar.ts';
import { plainOf } from './plain.ts';

/** The authors of rows, by id. */
export async function loadAuthors(
  { call }: Pick<PageWork, 'call'>,
  posts: readonly Post[],
): Promise<Map<number, AuthorModel>> {
  const ids = [...new Set(posts.map((post) => post.authorId))].filter((id) => id > 0);
  if (ids.length === 0) return new Map();
  const [users, meta, avatars] = await Promise.all([
    call.store.users.byIds(ids),
    call.store.meta.of('user', ids, ['description']),
    loadAvatars(call.store, call.site.url),
  ]);
  const about = (user: User) => meta.get(user.id)?.[0]?.value ?? '';
  return new Map(
    users.map((user) => {
      const label = plainOf(user.displayName);
      const avatar = avatars({ name: label, email: user.email });
      return [user.id, { label, url: authorLink(call.site, user), avatar, about: plainOf(about(user)) }];
    }),
  );
}
