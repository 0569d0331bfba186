import { AsyncLocalStorage } from 'node:async_hooks';
import type { Store } from '../storage/store.ts';

/**
 * The store of the request or transaction that the code of an extension runs in. A host reads and writes through it, so
 * that a cached answer depends on what was read for it, and writes join the transaction.
 */
const current = new AsyncLocalStorage<Store>();

/** Runs code of an extension with the store of its request or transaction. */
export const withStore = <T>(store: Store, work: () => T): T => current.run(store, work);

/** The store to use now. */
export const currentStore = (fallback: Store): Store => current.getStore() ?? fallback;
