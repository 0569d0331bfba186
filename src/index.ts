import type { Logger } from 'pino';
import { answer } from './api/answer.ts';
import type { ApiRequest, ApiResponse } from './api/request.ts';
import type { Registry } from './api/routing/registry.ts';
import { buildInterface, type LiveInterface } from './app/build-interface.ts';
import { buildServer, type SiteServer } from './app/build-server.ts';
import { createAccessLog, createLog } from './app/log.ts';
import { openServices, type Services, type SiteOverrides, withStoredVariant } from './app/open-services.ts';
import { mcpContext, type People } from './app/platen-modules.ts';
import { createContentReload } from './app/reload-content.ts';
import { createUnhandledReport, type UnhandledKind } from './app/report-unhandled.ts';
import { builtInExtensions, extensionsOf } from './app/variants.ts';
import { keepConfiguredWebhook, webhookWork } from './app/webhook-work.ts';
import { removeUnusedApps } from './auth/oauth/apps.ts';
import { removeExpired } from './auth/oauth/grants.ts';
import { pruneAudit } from './background/audit-log.ts';
import { type Background, startLoop } from './background/loop.ts';
import { type Config, ConfigError, type NamedExtension, readConfig } from './config/config.ts';
import type { Extension } from './extension/definition.ts';
import { loadExtensions, optionsOf, refuseClashes } from './extension/load-extensions.ts';
import { createHttpServer, type HttpServer } from './http/http-server.ts';
import { createLocalFetch } from './http/local-fetch.ts';
import { type CleanupStack, withCleanup } from './lib/cleanup-stack.ts';
import { suggestion } from './lib/closest-name.ts';
import { serveMcpStdio } from './mcp/serve-stdio.ts';
import { type ContentDeclarations, readDeclarations } from './rules/content/read-declarations.ts';
import type { Scope } from './rules/scopes.ts';
import type { OpenStore } from './storage/store.ts';
import { type FirstRun, firstRun } from './transfer/first-run.ts';
import { type PublisherOptions, publishRound, startPublisher } from './wp/posts/publisher.ts';

export type { FieldSet } from './rules/content/field-definition.ts';
export type { MetaDeclaration, MetaFieldDeclaration } from './rules/content/meta-declaration.ts';
export type { PostTypeDeclaration } from './rules/content/post-type-declaration.ts';
export type { TaxonomyDeclaration } from './rules/content/taxonomy-declaration.ts';
export type { FieldDeclaration, FieldKind, FieldTable, SubField } from './rules/fields/field-declaration.ts';

/** Options for embedding programs; all have defaults, and nothing is read from the environment. */
export interface PlatenOptions extends Partial<Omit<Config, 'extensions'>>, ContentDeclarations {
  /** Extensions besides those of the variant: values made with `defineExtension`, packages or paths. */
  readonly extensions?: readonly (NamedExtension | string)[];
  readonly log?: Logger;
  readonly clock?: () => number;
  /** Whether this process runs the background jobs of the site, such as scheduled posts. One process of each instance should. */
  readonly leads?: boolean;
}

/** A content server; several can run in one process. */
export interface Platen {
  readonly config: Config;
  readonly store: OpenStore;
  readonly log: Logger;
  /** What the first start created; null if the site existed already. */
  readonly made: FirstRun | null;
  answer(request: ApiRequest): Promise<ApiResponse>;
  /** Every route, for documentation and tests. */
  readonly registry: Registry;
  /** Starts to listen; returns the URL it listens on. */
  listen(): Promise<string>;
  /** Answers a request without a port: the same server, over a connection within the process. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The data of people, for commands. */
  readonly people: People;
  /** Serves an agent over the standard input and output of the process until it goes (Model Context Protocol). */
  serveMcp(as: { readonly userId: number; readonly scopes?: readonly Scope[] | null }): Promise<void>;
  /** Runs the background jobs that are due by the clock of the site, once, and waits for them. */
  runDue(): Promise<void>;
  /** Resets the site to its state after the first start. */
  reset(): Promise<void>;
  /** Logs and counts what nothing in the program handled; for the last handlers of a process. */
  reportUnhandled(error: unknown, kind: UnhandledKind): void;
  /** Announces the end: `/readyz` says 503 and connections end after their next response, but requests are answered. */
  drain(): void;
  /** Finishes requests and jobs in progress, then releases all resources. */
  close(): Promise<void>;
}

