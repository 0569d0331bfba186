import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RemoteAddress } from './remote-address.ts';

/** A request for something outside the interface: a page, a file, a figure. */
export interface SiteRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: IncomingMessage;
  readonly remote: RemoteAddress;
  readonly id: string;
}

export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly type: string;
  readonly payload: string | Uint8Array | Readable | null;
  /** Set where the answer may be shared; decides what `Cache-Control` says. */
  readonly tags?: ReadonlySet<string> | null;
}

/** What went out, for those who may send it again. */
export interface Sent {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly payload: Uint8Array;
}

/** Sends an answer; on GET with a tag of its content, so that a client that has it already is told so in few bytes. */
export async function writeResponse(
  message: IncomingMessage,
  response: ServerResponse,
  answer: SiteAnswer,
): Promise<Sent | null> {
  if (response.destroyed) return null;
  const headers: Record<string, string | string[]> = { 'Content-Type': answer.type };
  for (const [name, value] of Object.entries(answer.headers))
    headers[name] = typeof value === 'string' ? printable(value) : [...value].map(printable);
  // A body that was not read to its end must not be taken for the next request.
  if (!message.complete) headers['Connection'] = 'close';
  if (answer.payload instanceof Readable) {
    await stream(message, response, answer, headers);
    return null;
  }
  // Encoded once, for the length, the tag, the wire and whoever keeps it.
  const payload = typeof answer.payload === 'string' ? Buffer.from(answer.payload) : (answer.payload ?? nothing);
  if (answer.status !== 204 && answer.payload !== null) headers['Content-Length'] = String(payload.byteLength);
  if (isTaggable(message, answer)) {
    const etag = (headers['ETag'] as string | undefined) ?? entityTag(payload);
    headers['ETag'] = etag;
    headers['Cache-Control'] ??= answer.tags ? 'public, max-age=0, must-revalidate' : 'private, no-cache';
    if (matches(message.headers['if-none-match'], etag)) {
      const { 'Content-Length': _length, ...short } = headers;
      response.writeHead(304, short).end();
      return { headers, payload };
    }
  } else headers['Cache-Control'] ??= 'no-store';
  response.writeHead(answer.status, headers);
  response.end(message.method === 'HEAD' ? undefined : payload);
  return { headers, payload };
}

const nothing = Buffer.alloc(0);

function isTaggable(message: IncomingMessage, answer: SiteAnswer): boolean {
  return message.method === 'GET' && answer.status === 200;
}

export function entityTag(payload: string | Uint8Array): string {
  return `W/"${hash('sha1', payload, 'base64url')}"`;
}

export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = etag.replace(/^W\//, '');
  return header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === bare);
}

async function stream(
  message: IncomingMessage,
  response: ServerResponse,
  answer: SiteAnswer,
  headers: Record<string, string | string[]>,
): Promise<void> {
  response.writeHead(answer.status, headers);
  if (message.method === 'HEAD') {
    (answer.payload as Readable).destroy();
    response.end();
    return;
  }
  // A client that goes away midway is its own business.
  await pipeline(answer.payload as Readable, response).catch(() => response.destroy());
}

/** Header values carry visible ASCII; whatever else got here is written as its percent encoding. */
function printable(value: string): string {
  return /^[\t\x20-\x7e]*$/.test(value)
    ? value
    : value.replace(/[^\t\x20-\x7e]/gu, (c) => encodeURIComponent(c.toWellFormed()));
}
