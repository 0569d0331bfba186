import type { Call } from '../../../api/call.ts';
import type { RoleSource } from '../../../auth/identity.ts';
import { callerOf, canEditPost, capabilityTo } from '../../../rules/capabilities.ts';
import type { Post, User } from '../../../storage/rows.ts';
import type { ContentKind } from '../../posts/content-kind.ts';

interface Item {
  readonly kind: ContentKind;
  readonly post: Post;
}

const mostPeople = 20;

/** Those of these users who may edit the item. */
async function whoMayEdit(
  users: readonly User[],
  { kind, post }: Item,
  { store }: Pick<Call, 'store'>,
  roles: RoleSource,
): Promise<User[]> {
  if (users.length === 0) return [];
  const table = await roles(store);
  const held = await store.users.capabilities(users.map(({ id }) => id));
  return users.filter(({ id }) => canEditPost(callerOf(id, held.get(id) ?? {}, table), kind.type, post));
}

/** People who may edit an item, by name: its author, and those whose role lets them edit what others wrote. */
export async function peopleWhoMayEdit(search: string, item: Item, call: Call, roles: RoleSource): Promise<User[]> {
  const table = await roles(call.store);
  const needed = capabilityTo('edit_others', item.kind.type);
  const able = [...table].filter(([, role]) => role.capabilities[needed] === true).map(([name]) => name);
  const matching = search === '' ? {} : { search: { text: search, columns: ['name', 'username', 'slug'] as const } };
  const page = { limit: mostPeople, offset: 0 };
  const order = { by: 'name', direction: 'asc' } as const;
  const [others, own] = await Promise.all([
    able.length > 0 ? call.store.users.find({ roles: able, ...matching }, order, page) : [],
    item.post.authorId > 0 ? call.store.users.find({ ids: [item.post.authorId], ...matching }, order, page) : [],
  ]);
  const once = new Map([...own, ...others].map((user) => [user.id, user]));
  return whoMayEdit([...once.values()], item, call, roles);
}

/** These users, as far as they may edit the item. */
export async function editorsAmong(ids: readonly number[], item: Item, call: Call, roles: RoleSource): Promise<User[]> {
  return whoMayEdit(ids.length > 0 ? await call.store.users.byIds(ids) : [], item, call, roles);
}
