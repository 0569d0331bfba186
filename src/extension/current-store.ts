import { AsyncLocalStorage } from 'node:async_hooks';
import type { Store } from '../storage/store.ts';

/** What the code of an extension runs in. */
interface Surroundings {
  readonly store: Store;
  readonly inTransaction: boolean;
}

/**
 * The store of the request or transaction that the code of an extension runs in. A host reads and writes through it, so
 * that a cached answer depends on what was read for it, and writes join the transaction.
 */
const current = new AsyncLocalStorage<Surroundings>();

/** Runs code of an extension with the store of its request. */
export const withStore = <T>(store: Store, work: () => T): T => current.run({ store, inTransaction: false }, work);

/** Runs code of an extension in a transaction. */
export const withTransaction = <T>(store: Store, work: () => Promise<T>): Promise<T> =>
  store.transaction((inner) => current.run({ store: inner, inTransaction: true }, work));

/** The store to use now. */
export const currentStore = (fallback: Store): Store => current.getStore()?.store ?? fallback;

/** Whether the code runs in a transaction of its own: then nobody else may be waited for. */
export const isInTransaction = (): boolean => current.getStore()?.inTransaction ?? false;
