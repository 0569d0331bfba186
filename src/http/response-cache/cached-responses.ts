import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { hasPassed } from '../../lib/elapsed.ts';
import type { Job } from '../../lib/jobs.ts';
import { acceptedPicture } from '../accepted-picture.ts';
import { acceptedEncoding } from '../compression.ts';
import { type HeaderPairs, PreparedResponse } from '../prepared-response.ts';
import type { HttpCache, SentAnswer } from '../request-handler.ts';
import { isUnchanged } from '../write-response.ts';
import type { InvalidationClock } from './invalidation-clock.ts';
import { isClosed, RenderLocks } from './render-locks.ts';
import type { Entry, NewEntry, ResponseCache } from './response-cache.ts';
import { encodedForms, inEncoding, ownBytes } from './response-cache.ts';

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
  freshness: InvalidationClock;
  cache: ResponseCache;
  sessionCookie: string;
  clock: () => number;
  /** How long a response that cannot be checked may still be sent; 0 for not at all. */
  staleMs: number;
  /** Called for a response sent from the cache; what it returns is called each time that it is sent again. */
  served: (message: IncomingMessage, status: number) => () => void;
  /** Putting responses into the cache. */
  job: Job;
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
    const made = (bytes: number) => cache.grow(key, entry, bytes);
    const status = sendEntry(entry, { message, response, age: secondsOf(ageMs), made });
    // Method, address and status are those of the first time.
    if (status !== 200 || message.method !== 'GET') options.served(message, status);
    else if (entry.noteAgain) entry.noteAgain();
    else entry.noteAgain = options.served(message, status);
    return true;
  };
  const sendStale = (key: string, message: IncomingMessage, response: ServerResponse): boolean => {
    const nowMs = clock();
    const uncheckedMs = nowMs - freshness.checkedMs;
    const entry = hasPassed(freshness.checkedMs, staleMs + 1, nowMs) ? null : cache.lastKnown(key);
    if (!entry) return false;
    const sending = { message, response, age: secondsOf(nowMs - entry.keptMs), made: () => {} };
    options.served(message, sendEntry(asStale(entry, uncheckedMs), sending));
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
      // What is cached has an address that may be.
      if (key === null || (!cache.knows(key) && isNeverCached(message))) return proceed();
      serveOr(key, message, response, () => {
        if (message.method !== 'GET') return proceed();
        const lookAgain = () => serveOr(key, message, response, proceed);
        locks.enter(key, { response, render: proceed, lookAgain });
      });
    },
    begin: () => freshness.epoch,
    takes: (message) => message.method === 'GET' && cacheableKey(message, sessionCookie) !== null,
    keep(message, begunAt, sent) {
      const key = cacheableKey(message, sessionCookie);
      if (key === null || message.method !== 'GET' || !isKeepable(sent.headers)) return;
      const done = locks.storing(key);
      // If the changes cannot be read, the response is just not cached.
      const stored = options.job.run(() => cache.keep(key, begunAt, entryOf(sent, clock())));
      storing.add(stored);
      void stored.then(() => {
        storing.delete(stored);
        done();
      });
    },
    async holds(asked) {
      const key = cacheableKey(asked, sessionCookie);
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

function entryOf(sent: SentAnswer, keptMs: number): NewEntry {
  const { headers, payload, tags } = sent;
  const cached = Object.entries(headers).filter(([name]) => !uncachedHeaders.has(name.toLowerCase()));
  const shown: HeaderPairs = [...cached.map(([name, value]): [string, string] => [name, String(value)]), hitHeader];
  return {
    plain: new PreparedResponse(200, shown, ownBytes(payload)),
    encoded: encodedForms(sent, shown),
    etag: String(headers['ETag']),
    lastModified: String(headers['Last-Modified'] ?? ''),
    tags: [...tags],
    keptMs,
  };
}

const hitHeader: readonly [string, string] = ['X-Cache', 'hit'];

const secondsOf = (ms: number): number => Math.max(0, Math.trunc(ms / 1000));

interface Sending {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** In seconds. */
  readonly age: number;
  /** Called with the size of a form that was made for this request. */
  readonly made: (bytes: number) => void;
}

/** Sends a cached response in the best encoding that its client accepts; returns the status. */
function sendEntry(entry: Entry, { message, response, age, made }: Sending): number {
  if (isUnchanged(message.headers, entry.etag, entry.lastModified))
    return notModified(entry, made).send(message, response, age);
  const encoding = entry.encoded && acceptedEncoding(message.headers['accept-encoding']);
  const form = encoding ? inEncoding(entry, encoding, made) : entry.plain;
  if (form instanceof PreparedResponse) return form.send(message, response, age);
  const sendOpen = (ready: PreparedResponse) => isClosed(response) || ready.send(message, response, age);
  void form.then(sendOpen, () => sendOpen(entry.plain));
  return 200;
}

const nothing = Buffer.alloc(0);

function notModified(entry: Entry, made: (bytes: number) => void): PreparedResponse {
  if (entry.notModified) return entry.notModified;
  const headers = entry.plain.headers().filter(([name]) => !/^content-(length|type)$/i.test(name));
  entry.notModified = new PreparedResponse(304, headers, nothing);
  made(entry.notModified.bytes);
  return entry.notModified;
}

/** The same response with a header that says for how long it has not been checked. */
function asStale(entry: Entry, uncheckedMs: number): Entry {
  const status = `platen; hit; ttl=-${Math.max(1, Math.ceil(uncheckedMs / 1000))}`;
  const headers: HeaderPairs = [['Cache-Status', status], ...entry.plain.headers()];
  const plain = new PreparedResponse(200, headers, entry.plain.payload);
  return { ...entry, plain, encoded: null, notModified: null };
}

/** The key of a request whose response may be cached; else null. */
function cacheableKey(asked: Asked, sessionCookie: string): string | null {
  return isNeverCached(asked) ? null : keyOf(asked, sessionCookie);
}

/** Whether the address says that no response may be cached. */
function isNeverCached({ url = '' }: Asked): boolean {
  return operationPaths.test(url) || url.includes('_method') || url.includes('_wpnonce');
}

/**
 * The cache key: URL with query, origin (which is echoed), for pages the device, and for resized pictures the format. Only
 * anonymous reads are cached: a request with credentials, with a body, or with any other method has no key.
 */
function keyOf({ method, url = '', headers }: Asked, sessionCookie: string): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const { origin, cookie, 'content-length': length } = headers;
  if (
    headers.authorization !== undefined ||
    headers['x-http-method-override'] !== undefined ||
    headers['x-wp-nonce'] !== undefined ||
    // A body may contain arguments, which are not part of the key.
    headers['transfer-encoding'] !== undefined ||
    (length !== undefined && length !== '0') ||
    cookie?.includes(sessionCookie)
  )
    return null;
  if (url.startsWith('/media/')) {
    // A part of a picture is read from its file.
    if (headers.range !== undefined) return null;
    return `${url} ${acceptedPicture(headers.accept ?? '') ?? ''} ${isMobile(headers) ? 'mobile' : ''} ${origin ?? ''}`;
  }
  const isPlain = url.startsWith('/wp-json') || !isMobile(headers);
  // A URL has no space, so that no other part can be mistaken for one of it.
  if (isPlain && origin === undefined) return url;
  // Each part has a fixed position, so that no origin can be mistaken for a device.
  return `${url} ${isPlain ? '' : 'mobile'} ${origin === undefined ? '' : `from ${origin}`}`;
}

/** The same rule by which pages distinguish devices. */
function isMobile(headers: IncomingHttpHeaders): boolean {
  const said = headers['sec-ch-ua-mobile'];
  if (said === '?1' || said === '?0') return said === '?1';
  return headers['user-agent']?.includes('Mobi') ?? false;
}
