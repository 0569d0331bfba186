import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { acceptedEncoding } from '../http/compression.ts';
import type { HttpCache, SentAnswer } from '../http/http-cache.ts';
import { isUnchanged } from '../http/write-response.ts';
import { type EncodedEntry, encodedForms, inEncoding } from './encoded-entries.ts';
import type { Freshness } from './freshness.ts';
import { isClosed, RenderLocks } from './render-locks.ts';
import type { Entry, ResponseCache } from './response-cache.ts';

/** The properties of a request that decide whether it has a cache key, and which. */
export interface Asked {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** The cached responses, for the HTTP server and for cache warming. */
export interface CachedResponses extends HttpCache {
  /** Whether a fresh response is cached; waits for pending stores first. */
  holds(asked: Asked): Promise<boolean>;
}

/** Headers that are not cached: they are set for each request or belong to the connection. */
const uncachedHeaders = new Set(['date', 'connection', 'keep-alive', 'x-cache']);
/** Pages about the server itself, which must not wait for the database, and answers that may take long on purpose. */
const operationPaths = /^\/(?:healthz|readyz|metrics|wp-json\/platen\/v1\/(?:changes|dump))(?:$|\?)/;
/** A response is rendered again after a week, however fresh its tags are. */
const longestLifeMs = 604_800_000;

export function createCachedResponses(options: {
  freshness: Freshness;
  cache: ResponseCache;
  sessionCookie: string;
  clock: () => number;
  /** How long a response that cannot be checked may still be sent; 0 for not at all. */
  staleMs: number;
  /** Called for each response sent from the cache. */
  served: (message: IncomingMessage, status: number) => void;
}): CachedResponses {
  const { freshness, cache, sessionCookie, clock, staleMs } = options;
  const locks = new RenderLocks();
  const storing = new Set<Promise<void>>();

  const sendCached = (key: string, message: IncomingMessage, response: ServerResponse): boolean => {
    const entry = cache.get(key);
    if (!entry) return false;
    const ageMs = clock() - entry.keptMs;
    if (ageMs > longestLifeMs) {
      cache.drop(key);
      return false;
    }
    const age = String(Math.max(0, Math.trunc(ageMs / 1000)));
    options.served(
      message,
      sendEntry(entry, { message, response, age }, (bytes) => cache.grow(key, entry, bytes)),
    );
    return true;
  };
  const sendStale = (key: string, message: IncomingMessage, response: ServerResponse): boolean => {
    const nowMs = clock();
    const uncheckedMs = nowMs - freshness.checkedMs;
    const entry = uncheckedMs <= staleMs ? cache.lastKnown(key) : null;
    if (!entry) return false;
    const age = String(Math.max(0, Math.trunc((nowMs - entry.keptMs) / 1000)));
    options.served(
      message,
      sendEntry(asStale(entry, uncheckedMs), { message, response, age }, () => {}),
    );
    return true;
  };
  const serveOr = (key: string, message: IncomingMessage, response: ServerResponse, otherwise: () => void): void => {
    const checking = freshness.check();
    if (checking === undefined) {
      if (!sendCached(key, message, response)) otherwise();
      return;
    }
    const serve = (): void => {
      if (isClosed(response) || sendCached(key, message, response)) return;
      otherwise();
    };
    const serveUnchecked = (): void => {
      if (isClosed(response) || (staleMs > 0 && sendStale(key, message, response))) return;
      otherwise();
    };
    void checking.then(serve, serveUnchecked);
  };

  return {
    serve(message, response, proceed) {
      const key = keyOf(message, sessionCookie);
      if (key === null) return proceed();
      serveOr(key, message, response, () => {
        if (message.method !== 'GET') return proceed();
        const lookAgain = () => serveOr(key, message, response, proceed);
        locks.enter(key, { response, render: proceed, lookAgain });
      });
    },
    begin: () => freshness.epoch,
    takes: (message) => message.method === 'GET' && keyOf(message, sessionCookie) !== null,
    keep(message, begunAt, sent) {
      const key = keyOf(message, sessionCookie);
      if (key === null || message.method !== 'GET' || !isKeepable(sent.headers)) return;
      const done = locks.storing(key);
      // If the changes cannot be read, the response is just not cached.
      const stored = cache.keep(key, begunAt, { ...entryOf(sent), keptMs: clock() }).catch(() => {});
      storing.add(stored);
      void stored.then(() => {
        storing.delete(stored);
        done();
      });
    },
    async holds(asked) {
      const key = keyOf(asked, sessionCookie);
      if (key === null) return false;
      await Promise.all(storing);
      await freshness.check();
      return cache.has(key);
    },
  };
}

function isKeepable(headers: SentAnswer['headers']): boolean {
  return headers['Set-Cookie'] === undefined && !String(headers['Cache-Control'] ?? '').includes('no-store');
}

function entryOf(sent: SentAnswer) {
  const { headers, payload, tags } = sent;
  const cached = Object.entries(headers).filter(([name]) => !uncachedHeaders.has(name.toLowerCase()));
  const notModified = cached.filter(([name]) => !/^content-(length|type)$/i.test(name));
  const flatHeaders = flat(cached);
  return {
    headers: flatHeaders,
    encoded: encodedForms(sent, flatHeaders),
    notModifiedHeaders: flat(notModified),
    etag: String(headers['ETag']),
    lastModified: String(headers['Last-Modified'] ?? ''),
    payload,
    tags: [...tags],
  };
}

/** Alternating names and values; the value of `Age` comes last, so that it can be set in place. */
function flat(headers: readonly [string, unknown][]): string[] {
  return [...headers.flatMap(([name, value]) => [name, String(value)]), 'X-Cache', 'hit', 'Age', '0'];
}

interface CachedExchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly age: string;
}

