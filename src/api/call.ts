import type { Hooks } from '../background/hooks.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { Credential } from '../rules/credential.ts';
import type { Site } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';
import type { ApiRequest, Ask, RenderPage } from './request.ts';
import type { InterfaceDescription } from './routing/description.ts';
import type { Variant } from './variant.ts';

/** Everything a handler may use to answer one request. The caller is an immutable value. */
export interface Call {
  readonly caller: Caller;
  /** What the request was identified by; null for a visitor. */
  readonly credential: Credential | null;
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
  /** The methods that the caller may use at the path of an item that is shown to them. */
  allowed(path: string): MaybePromise<readonly string[]>;
  /** Memoizes per request: permission checks and handlers that need the same row share one query. */
  once<T>(key: string, find: () => T): T;
  /** Clears what `once` has stored; called after a write, so that `Allow` reflects the new state. */
  forget(): void;
  /** What `once` finds under a key from now on, also after `forget`: the new state of what was written. */
  remember(key: string, value: unknown): void;
  /** The answer that a visitor gets at a path of the interface; this call's answer inherits its cache tags. */
  readonly ask: Ask;
  readonly render: RenderPage;
  /** Marks the answer as private to this caller: it is not cached. */
  keepPrivate(): void;
  /** Adds the cache tags of another answer to this one; null makes this answer private, as that one was. */
  note(tags: ReadonlySet<string> | null): void;
  /** A call that shares nothing that was read with this one: for values that are used again in later requests. */
  apart(): Promise<ApartCall>;
}

/** A call within another, with the cache tags of what is read through it. */
export interface ApartCall {
  readonly call: Call;
  /** Null where something that was read is private to the caller. */
  tags(): ReadonlySet<string> | null;
}

/** An item that whoever has its token may read, with values that may not be stored. */
export interface OpenedPreview {
  readonly postId: number;
  /** The collection that shows it, such as `/wp/v2/posts`. */
  readonly path: string;
  /** The password of the item, which the token stands for. */
  readonly password: string;
  /** The store as the preview shows it. */
  reading(store: Store): Store;
}

/** Opens a token; null for one that was forged, has expired or was revoked. */
export type PreviewOpener = (token: string) => Promise<OpenedPreview | null>;
