import type { Readable } from 'node:stream';

/** What a handler returns: a JSON value, or a finished body of another type. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the `Link` header, which otherwise points to the root of the interface. */
  readonly link?: string;
  readonly body: unknown;
  /** Set if the body is text, bytes or a stream to send unchanged. */
  readonly type?: string;
}

/** An error as the interface sends it. */
export interface RefusalReply extends Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A reply with its `Allow` header; errors thrown by the operation become replies too. */
export interface AllowedReply extends Reply {
  /** The version of the item it shows. */
  readonly version?: string | undefined;
  readonly allow?: string;
  readonly shareable?: boolean;
}

export function reply(body: unknown, more: Omit<Reply, 'body'> = {}): Reply {
  return { ...more, body };
}

/** A reply that is not JSON and is sent unchanged. */
export function replyAs(
  type: string,
  body: string | Uint8Array | Readable,
  more: Omit<Reply, 'body' | 'type'> = {},
): Reply {
  return { ...more, type, body };
}