/** Sends a cached response in the best encoding that its client accepts; returns the status. */
function sendEntry(entry: Entry, { message, response, age }: CachedExchange, made: (bytes: number) => void): number {
  if (isUnchanged(message.headers, entry.etag, entry.lastModified)) {
    response.writeHead(304, aged(entry.notModifiedHeaders, age)).end();
    return 304;
  }
  const send = ({ headers, payload }: EncodedEntry) => response.writeHead(200, aged(headers, age)).end(payload);
  const encoding = entry.encoded && acceptedEncoding(message.headers['accept-encoding']);
  const form = encoding ? inEncoding(entry, encoding, made) : entry;
  if (form instanceof Promise) {
    const sendOpen = (ready: EncodedEntry) => isClosed(response) || send(ready);
    void form.then(sendOpen, () => sendOpen(entry));
  } else send(form);
  return 200;
}

function aged(headers: string[], age: string): string[] {
  headers[headers.length - 1] = age;
  return headers;
}

/** The same response with a header that says for how long it has not been checked. */
function asStale(entry: Entry, uncheckedMs: number): Entry {
  const status = ['Cache-Status', `platen; hit; ttl=-${Math.max(1, Math.ceil(uncheckedMs / 1000))}`];
  const { headers, notModifiedHeaders } = entry;
  return {
    ...entry,
    encoded: null,
    headers: [...status, ...headers],
    notModifiedHeaders: [...status, ...notModifiedHeaders],
  };
}

/**
 * The cache key: URL with query, origin (which is echoed), and for pages the device. Only anonymous reads are cached: a
 * request with credentials, with a body, or with any other method has no key.
 */
function keyOf({ method, url = '', headers }: Asked, sessionCookie: string): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (
    headers.authorization !== undefined ||
    headers['x-http-method-override'] !== undefined ||
    headers['x-wp-nonce'] !== undefined ||
    // A body may contain arguments, which are not part of the key.
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  )
    return null;
  if (headers.cookie?.includes(sessionCookie) || operationPaths.test(url)) return null;
  if (url.includes('_method') || url.includes('_wpnonce')) return null;
  const device = url.startsWith('/wp-json') || !isMobile(headers) ? '' : 'mobile';
  // Each part has a fixed position, so that no origin can be mistaken for a device.
  return `${url} ${device} ${headers.origin === undefined ? '' : `from ${headers.origin}`}`;
}

/** The same rule by which pages distinguish devices. */
function isMobile(headers: IncomingHttpHeaders): boolean {
  const said = headers['sec-ch-ua-mobile'];
  if (said === '?1' || said === '?0') return said === '?1';
  return headers['user-agent']?.includes('Mobi') ?? false;
}
