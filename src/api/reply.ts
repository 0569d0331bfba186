import type { Readable } from 'node:stream';
import type { ApiError } from '../lib/errors.ts';
import type { Caller } from '../rules/capabilities.ts';

/** What a handler returns: a JSON value, or a finished body of another type. */
export interface Reply<Body = unknown> {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the `Link` header, which otherwise points to the root of the interface. */
  readonly link?: string;
  readonly body: Body;
  /** Set if the body is text, bytes or a stream to send unchanged. */
  readonly type?: string;
}

/** An error as the interface sends it. */
export interface RefusalReply extends Reply<Readonly<Record<string, unknown>>> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A reply with its `Allow` header; errors thrown by the operation become replies too. */
export interface AllowedReply extends Reply {
  /** The version of the item it shows. */
  readonly version?: string | undefined;
  readonly allow?: string;
  readonly shareable?: boolean;
}

export function reply<const Body>(body: Body, more: Omit<Reply, 'body'> = {}): Reply<Body> {
  return { ...more, body };
}

/** A reply without a body. */
export function replyEmpty(more: Omit<Reply, 'body'>): Reply<never> {
  // There is nothing that a schema could describe.
  return { ...more, body: null as never };
}

/** A reply that is not JSON and is sent unchanged. */
export function replyAs(
  type: string,
  body: string | Uint8Array | Readable,
  more: Omit<Reply, 'body' | 'type'> = {},
): Reply<never> {
  // It has no JSON body, so no schema says what it is.
  return { ...more, type, body: body as never };
}

/** The status of a refusal for this caller. */
export function errorStatus(error: ApiError, caller: Pick<Caller, 'userId'>): number {
  if (error.status !== 'denied') return error.status;
  return caller.userId === 0 ? 401 : 403;
}

/** A refusal as it is sent: `{ code, message, data: { status, … } }`. */
export function errorBody(error: ApiError, caller: Pick<Caller, 'userId'>): Record<string, unknown> {
  const { code, message, additional } = error;
  const data = { status: errorStatus(error, caller), ...error.details };
  return { code, message, data, ...(additional.length > 0 ? { additional_data: additional } : {}) };
}

/** Clients of this interface expect `[]` where an object has no members. */
export function orEmptyList<Value>(record: Record<string, Value>): Record<string, Value> | [] {
  for (const _ in record) return record;
  return [];
}
