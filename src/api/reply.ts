import type { Readable } from 'node:stream';

/** What a handler gives back: a JSON value, or ready text of another type. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the pointer to the interface's root in the `Link` header. */
  readonly link?: string;
  readonly body: unknown;
  /** Set where the body is text, bytes or a stream to send as it is. */
  readonly type?: string;
}

export function reply(body: unknown, more: Omit<Reply, 'body'> = {}): Reply {
  return { ...more, body };
}

/** An answer that is not JSON and is sent as it is. */
export function replyAs(
  type: string,
  body: string | Uint8Array | Readable,
  more: Omit<Reply, 'body' | 'type'> = {},
): Reply {
  return { ...more, type, body };
}
