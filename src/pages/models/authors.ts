import { authorLink } from '../../rules/permalinks.ts';
import type { Post, User } from '../../storage/rows.ts';
import type { AuthorModel } from '../../theme/page-model.ts';
import { avatarUrls } from '../../wp/users/user-avatar.ts';
import type { PageWork } from '../page-context.ts';
import { plainOf } from './plain.ts';

type Work = Pick<PageWork, 'call'>;

/** The authors of rows, by id. */
export async function loadAuthors({ call }: Work, posts: readonly Post[]): Promise<Map<number, AuthorModel>> {
  const ids = [...new Set(posts.map((post) => post.authorId))].filter((id) => id > 0);
  if (ids.length === 0) return new Map();
  const [users, meta] = await Promise.all([
    call.store.users.byIds(ids),
    call.store.meta.of('user', ids, ['description']),
  ]);
  const about = (user: User) => meta.get(user.id)?.[0]?.value ?? '';
  return new Map(users.map((user) => [user.id, authorModel({ call }, user, about(user))]));
}

/** A user as the author of what they published. */
export function authorModel({ call: { site } }: Work, user: User, about: string): AuthorModel {
  return {
    label: plainOf(user.displayName),
    url: authorLink(site, user),
    avatar: avatarUrls(user.email, site.url)['96'] ?? '',
    about: plainOf(about),
  };
}
