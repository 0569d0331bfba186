import type { Hooks } from '../../hooks/hooks.ts';
import type { Caller } from '../../rules/capabilities.ts';
import type { Site } from '../../rules/site.ts';
import type { Store } from '../../storage/store.ts';

/** The dependencies of an operation on content. Supplied by requests, the importer, the command line and timers. */
export interface OperationContext {
  readonly store: Store;
  readonly site: Site;
  readonly caller: Caller;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The hooks of extensions; null if nobody listens. */
  readonly hooks: Hooks | null;
}

/**
 * Runs an operation in a transaction: its context has the store of the transaction, and hooks that ask nobody any more.
 */
export async function inTransaction<T>(
  work: OperationContext,
  run: (work: OperationContext) => Promise<T>,
): Promise<T> {
  const { site, caller, now, hooks } = work;
  const inside = hooks?.inside() ?? null;
  const result = await work.store.transaction((store) => run({ store, site, caller, now, hooks: inside }));
  hooks?.wake();
  return result;
}
