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
}

/** Runs an operation in a transaction: its context has the store of the transaction. */
export function inTransaction<T>(work: OperationContext, run: (work: OperationContext) => Promise<T>): Promise<T> {
  return work.store.transaction((store) => run({ store, site: work.site, caller: work.caller, now: work.now }));
}
