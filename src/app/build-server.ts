import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { answer } from '../api/answer.ts';
import { sessionCookieName } from '../auth/sessions.ts';
import { faultMetrics, label } from '../background/guard.ts';
import type { Config } from '../config/config.ts';
import type { Visit, VisitPage } from '../extension/definition.ts';
import type { HttpServer, RequestListener } from '../http/http-server.ts';
import { mayReadMetrics } from '../http/metrics-access.ts';
import { createMetrics, type Metrics, operationListener, operationPages } from '../http/operation-pages.ts';
import { createRequestHandler, type RequestHandler } from '../http/request-handler.ts';
import { type CachedResponses, createCachedResponses } from '../http/response-cache/cached-responses.ts';
import type { CacheMetrics } from '../http/response-cache/response-cache.ts';
import type { SiteAnswer, SiteRequest } from '../http/write-response.ts';
import type { Jobs, JobTally } from '../lib/jobs.ts';
import { mcpPath } from '../mcp/mcp-route.ts';
import { serveUpload } from '../media/serve-upload.ts';
import { createTransformPages } from '../media/transforms/serve-transform.ts';
import { previewOrigins } from '../rules/preview-url.ts';
import { createAdminPage } from '../site/admin-page.ts';
import type { PersonLinks } from '../site/login/login-context.ts';
import { createLoginPages } from '../site/login/login-pages.ts';
import { archiveToSend } from '../wp/privacy/archive-to-send.ts';
import type { PersonRequests } from '../wp/privacy/person-requests.ts';
import { wellKnownPaths } from '../wp/users/oauth/discovery-routes.ts';
import type { LiveInterface } from './build-interface.ts';
import type { AccessLog } from './log.ts';
import type { Services } from './open-services.ts';
import { finishedPage } from './site-pages.ts';

const bodyTimeoutMs = 30_000;

/** Handles requests from the network, and visits from within the process. */
export interface SiteServer extends RequestHandler {
  readonly visit: VisitPage;
  /** Health and metrics alone, for a listening address of their own. */
  readonly operations: RequestListener;
}

/** Serves cached responses first, then the interface, pages, files and metrics. */
export function buildServer(
  services: Services,
  made: LiveInterface,
  { http, accessLog, basePath }: { http: HttpServer; accessLog: AccessLog; basePath: string },
): SiteServer {
  const { config, variant, log } = services;
  const metrics = createMetrics();
  exposeCache(metrics, services);
  const waiting = async (): Promise<number> => (await services.store.searchIndex()).waiting;
  metrics.gauge(
    'platen_search_waiting',
    'Texts that wait to be indexed for searches; they are found, but slowly.',
    waiting,
  );
  metrics.expose(() => faultMetrics(services.extensionFaults));
  metrics.expose(() => queueMetrics(services));
  metrics.expose(() => jobMetrics(services.jobs));
  const note = noteAnswers(accessLog, metrics);
  const cached = config.cacheMegabytes > 0 ? cachedResponses(services, note) : null;
  const handler = createRequestHandler({
    answer: (request) => answer(request, made.current().engine),
    site: sitePages(services, made, metrics, http.isClosing),
    limits: {
      bytes: config.bodyLimitMegabytes * 1024 * 1024,
      fileBytes: config.uploadLimitMegabytes * 1024 * 1024,
      milliseconds: bodyTimeoutMs,
    },
    turns: services.turns,
    aliases: new Map([
      ...(config.mcp ? [['/mcp', mcpPath] as const] : []),
      ...(services.oauth ? wellKnownPaths(basePath) : []),
    ]),
    basePath,
    trustedProxies: config.trustedProxies,
    origins: variant.protocol,
    log,
    translate: services.translate,
    done: (message, response, milliseconds) => void note(message, response.statusCode, milliseconds),
    ...(cached ? { cache: cached } : {}),
  });
  const operations = { ping: () => services.store.ping(), metrics, isClosing: http.isClosing };
  return {
    ...handler,
    visit: createVisits(http, cached, config),
    operations: operationListener(operationPages({ ...operations, mayReadMetrics: () => true })),
  };
}

/** Notes a response; what it returns notes another one that is the same. */
type Note = (message: IncomingMessage, status: number, milliseconds: number) => () => void;

function cachedResponses({ freshness, cache, clock, config, jobs }: Services, note: Note) {
  const job = jobs.of('response cache');
  const served = (message: IncomingMessage, status: number) => note(message, status, 0);
  const staleMs = config.staleSeconds * 1000;
  return createCachedResponses({ freshness, cache, clock, staleMs, sessionCookie: sessionCookieName, served, job });
}

