import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpCache } from '../http/http-cache.ts';
import { matches } from '../http/write-response.ts';
import type { Freshness } from './freshness.ts';
import type { Entry, ResponseCache } from './response-cache.ts';

/** Headers that are written anew for each request or say nothing of the answer. */
const unkept = new Set(['date', 'connection', 'keep-alive']);

export function createSharedAnswers(parts: {
  freshness: Freshness;
  cache: ResponseCache;
  sessionCookie: string;
  /** Told of each answer sent from memory. */
  served: (message: IncomingMessage, status: number) => void;
}): HttpCache {
  const { freshness, cache } = parts;
  const serveFrom = (key: string, message: IncomingMessage, response: ServerResponse, proceed: () => void): void => {
    const entry = cache.get(key);
    if (entry) parts.served(message, sendEntry(entry, message, response));
    else proceed();
  };
  return {
    serve(message, response, proceed) {
      const key = keyOf(message, parts.sessionCookie);
      if (key === null) return proceed();
      const checking = freshness.check();
      if (checking === undefined) return serveFrom(key, message, response, proceed);
      checking.then(
        () => serveFrom(key, message, response, proceed),
        () => proceed(),
      );
    },
    begin: () => freshness.epoch,
    keep(message, begunAt, sent) {
      const key = keyOf(message, parts.sessionCookie);
      if (key === null) return;
      const headers = Object.entries(sent.headers).filter(([name]) => !unkept.has(name.toLowerCase()));
      const payload = Buffer.from(sent.payload as string);
      const entry = {
        headers: headers.flatMap(([name, value]) => [name, String(value)]),
        notModifiedHeaders: headers
          .filter(([name]) => !/^content-(length|type)$/i.test(name))
          .flatMap(([name, value]) => [name, String(value)]),
        etag: String(sent.headers['ETag']),
        payload,
        tags: [...sent.tags],
      };
      // A failure to ask what changed only means that the answer is not kept.
      cache.keep(key, begunAt, entry).catch(() => {});
    },
  };
}

function sendEntry(entry: Entry, message: IncomingMessage, response: ServerResponse): number {
  const known = message.headers['if-none-match'];
  if (known !== undefined && matches(known, entry.etag)) {
    response.writeHead(304, entry.notModifiedHeaders as string[]).end();
    return 304;
  }
  response.writeHead(200, entry.headers as string[]).end(entry.payload);
  return 200;
}

/**
 * What tells answers apart: the address with its query, and the origin, which is echoed. Only visitors share: a request
 * that names an identity, or that is not a plain read, has no key.
 */
function keyOf(message: IncomingMessage, sessionCookie: string): string | null {
  if (message.method !== 'GET') return null;
  const { headers } = message;
  if (
    headers.authorization !== undefined ||
    headers['x-http-method-override'] !== undefined ||
    headers['x-wp-nonce'] !== undefined
  )
    return null;
  if (headers.cookie?.includes(sessionCookie)) return null;
  const url = message.url as string;
  if (url.includes('_method') || url.includes('_wpnonce')) return null;
  return headers.origin === undefined ? url : `${url} ${headers.origin}`;
}
