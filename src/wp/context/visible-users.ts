import { canViewAnyUser, capabilityTo } from '../../rules/capabilities.ts';
import { isShownType, type PostType } from '../../rules/post-types.ts';
import type { OperationContext } from './core-context.ts';

/** The types whose published rows make their author public. */
export const publicTypes = (types: readonly PostType[]): readonly PostType[] =>
  types.filter((type) => isShownType(type) && type.public);

/**
 * The users among these that the caller may see: all with the capability to list users, the caller itself, and authors
 * of any content that the caller may read, published or private.
 */
export async function visibleUsers(
  ids: readonly number[],
  { caller, store }: Pick<OperationContext, 'caller' | 'store'>,
  types: readonly PostType[],
): Promise<Set<number>> {
  const visible = new Set(ids.filter((id) => canViewAnyUser(caller, id)));
  const among = ids.filter((id) => !visible.has(id));
  if (among.length === 0) return visible;
  const opensPrivate = Map.groupBy(publicTypes(types), (type) => caller.can(capabilityTo('read_private', type)));
  for (const [readsPrivate, some] of opensPrivate) {
    const statuses = readsPrivate ? ['publish', 'private'] : ['publish'];
    const names = some.map((type) => type.name);
    for (const id of await store.posts.authorsWith(names, statuses, among)) visible.add(id);
  }
  return visible;
}