/** Serves everything outside the interface: operation pages, then uploaded files, then pages of extensions. */
function sitePages(services: Services, made: LiveInterface, metrics: Metrics, isClosing: () => boolean) {
  const { store, media, identity, limiters, config, transformRules: rules } = services;
  const login = createLoginPages({
    ...services,
    browser: identity.browser,
    admin: createAdminPage({
      extensions: made.extensions.map(({ extension }) => extension.name),
      frames: previewOrigins(config.previewUrl),
    }),
    personLinks: personLinks(made.people.requests),
    extensionScript: async (path, userId) => {
      const caller = await identity.callerFor(userId, store);
      return caller && (made.adminScreens.script(path, caller)?.bytes ?? null);
    },
    wordsIn: made.wordsIn,
    ask: (request) => answer(request, made.current().engine),
    limiters: config.throttle ? limiters : null,
    hooks: () => made.current().engine.hooks,
    roles: identity.roles,
    work: made.current().core.accountWork,
    providers: config.oidc,
    oidcOnly: config.oidcOnly,
  });
  const negotiate = made.extensions.find((extension) => extension.negotiate)?.negotiate;
  const access = { token: config.metricsToken, hasOwnAddress: config.metricsListen !== '' };
  const pictures = createTransformPages({ library: media, store, rules });
  const operations = operationPages({
    ping: () => store.ping(),
    metrics,
    mayReadMetrics: (request) => mayReadMetrics(request, access),
    isClosing,
  });
  return async (request: SiteRequest): Promise<SiteAnswer | null> => {
    const found =
      (await operations(request)) ??
      (await serveUpload(media, request, negotiate)) ??
      (await pictures(request)) ??
      (await login(request));
    return found ?? finishedPage(request, made.current().pages);
  };
}

/** The links of mails about personal data, as the log-in pages show them. */
function personLinks(requests: PersonRequests): PersonLinks {
  return {
    async open(token) {
      const found = await requests.ofToken(token);
      if (!found) return null;
      const { row, job } = found;
      if (row.state !== 'started')
        return { action: row.action, state: row.state === 'confirmed' ? 'over' : 'unconfirmed' };
      if (await requests.archiveOf(found)) return { action: row.action, state: 'ready' };
      const isUnderWay = job?.state === 'queued' || job?.state === 'running';
      return { action: row.action, state: isUnderWay ? 'under way' : 'over' };
    },
    confirm: async (token, address) => void (await requests.confirm(token, address)),
    async archive(token) {
      const found = await requests.ofToken(token);
      return found && archiveToSend(found, requests);
    },
  };
}

function noteAnswers(accessLog: AccessLog, metrics: Metrics): Note {
  return ({ method = '', url }, status, milliseconds) => {
    const countAgain = metrics.note({ method, status, milliseconds });
    const ms = Math.round(milliseconds * 10) / 10;
    const logAgain = accessLog({ method, url: withoutSecrets(url), status, ms });
    return () => {
      countAgain();
      logAgain();
    };
  };
}

/** Keeps passwords, nonces and tokens in the query out of the log, however their names are encoded. */
function withoutSecrets(url = ''): string {
  if (!url.includes('?')) return url;
  return url.replace(/([?&])([^&=]*)=[^&]*/g, (pair, before, name) => (isSecret(name) ? `${before}${name}=…` : pair));
}

function isSecret(name: string): boolean {
  const plain = name.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return /password|_wpnonce|token|^code|user_code|device_code|^state$|^key|^preview(?:_nonce)?$/i.test(plain);
}

const cacheMetrics: readonly (readonly [name: keyof CacheMetrics, help: string])[] = [
  ['entries', 'Cached responses.'],
  ['bytes', 'Memory they take.'],
  ['hits', 'Responses sent from the cache.'],
  ['misses', 'Requests whose response was not in the cache.'],
  ['kept', 'Responses put into the cache.'],
  ['overtaken', 'Responses not put there because what they were read from had changed meanwhile.'],
  ['evicted', 'Responses dropped for want of memory.'],
  ['expired', 'Responses dropped because what they were read from changed.'],
];

function exposeCache(metrics: Metrics, { cache }: Services): void {
  for (const [name, help] of cacheMetrics) metrics.gauge(`platen_cache_${name}`, help, () => cache.metrics()[name]);
}

const queueOutcomes = ['done', 'failed', 'dead'] as const;

function queueMetrics({ queue }: Services): string {
  const name = 'platen_queue_jobs_total';
  const lines = [...queue.tallies()].flatMap(([topic, tally]) =>
    queueOutcomes.map((outcome) => `${name}{topic="${label(topic)}",outcome="${outcome}"} ${tally[outcome]}\n`),
  );
  const help = 'Attempts of this process on jobs of the queue: done, failed, and those of the failed that gave up.';
  return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${lines.join('')}`;
}

function jobMetrics({ tallies }: Jobs): string {
  const success = 'platen_job_last_success_timestamp_seconds';
  const failures = 'platen_job_failures_total';
  const lines = (name: string, value: (tally: JobTally) => number | null) =>
    [...tallies].flatMap(([job, tally]) =>
      value(tally) === null ? [] : [`${name}{job="${label(job)}"} ${value(tally)}\n`],
    );
  return [
    `# HELP ${success} When a background job of this process last succeeded.\n# TYPE ${success} gauge\n`,
    ...lines(success, ({ lastSuccessMs }) => lastSuccessMs && lastSuccessMs / 1000),
    `# HELP ${failures} Runs of background jobs of this process that failed.\n# TYPE ${failures} counter\n`,
    ...lines(failures, (tally) => tally.failures),
  ].join('');
}

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