/**
 * Opens a site, and creates it where it is missing. `overrides` replaces services of it, for tests. If a step fails,
 * what the earlier ones opened or started is closed again, in reverse order, as by `close`.
 */
export async function createPlaten(options: PlatenOptions = {}, overrides: SiteOverrides = {}): Promise<Platen> {
  return withCleanup((opened) => openPlaten(options, overrides, opened));
}

async function openPlaten(options: PlatenOptions, overrides: SiteOverrides, opened: CleanupStack): Promise<Platen> {
  const { log: ownLog, clock = Date.now, leads = true, extensions: named = [], ...settings } = options;
  const loaded = await loadExtensions(named);
  const given = completeConfig(settings, loaded);
  const config = settings.variant || overrides.openStore ? given : await withStoredVariant(given);
  const extensions = [...extensionsOf(config.variant), ...loaded];
  refuseClashes(extensions);
  const log = ownLog ?? createLog(config.logLevel);
  const http = createHttpServer();
  const address = () => http.url() ?? `http://${config.host}:${config.port}`;
  const services = await openServices({ config, log, clock, extensions, address, ...overrides });
  opened.defer(() => services.close());
  const made = await firstRun(services);
  const built = await buildInterface(services, { isClosing: http.isClosing, reload: () => content.run() });
  const content = createContentReload(services, () => built);
  for (const extension of built.extensions) opened.defer(() => extension.close?.());
  const server = buildServer(services, built, {
    http,
    accessLog: createAccessLog(log, ownLog === undefined),
    basePath: new URL((await services.site(services.store)).serverUrl).pathname,
  });
  opened.defer(() => server.close());
  const rendered = opened.adopt(built.rendered, (work) => work.stop());
  http.onRequest(server.handle);
  const operations = createHttpServer();
  operations.onRequest(server.operations);
  opened.defer(() => operations.close());
  if (leads) await services.media.recover();
  if (leads) await keepConfiguredWebhook(services);
  const webhooks = leads ? webhookWork(services, built.current) : null;
  opened.adopt(services.mail.start(), (work) => work.stop());
  // Every process may work on the queue: the lease on each job prevents doing it twice.
  const queue = opened.adopt(services.queue.start(), (work) => work.stop());
  const background = webhooks ? [...startBackground(services, built, server), webhooks.start()] : [];
  opened.defer(async () => void (await Promise.all(background.map((work) => work.stop()))));
  const watch = opened.adopt(content.watch(leads), (work) => work.stop());
  opened.defer(() => http.close());
  return {
    config,
    store: services.store,
    log,
    made,
    answer: (request) => answer(request, built.current().engine),
    get registry() {
      return built.current().engine.registry;
    },
    async listen() {
      await listenForMetrics(operations, config);
      return http.listen({ host: config.host, port: config.port });
    },
    fetch: createLocalFetch(http, address),
    people: built.people,
    serveMcp: async ({ userId, scopes = null }) => {
      const context = mcpContext({
        services,
        core: () => built.current().core,
        engine: () => built.current().engine,
      });
      const connection = await serveMcpStdio(context, () =>
        services.identity.callerFor(userId, services.store, scopes),
      );
      await connection.closed;
      await connection.close();
    },
    runDue: async () => {
      await publishRound(publisherOptions(services, built));
      await webhooks?.runDue();
      for (const work of [queue, rendered, watch, ...background]) await work.runDue?.();
    },
    async reset() {
      await services.store.reset();
      await firstRun(services);
      if (leads) await keepConfiguredWebhook(services);
      await content.run();
    },
    reportUnhandled: createUnhandledReport(services),
    drain: () => http.drain(),
    close: () => opened.close(),
  };
}

