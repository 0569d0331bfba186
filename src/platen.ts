import type { Logger } from 'pino';
import { answer } from './api/answer.ts';
import type { ApiRequest, ApiResponse } from './api/request.ts';
import type { Registry } from './api/routing/registry.ts';
import { webhookWork } from './app/background/webhook-work.ts';
import { buildInterface, type Interface } from './app/build-interface.ts';
import { buildServer, type SiteServer } from './app/build-server.ts';
import { createAccessLog, createLog } from './app/log.ts';
import { openServices, type Services, type SiteOverrides } from './app/open-services.ts';
import { mcpContext } from './app/platen/mcp-context.ts';
import { pruneAudit } from './audit/audit-log.ts';
import { type Config, ConfigError, type NamedExtension, readConfig } from './config/config.ts';
import type { Extension, RunningSite } from './extension/definition.ts';
import { optionsOf } from './extension/extension-options.ts';
import { loadExtensions, refuseClashes } from './extension/load-extensions.ts';
import { createHttpServer } from './http/http-server.ts';
import { createLocalFetch } from './http/local-fetch.ts';
import type { Background } from './jobs/background.ts';
import { startLoop } from './jobs/loop.ts';
import { type Opened, opening } from './opened.ts';
import { serveMcpStdio } from './platen/mcp/serve-stdio.ts';
import { suggestion } from './rules/content/closest-name.ts';
import { type ContentDeclarations, readDeclarations } from './rules/content/read-declarations.ts';
import { type FirstRun, firstRun } from './setup/first-run.ts';
import type { OpenStore } from './storage/store.ts';
import { builtInExtensions, extensionsOf } from './variants.ts';
import { type PublisherOptions, publishRound, startPublisher } from './wp/posts/publisher.ts';

export { defineConfig, type PlatenConfig } from './define-config.ts';
export type { MetaDeclaration, MetaFieldDeclaration } from './rules/content/meta-declaration.ts';
export type { PostTypeDeclaration } from './rules/content/post-type-declaration.ts';
export type { TaxonomyDeclaration } from './rules/content/taxonomy-declaration.ts';

/** Options for embedding programs; all have defaults, and nothing is read from the environment. */
export interface PlatenOptions extends Partial<Omit<Config, 'extensions'>>, ContentDeclarations {
  /** Extensions besides those of the variant: values made with `defineExtension`, packages or paths. */
  readonly extensions?: readonly (NamedExtension | string)[];
  readonly log?: Logger;
  readonly clock?: () => number;
  /** Whether this process runs the background jobs of the site, such as scheduled posts. Exactly one process should. */
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
  /** Serves an agent over the standard input and output of the process until it goes (Model Context Protocol). */
  serveMcp(as: { readonly userId: number }): Promise<void>;
  /** Runs the background jobs that are due by the clock of the site, once, and waits for them. */
  runDue(): Promise<void>;
  /** Resets the site to its state after the first start. */
  reset(): Promise<void>;
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
  return opening((opened) => openPlaten(options, overrides, opened));
}

