import { type RequestOptions, request } from 'node:http';
import { availableParallelism } from 'node:os';
import type { Config } from '../config/config.ts';
import type { Visit, VisitPage } from '../extension/definition.ts';
import type { HttpServer } from '../http/http-server.ts';
import type { CachedResponses } from '../response-cache/cached-responses.ts';

const userAgents = { desktop: 'Platen crawler', mobile: 'Platen crawler (Mobile)' } as const;
const visitTimeoutMs = 30_000;

/**
 * Visits pages to warm the cache. If this process answers requests, a visit uses a connection within it. If workers
 * answer, each has its own cache, so the URL is requested once per worker.
 */
export function createVisits(
  http: Pick<HttpServer, 'connect'>,
  cached: CachedResponses | null,
  config: Config,
): VisitPage {
  const workers = config.workers === 0 ? availableParallelism() : config.workers;
  return async (url, device) => {
    const headers = { 'user-agent': userAgents[device] };
    if (workers > 1) return visitWorkers({ path: url, headers, ...addressOf(config) }, workers);
    const target = { method: 'GET', url, headers };
    if (await cached?.holds(target)) return { status: 200, cache: 'hit' };
    const { status } = await visitOverHttp({ path: url, headers, createConnection: () => http.connect() });
    return { status, cache: (await cached?.holds(target)) ? 'miss' : 'bypass' };
  };
}

/** Where to connect, with a new connection each time; a server that listens on all addresses is reached on loopback. */
function addressOf({ host, port }: Config): RequestOptions {
  const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  return { host: loopback[host] ?? host, port, agent: false };
}

/** Connections are distributed round-robin, so one new connection per worker reaches each worker once. */
async function visitWorkers(options: RequestOptions, workers: number): Promise<Visit> {
  const first = await visitOverHttp(options);
  const visits = [first];
  while (visits.length < workers) visits.push(await visitOverHttp(options));
  const worst = visits.find((visit) => visit.cache === 'bypass') ?? visits.find((visit) => visit.cache === 'miss');
  return worst ?? first;
}

function visitOverHttp(options: RequestOptions): Promise<Visit> {
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, cache: 'bypass' });
    const outgoing = request({ ...options, signal: AbortSignal.timeout(visitTimeoutMs) }, (response) => {
      const cache = response.headers['x-cache'];
      response.resume();
      response.once('error', failed);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, cache: cache === 'hit' || cache === 'miss' ? cache : 'bypass' }),
      );
    });
    outgoing.once('error', failed);
    outgoing.end();
  });
}
