import { authorLink } from '../../rules/permalinks.ts';
import type { User } from '../../storage/rows.ts';
import type { ShownPerson } from '../../text/blocks/block-data.ts';
import { needKey } from '../../text/blocks/block-needs.ts';
import { avatarAddress } from '../users/user-avatar.ts';
import type { BlockLoader, BlockWork } from './block-loader.ts';

/** Users that blocks name: authors of what is published, as in the interface. */
export const loadPeople: BlockLoader = async (needed, loaded, work) => {
  const ids = [...new Set(needed.person.values())].filter((id) => id > 0);
  if (ids.length === 0) return;
  const { store, caller } = work.call;
  const types = [...work.kinds].map(({ type }) => type).filter((type) => type.public && !type.inheritsFromParent);
  const authors = await store.posts.authorsWith(
    types.map(({ name }) => name),
    ['publish'],
    ids,
  );
  const seen = ids.filter((id) => authors.has(id) || id === caller.userId || caller.can('list_users'));
  for (const [id, person] of await shownPeople(seen, work)) loaded.person.set(needKey(id), person);
};

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
    avatar: avatarAddress(user.email, call),
    about: meta.get(user.id)?.[0]?.value ?? '',
  });
  return new Map(users.map((user) => [user.id, person(user)]));
}
