import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { encodedTag, entityTag, payloadDigest, plainTag, tagOfDigest } from '../api/entity-tag.ts';
import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { discardBody } from './body/read-chunks.ts';
import { acceptedEncoding, compress, type Encoding, isCompressible } from './compression.ts';
import type { RemoteAddress } from './remote-address.ts';

/** The bytes of a text, and their digest as part of an entity tag. */
export interface EncodedText {
  readonly bytes: Buffer;
  readonly digest: string;
}

const shortest = 512;
const limits = { texts: 1_024, bytes: 4_000_000, textBytes: 250_000 };

/**
 * Texts that were sent lately. A list is written again after any change to its table, mostly to the same text, and the
 * text of an item is kept: looking it up costs a fraction of encoding and digesting it.
 */
export class EncodedTexts {
  readonly #texts = new Map<string, EncodedText>();
  #bytes = 0;

  of(text: string): EncodedText {
    const known = text.length < shortest ? undefined : this.#texts.get(text);
    if (known) return known;
    const bytes = Buffer.from(text);
    const sent = { bytes, digest: payloadDigest(bytes) };
    if (text.length >= shortest && bytes.byteLength <= limits.textBytes) this.#keep(text, sent);
    return sent;
  }

  #keep(text: string, sent: EncodedText): void {
    this.#texts.set(text, sent);
    this.#bytes += sizeOf(text, sent);
    for (const [oldest, dropped] of this.#texts) {
      if (this.#texts.size <= limits.texts && this.#bytes <= limits.bytes) return;
      this.#texts.delete(oldest);
      this.#bytes -= sizeOf(oldest, dropped);
    }
  }
}

const sizeOf = (text: string, { bytes }: EncodedText): number => 2 * text.length + bytes.byteLength;

/** A request for something outside the interface: a page, a file, the metrics. */
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
  /** The version of the item it shows. */
  readonly version?: string | undefined;
  /** Cache tags; set if the response may be shared. Decides the `Cache-Control` header. */
  readonly tags?: ReadonlySet<string> | null;
}

/** What was sent, for the response cache: uncompressed, and as the client got it. */
export interface Sent {
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly payload: Uint8Array;
  readonly encoded?: EncodedPayload;
}

/** A body in one encoding. */
export interface EncodedPayload {
  readonly encoding: Encoding;
  readonly payload: Uint8Array;
}

/** Sends a response; on GET with an `ETag`, and with status 304 if the client has the same content already. */
export function writeResponse(
  message: IncomingMessage,
  response: ServerResponse,
  answer: SiteAnswer,
): MaybePromise<Sent | null> {
  return message.complete
    ? write(message, response, answer)
    : discardBody(message).then(() => write(message, response, answer));
}

function write(message: IncomingMessage, response: ServerResponse, answer: SiteAnswer): MaybePromise<Sent | null> {
  const { status, payload: body } = answer;
  if (response.destroyed) {
    // What is open behind it is closed.
    if (body instanceof Readable) body.destroy();
    return null;
  }
  const headers = sentHeaders(message, answer);
  if (body instanceof Readable) return stream(message, response, { status, headers, body }).then(() => null);
  const isTaggable = message.method === 'GET' && status === 200;
  // Encoded once, for the length, the entity tag, the network and the cache.
  const text = typeof body === 'string' && isTaggable ? encodedTexts.of(body) : null;
  const payload = text?.bytes ?? bytesOf(body);
  if (status !== 204 && body !== null) headers['Content-Length'] = String(payload.byteLength);
  const canCompress = mayCompress(headers, payload.byteLength);
  if (canCompress) headers['Vary'] = headers['Vary'] ? `${headers['Vary']}, Accept-Encoding` : 'Accept-Encoding';
  if (isTaggable) {
    const etag = String(headers['ETag'] ?? tagOf(payload, text, answer.version));
    headers['ETag'] = etag;
    headers['Cache-Control'] ??= answer.tags ? 'public, max-age=0, must-revalidate' : 'private, no-cache';
    if (isUnchanged(message.headers, etag, String(headers['Last-Modified'] ?? ''))) {
      const { 'Content-Length': _length, ...short } = headers;
      response.writeHead(304, short).end();
      return { headers, payload };
    }
  } else headers['Cache-Control'] ??= 'no-store';
  const encoding = canCompress ? acceptedEncoding(message.headers['accept-encoding']) : null;
  const sent = encoding ? compressed({ headers, payload }, encoding) : { headers, payload };
  return andThen(sent, (ready) => end(message, response, status, ready));
}

