import type { Readable } from 'node:stream';
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
  /** Reads and parses the body; the same promise each time. Files of a multipart body go to `onFile`, or are passed over. */
  body(intake?: FileIntake): Promise<Body>;
}

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Announced as JSON, but it is not; reported when the arguments are judged. */
  | { readonly kind: 'broken'; readonly why: string; readonly code: number }
  | { readonly kind: 'form'; readonly fields: ParamTree }
  /** A body of another type, handed over unread to an endpoint that takes files and passed over by the others. */
  | { readonly kind: 'raw'; readonly type: string; readonly stream: Readable };

/** Takes the files of a multipart body as they stream in; what it returns is awaited before the body counts as read. */
export type FileIntake = (file: { field: string; name: string; type: string; stream: Readable }) => Promise<void>;

/** What goes back; `body` is a JSON value unless `type` names something else. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly type: string;
  /** Text or bytes ready to send; null sends no body. */
  readonly payload: string | Uint8Array | Readable | null;
  /** What the answer was read from, where others may be given it too; null where it is this caller's alone. */
  readonly tags: ReadonlySet<string> | null;
}
