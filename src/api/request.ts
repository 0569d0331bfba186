import type { Readable } from 'node:stream';
import type { BodyBudget } from './body-budgets.ts';
import type { ParamTree } from './params.ts';

/** A request to the interface, however it arrived: over HTTP, from a test, or from inside. */
export interface ApiRequest {
  readonly id: string;
  /** The effective method, after `_method` and `X-HTTP-Method-Override`. */
  readonly method: string;
  /** Relative to the interface's root, decoded: `/wp/v2/posts/7`. */
  readonly path: string;
  readonly query: ParamTree;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string;
  readonly secure: boolean;
  /** Calls the listener when nobody waits for the answer any more; returns a function that stops it. */
  whenGone?(listener: () => void): () => void;
  /**
   * Reads and parses the body; returns the same promise each time. Files of a multipart body go to the intake, or are
   * skipped. The engine sets the budget; without one, a visitor's applies.
   */
  body(intake?: FileIntake, budget?: BodyBudget): Promise<Body>;
}

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Declared as JSON, but invalid; reported when the arguments are validated. */
  | { readonly kind: 'broken'; readonly why: string; readonly code: number }
  | { readonly kind: 'form'; readonly fields: ParamTree }
  /** A body of another type, passed unread to an endpoint that accepts files and ignored by the others. */
  | { readonly kind: 'raw'; readonly type: string; readonly stream: Readable };

/** Consumes the files of a multipart body as they stream in; its promise is awaited before the body counts as read. */
export type FileIntake = (file: { field: string; name: string; type: string; stream: Readable }) => Promise<void>;

/** A response ready to be sent. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly type: string;
  /** The serialised body; null sends none. */
  readonly payload: string | Uint8Array | Readable | null;
  /** The version of the item it shows, for its entity tag. */
  readonly version?: string | undefined;
  /** The cache tags of what was read, if the response may be shared; null if it is private to this caller. */
  readonly tags: ReadonlySet<string> | null;
}
