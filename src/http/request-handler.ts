import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type ParamTree, parseParams } from '../api/params.ts';
import { errorBody, errorStatus } from '../api/reply.ts';
import { type ApiRequest, type ApiResponse, type Body, bodyBudgets, isReadMethod } from '../api/request.ts';
import { ApiError, errors } from '../lib/errors.ts';
import type { FairScheduler } from '../limits/fair-scheduler.ts';
import { networkOf } from '../limits/network-of.ts';
import { type BodyMemoryLimit, defaultBodyMemoryLimit } from './body/body-memory-limit.ts';
import { type BodyLimits, type BodyReading, createParsingPool, type ParsingPool, readBody } from './body/read-body.ts';
import type { RequestListener } from './http-server.ts';
import { defaultHeaders, interfaceHeaders, type OriginRules } from './origin-headers.ts';
import { type RemoteAddress, remoteAddressReader } from './remote-address.ts';
import { turnRefusal } from './run-in-turn.ts';
import { type Sent, type SiteAnswer, type SiteRequest, writeResponse } from './write-response.ts';

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
  /** The order of what is not cached; the steps of batches wait here too. */
  readonly turns: FairScheduler;
  readonly trustedProxies: readonly string[];
  readonly origins: OriginRules;
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
  readonly room: BodyMemoryLimit;
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
  const { cache, turns } = options;
  const parsing = createParsingPool();
  const context: Context = { ...options, parsing, room: defaultBodyMemoryLimit(options.limits) };
  const remoteOf = remoteAddressReader(options.trustedProxies);
  const pathOf = sitePath(options.basePath);
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
function inTurn(exchange: Exchange, context: Context, turns: FairScheduler): void {
  const { message, response, remote } = exchange;
  const refusing = (error: ApiError) => serve(exchange, context, () => Promise.reject(error));
  turns.add({
    network: networkOf(remote.address),
    isSlow: isSearch(message),
    start: () => serve(exchange, context, () => dispatch(exchange, context)),
    refuse: (why) => void refusing(turnRefusal(why)),
    isGone: () => response.destroyed || message.socket.destroyed,
  });
}

/** A search reads much on another thread; any other request works in one piece, or waits for its sender. Addresses of pictures have a signature of that name. */
function isSearch({ method, url = '' }: IncomingMessage): boolean {
  return isReadMethod(method) && !url.startsWith('/media/') && /[?&](?:search|s)=/.test(url);
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
    const headers = interfaceHeaders(message, context.origins, answered.headers);
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

async function refuse({ message, response }: Exchange, { origins }: Context, refusal: ApiError): Promise<void> {
  await writeResponse(message, response, {
    status: errorStatus(refusal, nobody),
    headers: { ...defaultHeaders(message, origins), ...refusal.headers },
    type: 'application/json; charset=UTF-8',
    payload: JSON.stringify(errorBody(refusal, nobody)),
  });
}

/** The response cache as the HTTP server uses it: looked up before a request is handled, filled afterwards. */
export interface HttpCache {
  /** Sends a fresh cached response, or calls `proceed`. */
  serve(message: IncomingMessage, response: ServerResponse, proceed: () => void): void;
  /** Whether a response to this request may be cached at all. */
  takes(message: IncomingMessage): boolean;
  /** The epoch of the cache when a request begins. */
  begin(): number;
  /** Caches what was just sent, where it may be shared. */
  keep(message: IncomingMessage, begunAt: number, sent: SentAnswer): void;
}

export interface SentAnswer extends Sent {
  readonly tags: ReadonlySet<string>;
}

/**
 * Turns the target of a request into the path within the site. A site below a path (`https://host/blog`) is asked for
 * with that path or, behind a proxy that strips it, without. Two slashes at the start, as a client sends them that was
 * given a site address with a slash at its end, count as one.
 */
export function sitePath(basePath: string): (url: string) => string {
  const prefix = basePath.replace(/\/+$/, '');
  return (url) => {
    const single = url.startsWith('//') ? url.replace(/^\/+/, '/') : url;
    if (prefix === '' || !single.startsWith(prefix)) return single;
    const rest = single.slice(prefix.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') ? rest.replace(/^\/+/, '/') : single;
  };
}

const root = '/wp-json';
/** As sites without rewriting rules write it. */
const withIndex = `/index.php${root}`;

/** The path and query within the interface that a URL points to; null if it points elsewhere on the site. */
function apiTarget(
  url: string,
  aliases: ReadonlyMap<string, string> = new Map(),
): { path: string; query: ParamTree } | null {
  const cut = url.indexOf('?');
  const pathname = cut < 0 ? url : url.slice(0, cut);
  const search = cut < 0 ? '' : url.slice(cut + 1);
  const decoded = decodePath(pathname);
  const below = [root, withIndex].find((start) => isBelow(start, pathname));
  if (below) return { path: decoded.slice(below.length) || '/', query: parseParams(search) };
  const alias = aliases.get(decoded);
  if (alias !== undefined) return { path: alias, query: parseParams(search) };
  if ((pathname === '/' || pathname === '/index.php') && search.includes('rest_route')) {
    const query = parseParams(search);
    const { rest_route: route, ...rest } = query;
    if (typeof route === 'string' && route !== '') return { path: route, query: rest };
  }
  return null;
}

const isBelow = (start: string, path: string): boolean =>
  path.startsWith(start) && (path.length === start.length || path[start.length] === '/');

function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    throw errors.rest_invalid_url();
  }
}

/** Converts an HTTP message to a request to the interface. */
function readRequest(
  message: IncomingMessage,
  target: { path: string; query: ParamTree },
  facts: Pick<BodyReading, 'limits' | 'parsing' | 'room'> & { id: string; remote: RemoteAddress },
): ApiRequest {
  let body: Promise<Body> | null = null;
  return {
    id: facts.id,
    method: effectiveMethod(message, target.query),
    path: target.path,
    query: target.query,
    headers: singleHeaders(message),
    remoteAddress: facts.remote.address,
    secure: facts.remote.secure,
    whenGone: (listener) => {
      if (message.socket.destroyed) queueMicrotask(listener);
      message.socket.once('close', listener);
      return () => message.socket.off('close', listener);
    },
    body: (intake, budget = bodyBudgets.visitor) => {
      const { limits, parsing, room } = facts;
      const network = networkOf(facts.remote.address);
      body ??= readBody(message, { budget, limits, parsing, room, network }, intake);
      return body;
    },
  };
}

function effectiveMethod(message: IncomingMessage, query: ParamTree): string {
  const override = query['_method'] ?? message.headers['x-http-method-override'];
  return (typeof override === 'string' && override !== '' ? override : (message.method ?? 'GET')).toUpperCase();
}

/** The runtime joins the values of every header that was sent twice, but for `Set-Cookie`. */
function singleHeaders({ headers }: IncomingMessage): Readonly<Record<string, string | undefined>> {
  const { 'set-cookie': cookies } = headers;
  // Without this one, the values are texts.
  const single = headers as Readonly<Record<string, string | undefined>>;
  return cookies ? { ...single, 'set-cookie': cookies.join(', ') } : single;
}
