import type { Call } from '../../api/call.ts';
import { canViewAnyUser, thingsOf } from '../../rules/capabilities.ts';
import { isShownType } from '../../rules/post-types.ts';
import type { CoreContext } from '../context/core-context.ts';

/** The types whose published rows make their author public. */
const publicTypes = (context: CoreContext) => context.types.filter((type) => isShownType(type) && type.public);

/** The names of these types. A list shows authors of published content, whatever else the caller may read. */
export const publicTypeNames = (context: CoreContext): string[] => publicTypes(context).map((type) => type.name);

/**
 * The users among these that the caller may see: all with the capability to list users, the caller itself, and authors
 * of any content that the caller may read, published or private.
 */
export async function visibleUsers(ids: readonly number[], call: Call, context: CoreContext): Promise<Set<number>> {
  const { caller, store } = call;
  const visible = new Set(ids.filter((id) => canViewAnyUser(caller, id)));
  const among = ids.filter((id) => !visible.has(id));
  if (among.length === 0) return visible;
  const opensPrivate = Map.groupBy(publicTypes(context), (type) => caller.can(`read_private_${thingsOf(type)}`));
  for (const [readsPrivate, types] of opensPrivate) {
    const statuses = readsPrivate ? ['publish', 'private'] : ['publish'];
    const names = types.map((type) => type.name);
    for (const id of await store.posts.authorsWith(names, statuses, among)) visible.add(id);
  }
  return visible;
}
