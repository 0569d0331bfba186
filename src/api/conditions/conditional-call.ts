import { errors } from '../../errors.ts';
import type { Store } from '../../storage/store.ts';
import type { Call } from '../call.ts';
import { holds, type Preconditions } from './preconditions.ts';
import type { ItemState, VersionedItem, VersionOf } from './versioned-item.ts';

/** A call that changes an item only if the item is as the request demands. */
export interface ConditionalCall {
  readonly call: Call;
  /** The version that the item has after the change; null if it is gone, or nothing was written. */
  written(): string | null;
}

/**
 * Checks the conditions before anything is done, which saves the work and covers requests that write nothing, and again
 * in the transaction that writes, with the item held.
 */
export async function conditionalCall(
  item: VersionedItem,
  conditions: Preconditions,
  call: Call,
  versionOf: VersionOf,
): Promise<ConditionalCall> {
  const read = async (store: Store): Promise<{ readonly state: ItemState | null; readonly version: string | null }> => {
    const state = await item.state(store);
    return { state, version: state && versionOf(state) };
  };
  let seen: string | null | undefined;
  let written: string | null | undefined;
  const check = async (store: Store): Promise<void> => {
    const { state, version } = await read(store);
    // An operation of several transactions finds what its first one wrote.
    if (version === written || holds(conditions, state, versionOf)) return;
    throw errors.rest_precondition_failed();
  };
  await check(call.store);
  const store = call.store.around({
    before: async (inner) => {
      await item.hold(inner);
      await check(inner);
    },
    after: async (inner) => {
      seen = (await read(inner)).version;
    },
    // Not before: somebody else may have stored the same as a transaction that was undone.
    committed: () => {
      written = seen;
    },
  });
  return { call: { ...call, store }, written: () => written ?? null };
}

/** A call that makes an item only if there is none with its slug yet. */
export function unlessNamesake(find: (store: Store) => Promise<number | null>, call: Call): Call {
  const store = call.store.around({
    before: async (inner) => {
      const id = await find(inner);
      if (id !== null) throw errors.rest_precondition_failed(undefined, { details: { id } });
    },
    after: async () => {},
  });
  return { ...call, store };
}