function sentHeaders(message: IncomingMessage, answer: SiteAnswer): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { 'Content-Type': answer.type };
  for (const [name, value] of Object.entries(answer.headers))
    headers[name] = typeof value === 'string' ? printable(value) : value.map(printable);
  // The rest of an unread body must not be parsed as the next request.
  if (!message.complete) headers['Connection'] = 'close';
  return headers;
}

async function compressed(sent: Sent, encoding: Encoding): Promise<Sent> {
  return { ...sent, encoded: { encoding, payload: await compress(sent.payload, encoding) } };
}

function end(message: IncomingMessage, response: ServerResponse, status: number, sent: Sent): Sent | null {
  if (response.destroyed) return null;
  const { headers, payload, encoded } = sent;
  response.writeHead(status, encoded ? encodedHeaders(headers, encoded) : headers);
  response.end(message.method === 'HEAD' ? undefined : (encoded?.payload ?? payload));
  return sent;
}

/** The headers of a response with its body in an encoding. */
export function encodedHeaders<Value>(
  headers: Readonly<Record<string, Value>>,
  { encoding, payload }: EncodedPayload,
): Record<string, Value | string> {
  const etag = headers['ETag'];
  return {
    ...headers,
    ...(etag === undefined ? {} : { ETag: encodedTag(String(etag), encoding) }),
    'Content-Encoding': encoding,
    'Content-Length': String(payload.byteLength),
  };
}

/** A response that sets a cookie or asks for it is sent as it is: its length must not tell anything of a secret. */
function mayCompress(headers: Readonly<Record<string, string | string[]>>, bytes: number): boolean {
  if (headers['Set-Cookie'] !== undefined || headers['Content-Encoding'] !== undefined) return false;
  if (String(headers['Cache-Control'] ?? '').includes('no-transform')) return false;
  return isCompressible(String(headers['Content-Type']), bytes);
}

const nothing = Buffer.alloc(0);
const encodedTexts = new EncodedTexts();

const bytesOf = (payload: string | Uint8Array | null): Uint8Array =>
  typeof payload === 'string' ? Buffer.from(payload) : (payload ?? nothing);

const tagOf = (payload: Uint8Array, text: EncodedText | null, version: string | undefined): string =>
  text ? tagOfDigest(text.digest, version) : entityTag(payload, version);

/** Whether the client has the current state already; the date counts only where no entity tag was sent. */
export function isUnchanged(asked: IncomingHttpHeaders, etag: string, lastModified: string): boolean {
  if (asked['if-none-match'] !== undefined) return matches(asked['if-none-match'], etag);
  const since = asked['if-modified-since'];
  return since !== undefined && lastModified !== '' && Date.parse(lastModified) <= Date.parse(since);
}

export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = plainTag(etag);
  return header === '*' || header.split(',').some((one) => plainTag(one) === bare);
}

async function stream(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: { status: number; headers: Record<string, string | string[]>; body: Readable },
): Promise<void> {
  response.writeHead(status, headers);
  if (message.method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  closeIfUneven(response, Number(headers['Content-Length']), body);
  // A client that disconnects early is not an error.
  await pipeline(body, response).catch(() => response.destroy());
}

/**
 * Closes the connection where a body is not as long as was announced, as that of a file that another program shortens
 * meanwhile: the client would take the next response for the rest of it, or the rest for the next response.
 */
function closeIfUneven(response: ServerResponse, announced: number, body: Readable): void {
  let left = announced;
  body.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) response.destroy();
  });
  body.on('end', () => {
    if (left > 0) response.destroy();
  });
}

/** Percent-encodes everything but printable ASCII in a header value. */
function printable(value: string): string {
  return /^[\t\x20-\x7e]*$/.test(value)
    ? value
    : value.replace(/[^\t\x20-\x7e]/gu, (c) => encodeURIComponent(c.toWellFormed()));
}
