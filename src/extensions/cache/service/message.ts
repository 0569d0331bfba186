import type { Readable } from 'node:stream';
import { type ApiRequest, errors } from '../../../extension.ts';
import { toolsetErrors } from './toolset-errors.ts';

/** What a caller sent in the body, whatever form it had. It has no prototype, so no name is found that was not sent. */
export type Message = Readonly<Record<string, unknown>>;

/** Reads a body of at most so many bytes. The address is never looked at: what stands in it ends up in logs. */
export async function readMessage(request: ApiRequest, mostBytes: number): Promise<Message> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw toolsetErrors.rest_payload_too_large();
  const body = await request.body();
  if (body.kind === 'broken')
    throw errors.rest_invalid_json(undefined, {
      details: { json_error_code: body.code, json_error_message: body.why },
    });
  const message =
    body.kind === 'json'
      ? asMessage(body.value)
      : body.kind === 'form'
        ? asMessage(body.fields)
        : body.kind === 'raw'
          ? asMessage(parsed(await collected(body.stream, mostBytes)))
          : empty();
  // A body whose length was not announced is measured by what was in it.
  if (request.headers['content-length'] === undefined && JSON.stringify(message).length > mostBytes)
    throw toolsetErrors.rest_payload_too_large();
  return message;
}

/** Whether a required member counts as not sent. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === '0' || value === 0 || value === false;
}

/** A member as text; empty for what is no text or number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** The members of a list or object in order, with their names; null for anything else. */
export function membersOf(value: unknown): [name: string, value: unknown][] | null {
  return typeof value === 'object' && value !== null ? Object.entries(value) : null;
}

/** An object as a message; anything else as an empty one. */
export function asMessage(value: unknown): Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return empty();
  return Object.assign(empty(), value);
}

const empty = (): Record<string, unknown> => Object.create(null);

async function collected(stream: Readable, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw toolsetErrors.rest_payload_too_large();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
