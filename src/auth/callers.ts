import { createBoundedMap } from '../limits/bounded-map.ts';
import { callerOf } from '../rules/caller.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { RoleTable } from '../rules/roles.ts';
import type { Store } from '../storage/store.ts';
import type { RoleSource } from './role-source.ts';

/** Builds the caller for a user's id from the user's current roles. */
export type Callers = (userId: number, store: Store) => Promise<Caller>;

const maxCached = 1000;

/** The same user with the same rights is the same object, so that values derived from a caller can be cached by it. */
export function createCallers(roles: RoleSource): Callers {
  const cache = createBoundedMap<number, { rights: string; table: RoleTable; caller: Caller }>(maxCached);
  return async (userId, store) => {
    const table = await roles(store);
    const stored = (await store.users.capabilities([userId])).get(userId) ?? {};
    const rights = JSON.stringify(stored);
    const before = cache.get(userId);
    if (before?.rights === rights && before.table === table) return before.caller;
    const caller = callerOf(userId, stored, table);
    cache.set(userId, { rights, table, caller });
    return caller;
  };
}
