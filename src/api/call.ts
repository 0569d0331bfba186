import type { Hooks } from '../hooks/hooks.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { Site } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';
import type { OpenedPreview } from './opened-preview.ts';
import type { ApiRequest } from './request.ts';
import type { InterfaceDescription } from './routing/description.ts';
import type { Variant } from './variant.ts';
import type { Ask, RenderPage } from './visitor-request.ts';

/** Everything a handler may use to answer one request. The caller is an immutable value. */
export interface Call {
  readonly caller: Caller;
  readonly store: Store;
  readonly site: Site;
  readonly variant: Variant;
  /** The routes of the interface, for discovery. */
  readonly api: InterfaceDescription;
  readonly request: ApiRequest;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The hooks of extensions; null if nobody listens. */
  readonly hooks: Hooks | null;
  /** The item that the request has a preview token for; null for nearly every request. */
  readonly preview: Pick<OpenedPreview, 'postId'> | null;
  /** Loads items by key through the named embedder, in the order of the keys. */
  embed(name: string, keys: readonly number[]): Promise<readonly unknown[]>;
  /** Memoizes per request: permission checks and handlers that need the same row share one query. */
  once<T>(key: string, find: () => T): T;
  /** Clears what `once` has stored; called after a write, so that `Allow` reflects the new state. */
  forget(): void;
  /** What `once` finds under a key after the next `forget`: the new state of what was written, which need not be read. */
  remember(key: string, value: unknown): void;
  /** The answer that a visitor gets at a path of the interface; this call's answer inherits its cache tags. */
  readonly ask: Ask;
  readonly render: RenderPage;
  /** Marks the answer as private to this caller: it is not cached. */
  keepPrivate(): void;
  /** Adds the cache tags of another answer to this one; null makes this answer private, as that one was. */
  note(tags: ReadonlySet<string> | null): void;
}
