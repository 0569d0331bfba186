import { authorLink } from '../../rules/permalinks.ts';
import type { User } from '../../storage/rows.ts';
import type { ShownPerson } from '../../text/blocks/dynamic/shown.ts';
import { avatarAddress } from '../users/user-avatar.ts';
import type { BlockWork } from './block-work.ts';

/** Users as blocks show them, by id. Whoever asks has checked that the reader may see them. */
export async function shownPeople(ids: readonly number[], { call }: BlockWork): Promise<Map<number, ShownPerson>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length === 0) return new Map();
  const [users, meta] = await Promise.all([
    call.store.users.byIds(wanted),
    call.store.meta.of('user', wanted, ['description']),
  ]);
  const person = (user: User): ShownPerson => ({
    id: user.id,
    name: user.displayName,
    url: authorLink(call.site, user),
    avatar: avatarAddress(user.email, call.site.url),
    about: meta.get(user.id)?.[0]?.value ?? '',
  });
  return new Map(users.map((user) => [user.id, person(user)]));
}
