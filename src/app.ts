import type { Logger } from 'pino';
import { answer } from './api/answer.ts';
import type { Registry } from './api/registry.ts';
import type { ApiRequest, ApiResponse } from './api/request.ts';
import { buildInterface, type Interface } from './app/interface.ts';
import { createAccessLog, createLog } from './app/log.ts';
import { buildServer } from './app/server.ts';
import { openServices, type Services } from './app/services.ts';
import { type Config, readConfig } from './config/config.ts';
import type { Background } from './extension.ts';
import { startPublisher } from './jobs/publisher.ts';
import { recoverUploads } from './media/recover-uploads.ts';
import { pageContent } from './resources/pages.ts';
import { postContent } from './resources/posts.ts';
import { type FirstRun, firstRun } from './setup/first-run.ts';
import type { OpenStore } from './storage/store.ts';

/** What an embedding program may set; everything has a default, nothing is read from the environment. */
export interface PlatenOptions extends Partial<Config> {
  readonly log?: Logger;
  readonly clock?: () => number;
  /** Whether this process does the work with a clock: scheduled posts, mail. One process of a site should. */
  readonly leads?: boolean;
}

/** A content server as a value: several can live in one process. */
export interface Platen {
  readonly config: Config;
  readonly store: OpenStore;
  readonly log: Logger;
  /** What the first start made, or null where the site was there already. */
  readonly made: FirstRun | null;
  answer(request: ApiRequest): Promise<ApiResponse>;
  /** Every route it answers, for those who describe or test the interface. */
  readonly registry: Registry;
  /** Starts to listen; the address it listens on. */
  listen(): Promise<string>;
  /** Back to a new site, as after the first start. */
  reset(): Promise<void>;
  /** Finishes what is under way, then lets go of everything. */
  close(): Promise<void>;
}

export async function createPlaten(options: PlatenOptions = {}): Promise<Platen> {
  const { log: ownLog, clock = Date.now, leads = true, ...settings } = options;
  const config: Config = { ...readConfig({ flags: {}, env: {} }), ...settings };
  const log = ownLog ?? createLog(config.logLevel);
  const services = await openServices(config, log, clock);
  try {
    const made = await firstRun(services);
    const parts = await buildInterface(services);
    let closing = false;
    const http = buildServer(services, parts, {
      isClosing: () => closing,
      accessLog: createAccessLog(log, ownLog === undefined),
    });
    if (leads) await recoverUploads(services.media, services.store);
    // Mail is sent by whichever process holds a letter's lease, so each of them may.
    const background = [services.mail.start(), ...(leads ? startBackground(services, parts) : [])];
    return {
      config,
      store: services.store,
      log,
      made,
      answer: (request) => answer(request, parts.engine),
      registry: parts.engine.registry,
      async listen() {
        services.listening.url = await http.listen({ host: config.host, port: config.port });
        return services.listening.url;
      },
      async reset() {
        await services.store.reset();
        await firstRun(services);
      },
      async close() {
        closing = true;
        // A connection that falls idle from now on has nothing more to ask.
        http.server.keepAliveTimeout = 1;
        await http.close();
        await Promise.all(background.map((work) => work.stop()));
        await Promise.all(parts.extensions.map((extension) => extension.close?.()));
        await services.close();
      },
    };
  } catch (error) {
    await services.close();
    throw error;
  }
}

/** Work with a clock that one process does for all. */
function startBackground({ store, site, clock, log }: Services, { core, extensions }: Interface): Background[] {
  const publisher = startPublisher({
    store,
    site: () => site(store),
    clock,
    kinds: [postContent(core).kind, pageContent(core).kind],
    report: (error) => log.error({ err: error }, 'publishing what is due failed'),
  });
  return [publisher, ...extensions.flatMap((parts) => parts.background?.() ?? [])];
}
