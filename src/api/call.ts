import type { Caller } from '../content/capabilities.ts';
import type { Site } from '../content/site.ts';
import type { Store } from '../storage/store.ts';
import type { Registry } from './registry.ts';
import type { ApiRequest } from './request.ts';
import type { Variant } from './variant.ts';

/** Everything one request may lean on. Authority is in here as a value and cannot change on the way. */
export interface Call {
  readonly caller: Caller;
  readonly store: Store;
  readonly site: Site;
  readonly variant: Variant;
  readonly registry: Registry;
  readonly request: ApiRequest;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Answers a question once per request: permission checks and handlers that need the same row share it. */
  once<T>(key: string, find: () => Promise<T>): Promise<T>;
  /** Forgets what `once` knows; called after a write, so that `Allow` speaks of the new state. */
  forget(): void;
  /** Marks the answer as this caller's alone. */
  keepPrivate(): void;
  /** Lets the answer depend on what another answer was read from; null where that one was nobody else's. */
  note(tags: ReadonlySet<string> | null): void;
}
