import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import fastify from 'fastify';
import type { Logger } from 'pino';
import { errorBody } from '../api/error-body.ts';
import type { ApiRequest, ApiResponse } from '../api/request.ts';
import { ApiError, errors } from '../errors.ts';
import { standingHeaders } from './headers.ts';
import type { HttpCache } from './http-cache.ts';
import type { BodyLimits } from './read-body.ts';
import { apiTarget, readRequest } from './read-request.ts';
import { type RemoteAddress, remoteAddressReader } from './remote-address.ts';
import { type SiteAnswer, type SiteRequest, writeResponse } from './write-response.ts';

/** What the HTTP server hands requests to. */
export interface HttpParts {
  readonly answer: (request: ApiRequest) => Promise<ApiResponse>;
  /** Pages and files outside the interface; null where there is nothing. */
  readonly site: (request: SiteRequest) => Promise<SiteAnswer | null>;
  /** Answers that may be given again; looked at ahead of everything else. */
  readonly cache?: HttpCache;
  readonly limits: BodyLimits;
  readonly trustedProxies: readonly string[];
  /** What `Access-Control-Allow-Origin` says to an origin that names no site. */
  readonly opaqueOrigin: string;
  readonly log: Logger;
  readonly nextId: () => string;
  /** Told of every answer, for figures and the access log. */
  readonly done?: (message: IncomingMessage, response: ServerResponse, milliseconds: number) => void;
}

const longestUrl = 16_384;
const mostHeaderBytes = 32_768;

/** A Fastify server whose every request ends at `answer` or at `site`. */
export function createHttpServer(parts: HttpParts) {
  const remoteOf = remoteAddressReader(parts.trustedProxies);
  const app = fastify({
    // Where it listens is said by the program itself, in words.
    loggerInstance: parts.log.child({}, { level: parts.log.isLevelEnabled('warn') ? 'warn' : parts.log.level }),
    logController: new fastify.LogController({ disableRequestLogging: true }),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    forceCloseConnections: 'idle',
    genReqId: parts.nextId,
    serverFactory: (handler) => hardened(parts, handler),
    routerOptions: { maxParamLength: longestUrl },
  });
  // Everything is taken over before the framework looks at a body: the engine reads it, within its limits, once it
  // knows who asks and what for.
  app.addHook('onRequest', (request, reply, _done) => {
    reply.hijack();
    void serve(request.raw, reply.raw, request.id, parts, remoteOf(request.raw));
  });
  app.all('/*', () => {});
  return app;
}

function hardened(parts: HttpParts, handler: (message: IncomingMessage, response: ServerResponse) => void): Server {
  const server = createServer(
    { maxHeaderSize: mostHeaderBytes, requestTimeout: 0, headersTimeout: 15_000, keepAliveTimeout: 65_000 },
    (message, response) => {
      if (parts.cache) parts.cache.serve(message, response, () => handler(message, response));
      else handler(message, response);
    },
  );
  server.maxRequestsPerSocket = 0;
  return server;
}

async function serve(
  message: IncomingMessage,
  response: ServerResponse,
  id: string,
  parts: HttpParts,
  remote: RemoteAddress,
): Promise<void> {
  const started = performance.now();
  try {
    await dispatch(message, response, id, parts, remote);
  } catch (error) {
    parts.log.error({ err: error, id }, 'request failed');
    if (response.headersSent) response.destroy();
    else await refuse(message, response, parts, errors.rest_internal_error()).catch(() => response.destroy());
  } finally {
    parts.done?.(message, response, performance.now() - started);
    drain(message, response);
  }
}

async function dispatch(
  message: IncomingMessage,
  response: ServerResponse,
  id: string,
  parts: HttpParts,
  remote: RemoteAddress,
): Promise<void> {
  const url = message.url ?? '/';
  if (url.length > longestUrl)
    return refuse(message, response, parts, new ApiError('rest_url_too_long', 414, 'The address is too long.'));
  let target: ReturnType<typeof apiTarget>;
  try {
    target = apiTarget(url);
  } catch (error) {
    if (error instanceof ApiError) return refuse(message, response, parts, error);
    throw error;
  }
  const begunAt = parts.cache?.begin() ?? 0;
  if (target) {
    const answered = await parts.answer(readRequest(message, target, { id, limits: parts.limits, remote }));
    const headers = { ...standingHeaders(message, parts.opaqueOrigin), ...answered.headers };
    return send(message, response, { ...answered, headers }, { begunAt, cache: parts.cache });
  }
  const page = await parts.site({
    method: message.method ?? 'GET',
    url,
    headers: message.headers,
    message,
    remote,
    id,
  });
  await send(message, response, page ?? notFound, { begunAt, cache: parts.cache });
}

/** Sends an answer, says where it came from, and has it kept where it may be shared. */
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

async function refuse(
  message: IncomingMessage,
  response: ServerResponse,
  parts: HttpParts,
  error: ApiError,
): Promise<void> {
  const status = typeof error.status === 'number' ? error.status : 403;
  await writeResponse(message, response, {
    status,
    headers: standingHeaders(message, parts.opaqueOrigin),
    type: 'application/json; charset=UTF-8',
    payload: JSON.stringify(errorBody(error, { userId: 0 })),
  });
}

/** A body nobody read would keep the connection from its next request; a long one is not worth waiting for. */
function drain(message: IncomingMessage, response: ServerResponse): void {
  if (message.complete || message.destroyed) return;
  let left = 1_048_576;
  message.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) message.destroy();
  });
  message.on('error', () => response.destroy());
  setTimeout(() => message.complete || message.destroy(), 5_000).unref();
}
