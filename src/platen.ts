import type { Logger } from 'pino';
import { answer } from './api/answer.ts';
import type { ApiRequest, ApiResponse } from './api/request.ts';
import type { Registry } from './api/routing/registry.ts';
import { buildInterface, type Interface } from './app/build-interface.ts';
import { buildServer, type SiteServer } from './app/build-server.ts';
import { createAccessLog, createLog } from './app/log.ts';
import { openServices, type Services } from './app/open-services.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import type { Extension, RunningSite } from './extension/definition.ts';
import { optionsOf } from './extension/extension-options.ts';
import { loadExtensions, refuseClashes } from './extension/load-extensions.ts';
import { createHttpServer } from './http/http-server.ts';
import type { Background } from './jobs/background.ts';
import { recoverUploads } from './media/recover-uploads.ts';
import { type FirstRun, firstRun } from './setup/first-run.ts';
import type { OpenStore } from './storage/store.ts';
import { builtInExtensions, extensionsOf } from './variants.ts';
import { startPublisher } from './wp/posts/publisher.ts';

/** Options for embedding programs; all have defaults, and nothing is read from the environment. */
export interface PlatenOptions extends Partial<Omit<Config, 'extensions'>> {
  /** Extensions besides those of the variant: values made with `defineExtension`, packages or paths. */
  readonly extensions?: readonly (Extension | string)[];
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
  /** Resets the site to its state after the first start. */
  reset(): Promise<void>;
  /** Finishes requests and jobs in progress, then releases all resources. */
  close(): Promise<void>;
}

export async function createPlaten(options: PlatenOptions = {}): Promise<Platen> {
  const { log: ownLog, clock = Date.now, leads = true, extensions: given = [], ...settings } = options;
  const loaded = await loadExtensions(given);
  const config = completeConfig(settings, given, loaded);
  const extensions = [...extensionsOf(config.variant), ...loaded];
  refuseClashes(extensions);
  const log = ownLog ?? createLog(config.logLevel);
  const http = createHttpServer();
  const address = () => http.url() ?? `http://${config.host}:${config.port}`;
  const services = await openServices({ config, log, clock, extensions, address });
  try {
    const made = await firstRun(services);
    const built = await buildInterface(services);
    const server = buildServer(services, built, { http, accessLog: createAccessLog(log, ownLog === undefined) });
    http.onRequest(server.handle);
    if (leads) await recoverUploads(services.media, services.store);
    // Every process may send mail and work on the queue: the lease on each job prevents doing it twice.
    const background = [
      services.mail.start(),
      services.queue.start(),
      ...(leads ? startBackground(services, built, server) : []),
    ];
    return {
      config,
      store: services.store,
      log,
      made,
      answer: (request) => answer(request, built.engine),
      registry: built.engine.registry,
      listen: () => http.listen({ host: config.host, port: config.port }),
      async reset() {
        await services.store.reset();
        await firstRun(services);
      },
      async close() {
        await http.close();
        await Promise.all(background.map((work) => work.stop()));
        await server.close();
        await Promise.all(built.extensions.map((extension) => extension.close?.()));
        await services.close();
      },
    };
  } catch (error) {
    await services.close();
    throw error;
  }
}

function completeConfig(
  settings: Partial<Omit<Config, 'extensions'>>,
  given: readonly (Extension | string)[],
  loaded: readonly Extension[],
): Config {
  const usual = readConfig({ flags: {}, env: {} }, optionsOf([...builtInExtensions, ...loaded]));
  const extensionOptions = { ...usual.extensionOptions, ...settings.extensionOptions };
  const unknown = Object.keys(extensionOptions).find((name) => !Object.hasOwn(usual.extensionOptions, name));
  if (unknown) throw new ConfigError(`No extension has an option ${unknown}.`);
  const extensions = given.filter((one) => typeof one === 'string');
  return { ...usual, ...settings, extensionOptions, extensions };
}

/** Starts the background jobs that only one process of a site runs. */
function startBackground(
  { store, site, clock, log }: Services,
  { core, engine, extensions, pages }: Interface,
  { visit }: SiteServer,
): Background[] {
  const publisher = startPublisher({
    store,
    site: () => site(store),
    clock,
    kinds: core.kinds,
    hooks: engine.hooks,
    report: (error) => log.error({ err: error }, 'publishing scheduled posts failed'),
  });
  const running: RunningSite = { ask: pages.ask, render: engine.render, visit };
  return [publisher, ...extensions.flatMap((extension) => extension.background(running))];
}
