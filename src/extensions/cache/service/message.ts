import type { Readable } from 'node:stream';
import { type ApiRequest, type BodyBudget, defineErrors, errors, isRecord, parseJson } from '../../../extension.ts';

/** The members of a body, whatever its format. It has no prototype, so only names that were sent are found. */
export type Message = Readonly<Record<string, unknown>>;

/** Reads a body of at most this many bytes. The query string is ignored, because it ends up in logs. */
export async function readMessage(request: ApiRequest, mostBytes: number): Promise<Message> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw toolsetErrors.rest_payload_too_large();
  const body = await request.body();
  if (body.kind === 'broken')
    throw errors.rest_invalid_json(undefined, {
      details: { json_error_code: body.code, json_error_message: body.why },
    });
  if (body.kind === 'json') return asMessage(body.value);
  if (body.kind === 'form') return asMessage(body.fields);
  return body.kind === 'raw' ? asMessage(parseJson(await collected(body.stream, mostBytes))) : empty();
}

/** Limits of a message body: one message may list thousands of addresses. */
export function messageBudget(bytes: number): Partial<BodyBudget> {
  return { bytes, members: 20_000, values: 40_000, tooLarge: toolsetErrors.rest_payload_too_large };
}

/** Whether a required member counts as missing. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === '0' || value === 0 || value === false;
}

/** A member as text; empty if it is neither text nor number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** The entries of a list or object in order, with their names; null for anything else. */
export function membersOf(value: unknown): [name: string, value: unknown][] | null {
  return typeof value === 'object' && value !== null ? Object.entries(value) : null;
}

/** An object as a message; anything else as an empty one. */
export function asMessage(value: unknown): Message {
  return Object.assign(empty(), isRecord(value) ? value : {});
}

const empty = (): Record<string, unknown> => Object.create(null);

async function collected(stream: Readable, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A body without an encoding is read as buffers.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw toolsetErrors.rest_payload_too_large();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The errors that are sent as standard errors; all others are sent in the envelope. */
export const toolsetErrors = defineErrors({
  rest_payload_too_large: { status: 413, message: () => 'The message is longer than this route takes.' },
  remote_get_fail: {
    status: 404,
    message: (at: { asked: string }) => `The address could not be determined by asking ${at.asked}.`,
  },
  too_often: { status: 429, message: () => 'Too many requests. Try again later.' },
});
