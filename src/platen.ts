import type { Logger } from 'pino';
import { answer } from './api/answer.ts';
import type { ApiRequest, ApiResponse } from './api/request.ts';
import type { Registry } from './api/routing/registry.ts';
import { buildInterface, type Interface } from './app/build-interface.ts';
import { buildServer, type SiteServer } from './app/build-server.ts';
import { createAccessLog, createLog } from './app/log.ts';
import { openServices, type Services } from './app/open-services.ts';
import { type Config, readConfig } from './config/config.ts';
import type { RunningSite } from './extension.ts';
import { createHttpServer } from './http/http-server.ts';
import type { Background } from './jobs/background.ts';
import { startLoop } from './jobs/loop.ts';
import { type FirstRun, firstRun } from './setup/first-run.ts';
import type { OpenStore } from './storage/store.ts';
import { startPublisher } from './wp/posts/publisher.ts';

/** Options for embedding programs; all have defaults, and nothing is read from the environment. */
export interface PlatenOptions extends Partial<Config> {
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
  const { log: ownLog, clock = Date.now, leads = true, ...settings } = options;
  const config: Config = { ...readConfig({ flags: {}, env: {} }), ...settings };
  const log = ownLog ?? createLog(config.logLevel);
  const http = createHttpServer();
  const address = () => http.url() ?? `http://${config.host}:${config.port}`;
  const services = await openServices({ config, log, clock, address });
  try {
    const made = await firstRun(services);
    const built = await buildInterface(services);
    const server = buildServer(services, built, { http, accessLog: createAccessLog(log, ownLog === undefined) });
    http.onRequest(server.handle);
    if (leads) await services.media.recover();
    // Every process may send mail: the lease on each message prevents sending it twice.
    const background = [services.mail.start(), ...(leads ? startBackground(services, built, server) : [])];
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

const recoverEveryMs = 300_000;

/** Starts the background jobs that only one process of a site runs. */
function startBackground(
  { store, site, clock, log, media }: Services,
  { core, engine, extensions, pages }: Interface,
  { visit }: SiteServer,
): Background[] {
  const publisher = startPublisher({
    store,
    site: () => site(store),
    clock,
    kinds: core.kinds,
    report: (error) => log.error({ err: error }, 'publishing scheduled posts failed'),
  });
  const recovery = startLoop({
    round: () => media.recover(),
    everyMs: recoverEveryMs,
    firstAfterMs: recoverEveryMs,
    report: (error) => log.error({ err: error }, 'files of unfinished uploads could not be removed'),
  });
  const running: RunningSite = { ask: pages.ask, render: engine.render, visit };
  return [publisher, recovery, ...extensions.flatMap((extension) => extension.background?.(running) ?? [])];
}
