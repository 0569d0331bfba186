import { callerOf } from '../content/caller.ts';
import type { Caller } from '../content/capabilities.ts';
import type { Store } from '../storage/store.ts';
import { BoundedMap } from './bounded-map.ts';
import type { RoleSource } from './role-source.ts';

/** Turns a user's id into the caller that user is now. */
export type Callers = (userId: number, store: Store) => Promise<Caller>;

const mostKept = 1000;

/** The same user with the same rights is the same value, so that what is derived from a caller can be kept with it. */
export function createCallers(roles: RoleSource): Callers {
  const kept = new BoundedMap<number, { rights: string; table: unknown; caller: Caller }>(mostKept);
  return async (userId, store) => {
    const table = await roles(store);
    const stored = (await store.users.capabilities([userId])).get(userId) ?? {};
    const rights = JSON.stringify(stored);
    const before = kept.get(userId);
    if (before?.rights === rights && before.table === table) return before.caller;
    const caller = callerOf(userId, stored, table);
    kept.set(userId, { rights, table, caller });
    return caller;
  };
}
