import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { discardBody } from './body/discard-body.ts';
import { acceptedEncoding, compress, isCompressible } from './compression.ts';
/** Sends a response; on GET with an `ETag`, and with status 304 if the client has the same content already. */
export async function writeResponse(message, response, answer) {
  if (!message.complete) await discardBody(message);
  if (response.destroyed) return null;
  const headers = { 'Content-Type': answer.type };
  for (const [name, value] of Object.entries(answer.headers))
    headers[name] = typeof value === 'string' ? printable(value) : [...value].map(printable);
  // The rest of an unread body must not be parsed as the next request.
  if (!message.complete) headers['Connection'] = 'close';
  if (answer.payload instanceof Readable) {
    await stream(message, response, { status: answer.status, headers, body: answer.payload });
    return null;
  }
  // Encoded once, for the length, the entity tag, the network and the cache.
  const payload = typeof answer.payload === 'string' ? Buffer.from(answer.payload) : (answer.payload ?? nothing);
  if (answer.status !== 204 && answer.payload !== null) headers['Content-Length'] = String(payload.byteLength);
  const canCompress = mayCompress(headers, payload.byteLength);
  if (canCompress) headers['Vary'] = headers['Vary'] ? `${headers['Vary']}, Accept-Encoding` : 'Accept-Encoding';
  if (isTaggable(message, answer)) {
    const etag = String(headers['ETag'] ?? entityTag(payload));
    headers['ETag'] = etag;
    headers['Cache-Control'] ??= answer.tags ? 'public, max-age=0, must-revalidate' : 'private, no-cache';
    if (isUnchanged(message.headers, etag, String(headers['Last-Modified'] ?? ''))) {
      const { 'Content-Length': _length, ...short } = headers;
      response.writeHead(304, short).end();
      return { headers, payload };
    }
  } else headers['Cache-Control'] ??= 'no-store';
  const encoding = canCompress ? acceptedEncoding(message.headers['accept-encoding']) : null;
  const encoded = encoding && { encoding, payload: await compress(payload, encoding) };
  if (response.destroyed) return null;
  response.writeHead(answer.status, encoded ? encodedHeaders(headers, encoded) : headers);
  response.end(message.method === 'HEAD' ? undefined : (encoded?.payload ?? payload));
  return encoded ? { headers, payload, encoded } : { headers, payload };
}
/** The headers of a response with its body in an encoding. */
export function encodedHeaders(headers, { encoding, payload }) {
  return { ...headers, 'Content-Encoding': encoding, 'Content-Length': String(payload.byteLength) };
}
/** A response that sets a cookie or asks for it is sent as it is: its length must not tell anything of a secret. */
function mayCompress(headers, bytes) {
  if (headers['Set-Cookie'] !== undefined || headers['Content-Encoding'] !== undefined) return false;
  if (String(headers['Cache-Control'] ?? '').includes('no-transform')) return false;
  return isCompressible(String(headers['Content-Type']), bytes);
}
const nothing = Buffer.alloc(0);
function isTaggable(message, answer) {
  return message.method === 'GET' && answer.status === 200;
}
export function entityTag(payload) {
  return `W/"${hash('sha1', payload, 'base64url')}"`;
}
/** Whether the client has the current state already; the date counts only where no entity tag was sent. */
export function isUnchanged(asked, etag, lastModified) {
  if (asked['if-none-match'] !== undefined) return matches(asked['if-none-match'], etag);
  const since = asked['if-modified-since'];
  return since !== undefined && lastModified !== '' && Date.parse(lastModified) <= Date.parse(since);
}
export function matches(header, etag) {
  if (header === undefined) return false;
  const bare = etag.replace(/^W\//, '');
  return header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === bare);
}
async function stream(message, response, { status, headers, body }) {
  response.writeHead(status, headers);
  if (message.method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  // A client that disconnects early is not an error.
  await pipeline(body, response).catch(() => response.destroy());
}
/** Percent-encodes everything but printable ASCII in a header value. */
function printable(value) {
  return /^[\t\x20-\x7e]*$/.test(value)
    ? value
    : value.replace(/[^\t\x20-\x7e]/gu, (c) => encodeURIComponent(c.toWellFormed()));
}