async function openPlaten(options: PlatenOptions, overrides: SiteOverrides, opened: Opened): Promise<Platen> {
  const { log: ownLog, clock = Date.now, leads = true, extensions: given = [], ...settings } = options;
  const loaded = await loadExtensions(given);
  const config = completeConfig(settings, loaded);
  const extensions = [...extensionsOf(config.variant), ...loaded];
  refuseClashes(extensions);
  const log = ownLog ?? createLog(config.logLevel);
  const http = createHttpServer();
  const address = () => http.url() ?? `http://${config.host}:${config.port}`;
  const services = await openServices({ config, log, clock, extensions, address, ...overrides });
  opened.defer(() => services.close());
  const made = await firstRun(services);
  const built = await buildInterface(services, http.isClosing);
  for (const extension of built.extensions) opened.defer(() => extension.close?.());
  const server = buildServer(services, built, {
    http,
    accessLog: createAccessLog(log, ownLog === undefined),
    basePath: new URL((await services.site(services.store)).serverUrl).pathname,
  });
  opened.defer(() => server.close());
  const rendered = opened.adopt(built.rendered, (work) => work.stop());
  http.onRequest(server.handle);
  if (leads) await services.media.recover();
  // Every process may send mail and work on the queue: the lease on each job prevents doing it twice.
  const mailing = opened.adopt(services.mail.start(), (work) => work.stop());
  const queue = opened.adopt(services.queue.start(), (work) => work.stop());
  const webhooks = webhookWork(services, built);
  const background = leads ? [...startBackground(services, built, server), webhooks.start()] : [];
  opened.defer(async () => void (await Promise.all(background.map((work) => work.stop()))));
  opened.defer(() => http.close());
  return {
    config,
    store: services.store,
    log,
    made,
    answer: (request) => answer(request, built.engine),
    registry: built.engine.registry,
    listen: () => http.listen({ host: config.host, port: config.port }),
    fetch: createLocalFetch(http, address),
    serveMcp: async ({ userId }) => {
      const context = mcpContext({ services, core: built.core, engine: () => built.engine });
      const connection = await serveMcpStdio(context, () => services.identity.callerFor(userId, services.store));
      await connection.closed;
      await connection.close();
    },
    runDue: async () => {
      await publishRound(publisherOptions(services, built));
      for (const work of [mailing, queue, rendered, ...background]) await work.runDue?.();
      await webhooks.runDue();
    },
    async reset() {
      await services.store.reset();
      await firstRun(services);
    },
    drain: () => http.drain(),
    close: () => opened.close(),
  };
}

/** The complete configuration: what was given, else the defaults; an unknown name is refused. */
function completeConfig(
  { postTypes, taxonomies, meta, ...settings }: Omit<PlatenOptions, 'extensions' | 'log' | 'clock' | 'leads'>,
  loaded: readonly Extension[],
): Config {
  const content = readDeclarations({ postTypes, taxonomies, meta });
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

/** Starts the background jobs that only one process of a site runs. */
function startBackground(services: Services, built: Interface, { visit }: SiteServer): Background[] {
  const { engine, extensions, pages } = built;
  const publisher = startPublisher(publisherOptions(services, built));
  const recovery = startLoop({
    round: () => services.media.recover(),
    everyMs: recoverEveryMs,
    firstAfterMs: recoverEveryMs,
    report: (error) => services.faults('recovery', error, 'files of unfinished uploads could not be removed'),
  });
  const pruning = startLoop({
    round: async () => void (await pruneAudit(services.store, services.config.auditDays, services.clock())),
    everyMs: pruneEveryMs,
    firstAfterMs: recoverEveryMs,
    report: (error) => services.faults('audit', error, 'old entries of the audit log could not be removed'),
  });
  const running: RunningSite = { ask: pages.ask, render: engine.render, visit };
  return [
    publisher,
    recovery,
    pruning,
    ...foreignChanges(services),
    ...extensions.flatMap((extension) => extension.background(running)),
  ];
}

const foreignEveryMs = 5_000;

/** Looks for what other programs changed, where they share the database. */
function foreignChanges({ store, faults }: Services): Background[] {
  if (!store.dialect.sharedWithOthers) return [];
  return [
    startLoop({
      round: async () => void (await store.findForeignChanges()),
      everyMs: foreignEveryMs,
      report: (error) => faults('feed', error, 'changes by other programs could not be looked for'),
    }),
  ];
}

function publisherOptions({ store, site, clock, faults }: Services, { core, engine }: Interface): PublisherOptions {
  return {
    store,
    site: async () => site(store),
    clock,
    kinds: core.kinds,
    hooks: engine.hooks,
    report: (error) => faults('publisher', error, 'publishing scheduled posts failed'),
  };
}