/** Listens where only the metrics and the state of the server are told, if the site has such an address. */
async function listenForMetrics(operations: HttpServer, { metricsListen: address }: Config): Promise<void> {
  if (address === '') return;
  const { hostname, port } = new URL(`http://${address}`);
  try {
    await operations.listen({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`PLATEN_METRICS_LISTEN "${address}" cannot be listened on: ${why}. Choose another.`);
  }
}

/** The complete configuration: what was given, else the defaults; an unknown name is refused. */
function completeConfig(
  {
    postTypes,
    taxonomies,
    meta,
    fieldSets,
    ...settings
  }: Omit<PlatenOptions, 'extensions' | 'log' | 'clock' | 'leads'>,
  loaded: readonly Extension[],
): Config {
  const content = readDeclarations({ postTypes, taxonomies, meta, fieldSets });
  const usual = readConfig({ flags: {}, env: {} }, optionsOf([...builtInExtensions, ...loaded]));
  const unknown = Object.keys(settings).find((name) => !Object.hasOwn(usual, name));
  if (unknown)
    throw new ConfigError(`createPlaten has no option ${unknown}.${suggestion(unknown, Object.keys(usual))}`);
  const extensionOptions = { ...usual.extensionOptions, ...settings.extensionOptions };
  const foreign = Object.keys(extensionOptions).find((name) => !Object.hasOwn(usual.extensionOptions, name));
  if (foreign) throw new ConfigError(`No extension has an option ${foreign}.`);
  return { ...usual, content, ...settings, extensionOptions, extensions: loaded };
}

const recoverEveryMs = 300_000;
const pruneEveryMs = 6 * 3_600_000;

/** Starts the background jobs that one process of each instance runs. */
function startBackground(services: Services, built: LiveInterface, { visit }: SiteServer): Background[] {
  const { extensions, current } = built;
  const publisher = startPublisher(publisherOptions(services, built));
  const { store, config, media, uploads, clock, jobs } = services;
  const recovery = startLoop({
    job: jobs.of('upload recovery'),
    round: async () => {
      try {
        await media.recover();
      } finally {
        await uploads.removeExpired();
      }
    },
    everyMs: recoverEveryMs,
    firstAfterMs: recoverEveryMs,
    clock,
  });
  const pruning = startLoop({
    job: jobs.of('audit log pruning'),
    round: async () => {
      await removeExpired(store, clock());
      await removeUnusedApps(store, clock());
      await pruneAudit(store, config.auditDays, clock());
    },
    everyMs: pruneEveryMs,
    firstAfterMs: recoverEveryMs,
    clock,
  });
  const expiring = startLoop({
    job: jobs.of('imports and exports'),
    round: () => built.people.requests.removeExpired(),
    everyMs: recoverEveryMs,
    firstAfterMs: recoverEveryMs,
    clock,
  });
  const running: Parameters<(typeof extensions)[number]['background']>[0] = {
    ask: (...asked) => current().pages.ask(...asked),
    render: (...asked) => current().engine.render(...asked),
    visit,
    jobs,
  };
  return [
    publisher,
    recovery,
    pruning,
    expiring,
    ...foreignChanges(services),
    ...extensions.flatMap((extension) => extension.background(running)),
  ];
}

const foreignEveryMs = 5_000;

/** Looks for what other programs changed, where they share the database. */
function foreignChanges({ store, jobs }: Services): Background[] {
  if (!store.dialect.sharedWithOthers) return [];
  return [
    startLoop({
      job: jobs.of('foreign changes'),
      round: async () => void (await store.findForeignChanges()),
      everyMs: foreignEveryMs,
    }),
  ];
}

function publisherOptions({ store, site, clock, jobs }: Services, { current }: LiveInterface): PublisherOptions {
  return {
    store,
    site: async () => site(store),
    clock,
    get kinds() {
      return current().core.kinds;
    },
    hooks: current().engine.hooks,
    job: jobs.of('scheduled posts'),
  };
}

/** What `platen.config.ts` exports: every option under its name in code, and declarations of content. */
export interface PlatenConfig
  extends Partial<Omit<Config, 'content' | 'configFile' | 'extensionOptions' | 'extensions'>>,
    ContentDeclarations {
  /** Extensions: values made with `defineExtension`, names of packages, or paths from the working directory. */
  readonly extensions?: readonly (Extension | string)[];
  /** Options of extensions, by the names of their environment variables. */
  readonly extensionOptions?: Readonly<Record<string, unknown>>;
}

/** Gives a configuration file its types; returns what it is given. */
export function defineConfig(config: PlatenConfig): PlatenConfig {
  return config;
}
