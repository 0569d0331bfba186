import { type IncomingMessage, request as send } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HttpServer } from './http-server.ts';

/** The `fetch` of a server: requests go to it over a connection within the process, whatever host they name. */
export type LocalFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Statuses whose responses have no body by definition. */
const bodiless = new Set([101, 204, 205, 304]);

/** Paths without a host are completed by `origin`. A redirect is returned, not followed. */
export function createLocalFetch(http: Pick<HttpServer, 'connect'>, origin: () => string): LocalFetch {
  return async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, origin()), init);
    const { pathname, search, host } = new URL(request.url);
    // Changes are looked for once per batch of events, and a caller in this process may know of one of this batch.
    await nextTurn();
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const outgoing = send({
      method: request.method,
      path: pathname + search,
      headers: {
        host,
        accept: '*/*',
        'user-agent': 'node',
        ...Object.fromEntries(request.headers),
        connection: 'close',
      },
      createConnection: () => http.connect(),
      signal: request.signal,
    });
    outgoing.once('error', reject);
    outgoing.once('response', (message) => resolve(responseOf(message, request.method)));
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : null;
    // Not every method has it by itself.
    if (body) outgoing.setHeader('content-length', body.length);
    outgoing.end(body);
    return promise;
  };
}

function responseOf(message: IncomingMessage, method: string): Response {
  const status = message.statusCode ?? 500;
  const headers = new Headers();
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2)
    headers.append(message.rawHeaders[i]!, message.rawHeaders[i + 1]!);
  const hasBody = method !== 'HEAD' && !bodiless.has(status);
  if (!hasBody) message.resume();
  // Both names mean the web stream of this runtime; its two type declarations differ.
  const body = hasBody ? (Readable.toWeb(message) as ReadableStream<Uint8Array>) : null;
  return new Response(body, { status, statusText: message.statusMessage ?? '', headers });
}
