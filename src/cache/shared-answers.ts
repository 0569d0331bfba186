import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { HttpCache } from '../http/http-cache.ts';
import { matches } from '../http/write-response.ts';
import type { Freshness } from './freshness.ts';
import { createRenderTurns } from './render-turns.ts';
import type { Entry, ResponseCache } from './response-cache.ts';

/** What of a request decides whether it has a key, and which. */
export interface Asked {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** The kept answers as the HTTP server uses them, and as those who warm them look at them. */
export interface SharedAnswers extends HttpCache {
  /** Whether a fresh answer is kept, once everything that is about to be kept is. */
  holds(asked: Asked): Promise<boolean>;
}

/** Headers that are written anew for each request or say nothing of the answer. */
const unkept = new Set(['date', 'connection', 'keep-alive', 'x-cache']);
/** However fresh its tags are, an answer is made anew after a week. */
const longestLifeMs = 604_800_000;

export function createSharedAnswers(parts: {
  freshness: Freshness;
  cache: ResponseCache;
  sessionCookie: string;
  clock: () => number;
  /** Told of each answer sent from memory. */
  served: (message: IncomingMessage, status: number) => void;
}): SharedAnswers {
  const { freshness, cache, sessionCookie, clock } = parts;
  const turns = createRenderTurns();
  const keeping = new Set<Promise<void>>();

  const sendKept = (key: string, message: IncomingMessage, response: ServerResponse): boolean => {
    const entry = cache.get(key);
    if (!entry) return false;
    const ageMs = clock() - entry.keptMs;
    if (ageMs > longestLifeMs) {
      cache.drop(key);
      return false;
    }
    parts.served(message, sendEntry(entry, message, response, Math.max(0, Math.trunc(ageMs / 1000))));
    return true;
  };
  const serveOr = (key: string, message: IncomingMessage, response: ServerResponse, otherwise: () => void): void => {
    const checking = freshness.check();
    if (checking === undefined) {
      if (!sendKept(key, message, response)) otherwise();
    } else
      checking.then(
        () => sendKept(key, message, response) || otherwise(),
        () => otherwise(),
      );
  };

  return {
    serve(message, response, proceed) {
      const key = keyOf(message, sessionCookie);
      if (key === null) return proceed();
      serveOr(key, message, response, () => {
        if (message.method !== 'GET') return proceed();
        // Whoever finds that somebody else is making the answer waits for it, then looks once more.
        turns.take(key, response, proceed, () => serveOr(key, message, response, proceed));
      });
    },
    begin: () => freshness.epoch,
    takes: (message) => message.method === 'GET' && keyOf(message, sessionCookie) !== null,
    keep(message, begunAt, sent) {
      const key = keyOf(message, sessionCookie);
      if (key === null || message.method !== 'GET' || !isKeepable(sent.headers)) return;
      const done = turns.keeping(key);
      // A failure to ask what changed only means that the answer is not kept.
      const kept = cache.keep(key, begunAt, { ...entryOf(sent), keptMs: clock() }).catch(() => {});
      keeping.add(kept);
      void kept.then(() => {
        keeping.delete(kept);
        done();
      });
    },
    async holds(asked) {
      const key = keyOf(asked, sessionCookie);
      if (key === null) return false;
      await Promise.all(keeping);
      await freshness.check();
      return cache.has(key);
    },
  };
}

type Sent = Parameters<HttpCache['keep']>[2];

function isKeepable(headers: Sent['headers']): boolean {
  return headers['Set-Cookie'] === undefined && !String(headers['Cache-Control'] ?? '').includes('no-store');
}

function entryOf({ headers, payload, tags }: Sent) {
  const kept = Object.entries(headers).filter(([name]) => !unkept.has(name.toLowerCase()));
  const short = kept.filter(([name]) => !/^content-(length|type)$/i.test(name));
  return {
    headers: flat(kept),
    notModifiedHeaders: flat(short),
    etag: String(headers['ETag']),
    payload,
    tags: [...tags],
  };
}

/** Names and values in turn; the value of `Age` is the last of them, so that it can be set in place. */
function flat(headers: readonly [string, unknown][]): string[] {
  return [...headers.flatMap(([name, value]) => [name, String(value)]), 'X-Cache', 'hit', 'Age', '0'];
}

function sendEntry(entry: Entry, message: IncomingMessage, response: ServerResponse, age: number): number {
  const known = message.headers['if-none-match'];
  const isKnown = known !== undefined && matches(known, entry.etag);
  const headers = isKnown ? entry.notModifiedHeaders : entry.headers;
  headers[headers.length - 1] = String(age);
  if (isKnown) response.writeHead(304, headers).end();
  else response.writeHead(200, headers).end(entry.payload);
  return isKnown ? 304 : 200;
}

/**
 * What tells answers apart: the address with its query, the origin, which is echoed, and for pages the device. Only
 * visitors share: a request that names an identity, or that is not a plain read without a body, has no key.
 */
function keyOf({ method, url = '', headers }: Asked, sessionCookie: string): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (
    headers.authorization !== undefined ||
    headers['x-http-method-override'] !== undefined ||
    headers['x-wp-nonce'] !== undefined ||
    // Arguments may stand in a body, and the key knows nothing of it.
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  )
    return null;
  if (headers.cookie?.includes(sessionCookie)) return null;
  if (url.includes('_method') || url.includes('_wpnonce')) return null;
  const device = url.startsWith('/wp-json') || !isMobile(headers) ? '' : 'mobile';
  // Each part has a place of its own, so that no origin can be spelled to look like a device.
  return `${url} ${device} ${headers.origin === undefined ? '' : `from ${headers.origin}`}`;
}

/** As pages tell devices apart. */
function isMobile(headers: IncomingHttpHeaders): boolean {
  const said = headers['sec-ch-ua-mobile'];
  if (said === '?1' || said === '?0') return said === '?1';
  return headers['user-agent']?.includes('Mobi') ?? false;
}
