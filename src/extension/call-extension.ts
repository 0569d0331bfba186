import { AsyncLocalStorage } from 'node:async_hooks';
import { callWithDeadline, type Guard } from '../background/guard.ts';
import { ApiError } from '../lib/errors.ts';
import type { DeclaredTable, ExtensionTable, Rows, Store } from '../storage/store.ts';
import { StoreError } from '../storage/store-error.ts';
import type { Extension } from './definition.ts';

/** An extension with what its calls are guarded by. */
export interface Guarding {
  readonly extension: Extension;
  readonly guard: Guard;
  readonly limits: StoreLimits;
}

/**
 * Runs code of an extension up to its deadline. Answers of the interface and failures of the database are thrown on,
 * since they are not its faults; after a fault, which is noted, the result is that of `otherwise`.
 */
export async function callExtension<T>(
  { guard }: Guarding,
  { place, deadlineMs }: { readonly place: string; readonly deadlineMs: number },
  work: (signal: AbortSignal) => T | Promise<T>,
  otherwise: (error: unknown) => T,
): Promise<T> {
  try {
    return await callWithDeadline(guard.extension, deadlineMs, work);
  } catch (error) {
    if (isOf(error, ApiError) || isOf(error, StoreError)) throw error;
    guard.note(place, error);
    return otherwise(error);
  }
}

/** Whether something that was thrown is of a class; a proxy may throw when it is asked. */
export function isOf<T>(thrown: unknown, kind: new (...values: never[]) => T): thrown is T {
  try {
    return thrown instanceof kind;
  } catch {
    return false;
  }
}

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

/** What a store is limited to. */
export interface StoreLimits {
  readonly extension: string;
  readonly tables: readonly DeclaredTable[];
}

/** A store that gives an extension its own tables and nothing else; the rest throws an error that says why. */
export function limitedStore(store: Store, limits: StoreLimits): Store {
  const refuse = (what: string): never => {
    throw new TypeError(
      `The extension "${limits.extension}" may not use store.${what}: it has not declared the capability "store".`,
    );
  };
  return {
    get posts() {
      return refuse('posts');
    },
    get terms() {
      return refuse('terms');
    },
    get users() {
      return refuse('users');
    },
    get comments() {
      return refuse('comments');
    },
    get meta() {
      return refuse('meta');
    },
    get options() {
      return refuse('options');
    },
    get feed() {
      return refuse('feed');
    },
    table: (table) => ownTable(store, table, limits),
    transaction: (work) => store.transaction((inner) => work(limitedStore(inner, limits))),
    lock: (name) => store.lock(`${limits.extension}: ${name}`),
    hold: () => refuse('hold'),
    around: (steps) => limitedStore(store.around(steps), limits),
    forVisitor: async () => limitedStore(await store.forVisitor(), limits),
    observe: (tags) => limitedStore(store.observe(tags), limits),
    invalidateTags: () => refuse('raise'),
  };
}

/** The rows of a table of the extension; any other is refused. */
export function ownTable<Row extends object>(
  store: Store,
  table: ExtensionTable<Row>,
  { extension, tables }: StoreLimits,
): Rows<Row> {
  if (tables.some((one) => one.name === table.name)) return store.table(table);
  throw new TypeError(`The extension "${extension}" has not declared the table "${table.name}"; add it to "tables".`);
}
