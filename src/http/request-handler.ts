import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { errorBody, errorStatus } from '../api/error-body.ts';
import { isReadMethod } from '../api/read-method.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import { ApiError, errors } from '../errors.ts';
import { networkOf } from '../limits/network-of.ts';
import { createTurnQueue, type TurnQueue } from '../limits/turn-queue.ts';
import { type BodyRoom, usualBodyRoom } from './body/body-room.ts';
import { createParsingPool, type ParsingPool } from './body/parsing-pool.ts';
import type { BodyLimits } from './body/read-body.ts';
import { interfaceHeaders, standingHeaders } from './headers.ts';
import type { HttpCache } from './http-cache.ts';
import type { RequestListener } from './http-server.ts';
import { apiTarget, readRequest } from './read-request.ts';
import { type RemoteAddress, remoteAddressReader } from './remote-address.ts';
import { sitePath } from './site-path.ts';
import { type SiteAnswer, type SiteRequest, writeResponse } from './write-response.ts';

/** What handles requests, and the limits that apply. */
export interface RequestHandlerOptions {
  readonly answer: (request: ApiRequest) => Promise<ApiResponse>;
  /** Pages and files outside the interface; null if nothing is found. */
  readonly site: (request: SiteRequest) => Promise<SiteAnswer | null>;
  /** Paths of the site that are paths of the interface too. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** The path of the site on its host, such as `/blog`; empty at the root. */
  readonly basePath: string;
  /** The response cache; looked up before everything else. */
  readonly cache?: HttpCache;
  readonly limits: BodyLimits;
  readonly trustedProxies: readonly string[];
  /** The `Access-Control-Allow-Origin` for an opaque origin. */
  readonly opaqueOrigin: string;
  readonly log: Logger;
  /** The API error for a fault of the machine, which it logs; null for a fault of the program. */
  readonly translate: (error: unknown) => ApiError | null;
  /** Called after every response, for metrics and the access log. */
  readonly done?: (message: IncomingMessage, response: ServerResponse, milliseconds: number) => void;
}

export interface RequestHandler {
  readonly handle: RequestListener;
  /** Ends the thread that parses large bodies. */
  close(): Promise<void>;
}

interface Context extends RequestHandlerOptions {
  readonly parsing: ParsingPool;
  readonly room: BodyRoom;
}

/** One request and the response to it. */
interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly remote: RemoteAddress;
}

const longestUrl = 16_384;
const nobody = { userId: 0 };

/** Serves each request from the cache; if it is not cached, from `answer` or `site`. */
export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const { cache } = options;
  const parsing = createParsingPool();
  const context: Context = { ...options, parsing, room: usualBodyRoom(options.limits) };
  const remoteOf = remoteAddressReader(options.trustedProxies);
  const pathOf = sitePath(options.basePath);
  const turns = createTurnQueue();
  const proceed: RequestListener = (message, response) =>
    inTurn({ message, response, id: randomUUID(), remote: remoteOf(message) }, context, turns);
  return {
    handle: (message, response) => {
      message.url = pathOf(message.url ?? '/');
      if (cache) cache.serve(message, response, () => proceed(message, response));
      else proceed(message, response);
    },
    close: () => parsing.close(),
  };
}

/** Serves what is not cached, one request per turn of the event loop. */
function inTurn(exchange: Exchange, context: Context, turns: TurnQueue): void {
  const { message, response, remote } = exchange;
  const refusing = (error: ApiError) => serve(exchange, context, () => Promise.reject(error));
  const headers = { 'Retry-After': '2' };
  turns.add({
    network: networkOf(remote.address),
    isSlow: isSearch(message),
    start: () => serve(exchange, context, () => dispatch(exchange, context)),
    refuse: (why) =>
      void refusing(
        why === 'all'
          ? errors.rest_too_many_waiting(undefined, { headers })
          : errors.rest_too_many_requests(undefined, { headers }),
      ),
    isGone: () => response.destroyed || message.socket.destroyed,
  });
}

/** A search reads much on another thread; any other request works in one piece, or waits for its sender. */
function isSearch({ method, url = '' }: IncomingMessage): boolean {
  return isReadMethod(method) && /[?&](?:search|s)=/.test(url);
}

async function serve(exchange: Exchange, context: Context, work: () => Promise<void>): Promise<void> {
  const { message, response, id } = exchange;
  const started = performance.now();
  try {
    await work();
  } catch (error) {
    const known = error instanceof ApiError ? error : context.translate(error);
    if (!known) context.log.error({ err: error, id }, 'request failed');
    if (response.headersSent) response.destroy();
    else await refuse(exchange, context, known ?? errors.rest_internal_error()).catch(() => response.destroy());
  } finally {
    context.done?.(message, response, performance.now() - started);
    // What is left of a body after its response can only belong to a sender that was given up.
    if (!message.complete) message.destroy();
  }
}

async function dispatch({ message, response, id, remote }: Exchange, context: Context): Promise<void> {
  const { url = '/', method = 'GET', headers } = message;
  const { limits, parsing, room, cache } = context;
  if (url.length > longestUrl) throw errors.rest_url_too_long();
  const target = apiTarget(url, context.aliases);
  const begunAt = cache?.begin() ?? 0;
  if (target) {
    const answered = await context.answer(readRequest(message, target, { id, limits, parsing, room, remote }));
    const headers = interfaceHeaders(message, context.opaqueOrigin, answered.headers);
    return send(message, response, { ...answered, headers }, { begunAt, cache });
  }
  const page = await context.site({ method, url, headers, message, remote, id });
  await send(message, response, page ?? notFound, { begunAt, cache });
}

/** Sends a response, sets `X-Cache`, and caches the response if it may be shared. */
async function send(
  message: IncomingMessage,
  response: ServerResponse,
  answer: SiteAnswer,
  { begunAt, cache }: { begunAt: number; cache: HttpCache | undefined },
): Promise<void> {
  if (!cache) {
    await writeResponse(message, response, answer);
    return;
  }
  const tags = answer.status === 200 && answer.tags && cache.takes(message) ? answer.tags : null;
  const headers = { ...answer.headers, 'X-Cache': tags ? 'miss' : 'bypass' };
  const sent = await writeResponse(message, response, { ...answer, headers });
  if (sent && tags) cache.keep(message, begunAt, { ...sent, tags });
}

const notFound: SiteAnswer = {
  status: 404,
  headers: { 'X-Content-Type-Options': 'nosniff' },
  type: 'text/html; charset=UTF-8',
  payload:
    '<!doctype html><title>Not found</title><h1>Not found</h1><p>There is nothing at this address. The interface answers under <a href="/wp-json/">/wp-json/</a>.</p>',
};

async function refuse({ message, response }: Exchange, { opaqueOrigin }: Context, refusal: ApiError): Promise<void> {
  await writeResponse(message, response, {
    status: errorStatus(refusal, nobody),
    headers: { ...standingHeaders(message, opaqueOrigin), ...refusal.headers },
    type: 'application/json; charset=UTF-8',
    payload: JSON.stringify(errorBody(refusal, nobody)),
  });
}
