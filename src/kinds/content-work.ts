import type { Caller } from '../content/capabilities.ts';
import type { Site } from '../content/site.ts';
import type { Store } from '../storage/store.ts';

/** What an operation on content leans on. A request brings it along; so do the importer, the command line and timers. */
export interface ContentWork {
  readonly store: Store;
  readonly site: Site;
  readonly caller: Caller;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The same work on another store: all of it or none of it. */
export function inTransaction<T>(work: ContentWork, act: (work: ContentWork) => Promise<T>): Promise<T> {
  return work.store.transaction((store) => act({ store, site: work.site, caller: work.caller, now: work.now }));
}
