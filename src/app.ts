import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import { type Logger, pino } from 'pino';
import { answer, type Engine } from './api/answer.ts';
import { rootNamespace, withIndex } from './api/discovery.ts';
import { createRegistry } from './api/registry.ts';
import type { ApiRequest, ApiResponse } from './api/request.ts';
import { createSiteSource } from './api/site-source.ts';
import { visitorRequest } from './api/visitor-request.ts';
import { createIdentity } from './auth/identity.ts';
import { secretKey } from './auth/secrets.ts';
import { sessionCookieName } from './auth/session-cookie.ts';
import { sessionsTable } from './auth/sessions.ts';
import { Freshness } from './cache/freshness.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { createSharedAnswers } from './cache/shared-answers.ts';
import { type Config, readConfig } from './config/config.ts';
import { anonymous } from './content/caller.ts';
import { createMetaRegistry } from './content/meta-registry.ts';
import { corePostTypes } from './content/post-types.ts';
import { coreTaxonomies } from './content/taxonomies.ts';
import { coreShortcodes } from './content/text/core-shortcodes.ts';
import { createTextCache } from './content/text/text-cache.ts';
import type { Background, ExtensionHost } from './extension.ts';
import { createFetcher } from './fetch/fetcher.ts';
import { createFigures, type Figures, operationPages } from './http/operations.ts';
import { createHttpServer } from './http/server.ts';
import type { SiteAnswer, SiteRequest } from './http/write-response.ts';
import { startPublisher } from './jobs/publisher.ts';
import { turnsTable } from './kinds/turns.ts';
import { createOutbox, outboxTable } from './mail/outbox.ts';
import { createMediaLibrary } from './media/create-media-library.ts';
import { uploadsUrl } from './media/media-urls.ts';
import { serveUpload } from './media/serve-upload.ts';
import { coreNamespace } from './resources/all.ts';
import { pageContent } from './resources/pages.ts';
import type { CoreParts } from './resources/parts.ts';
import { postContent } from './resources/posts.ts';
import { type FirstRun, firstRun } from './setup/first-run.ts';
import { openStore } from './storage/open-store.ts';
import type { DeclaredTable, OpenStore } from './storage/store.ts';
import { extensionsOf, variants } from './variants.ts';

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
  const log = ownLog ?? createLog(config);
  const dataDir = resolve(config.dataDir);
  const variant = variants[config.variant];
  const extensions = extensionsOf(config.variant);

  const store = await openStore({
    url: config.databaseUrl || `sqlite:${await madeFolder(dataDir, 'platen.db')}`,
    prefix: config.tablePrefix,
  });
  try {
    for (const table of siteTables(config)) await store.table(table).find({}, undefined, { limit: 1, offset: 0 });
    const address = { url: '' };
    const site = createSiteSource({
      url: config.siteUrl,
      get fallbackUrl() {
        return address.url || `http://${config.host}:${config.port}`;
      },
      permalinks: config.permalinks === '' ? null : config.permalinks === 'plain' ? '' : config.permalinks,
      now: clock,
    });
    const identity = createIdentity({
      clock,
      accountPasswords: config.basicAccountPassword,
      throttle: config.throttle,
      rolesOption: `${config.tablePrefix}user_roles`,
      log,
    });
    const media = await createMediaLibrary(config, dataDir);
    const mail = createOutbox({ store, config, clock, log, folder: join(dataDir, 'outbox') });
    const types = [...corePostTypes, ...extensions.flatMap((extension) => extension.postTypes ?? [])];
    const meta = createMetaRegistry(extensions.flatMap((extension) => extension.meta ?? []));
    const shortcodes = extensions.reduce((known, extension) => known.with(extension.shortcodes ?? {}), coreShortcodes);
    const coreParts: CoreParts = {
      variant,
      types,
      taxonomies: coreTaxonomies,
      meta,
      shortcodes,
      textCache: createTextCache(16 * 1024 * 1024),
      roles: identity.roles,
      comments: { floodSeconds: config.commentFloodSeconds, anonymous: config.anonymousComments },
      library: media,
      uploadsUrl: (of) => uploadsUrl(of, config.uploadsUrl),
    };
    const core = coreNamespace(coreParts);
    const host: ExtensionHost = {
      store,
      config,
      variant,
      log,
      clock,
      types,
      mail,
      fetch: createFetcher({ userAgent: 'Platen' }),
      site: () => site(store),
      ask: async (path, query) => {
        const { status, payload } = await answer(visitorRequest(path, query), engine);
        return { status, body: JSON.parse(String(payload)) as unknown };
      },
      folder: (name) => madeFolder(dataDir, name, '.'),
      secret: (purpose) => secretKey(store, purpose),
    };
    const made = await firstRun({ store, config, clock, site });
    const parts = await Promise.all(extensions.map((extension) => extension.setUp(host)));
    const registry = createRegistry([
      rootNamespace(),
      ...[...parts.flatMap((part) => part.namespace ?? []), core].map(withIndex),
    ]);
    const engine: Engine = {
      registry,
      variant,
      store,
      identify: identity.identify,
      site,
      clock,
      report: (error, request) => log.error({ err: error, id: request.id, path: request.path }, 'request failed'),
    };
    const figures = createFigures();
    const freshness = new Freshness(store.changes);
    const cache = new ResponseCache(freshness, config.cacheMegabytes * 1024 * 1024);
    exposeCache(figures, cache);
    const noteAnswer = (message: IncomingMessage, status: number, milliseconds: number): void => {
      figures.note({ method: message.method ?? '', status, milliseconds });
      log.info(
        { method: message.method, url: withoutSecrets(message.url), status, ms: Math.round(milliseconds * 10) / 10 },
        'answered',
      );
    };
    let closing = false;
    const operations = operationPages({ ping: () => store.ping(), figures, isClosing: () => closing });
    const page = async (request: SiteRequest): Promise<SiteAnswer | null> => {
      const found = (await operations(request)) ?? (await serveUpload(media, request));
      if (found) return found;
      for (const part of parts) {
        const shown = await part.page?.(request, { site: await site(store), store, caller: anonymous });
        if (shown) return shown;
      }
      return null;
    };
    const http = createHttpServer({
      answer: (request) => answer(request, engine),
      site: page,
      limits: {
        bytes: config.bodyLimitMegabytes * 1024 * 1024,
        fileBytes: config.uploadLimitMegabytes * 1024 * 1024,
        milliseconds: 30_000,
      },
      trustedProxies: config.trustedProxies,
      opaqueOrigin: variant.protocol.opaqueOrigin,
      log,
      nextId: randomUUID,
      done: (message, response, milliseconds) => noteAnswer(message, response.statusCode, milliseconds),
      ...(config.cacheMegabytes > 0
        ? {
            cache: createSharedAnswers({
              freshness,
              cache,
              sessionCookie: sessionCookieName,
              served: (message, status) => noteAnswer(message, status, 0),
            }),
          }
        : {}),
    });
    const background: Background[] = leads
      ? [
          startPublisher({
            store,
            site: () => site(store),
            clock,
            kinds: [postContent(coreParts).kind, pageContent(coreParts).kind],
            report: (error) => log.error({ err: error }, 'publishing what is due failed'),
          }),
          mail.start(),
          ...parts.flatMap((part) => part.background?.() ?? []),
        ]
      : [];

    return {
      config,
      store,
      log,
      made,
      answer: (request) => answer(request, engine),
      async listen() {
        const listening = await http.listen({ host: config.host, port: config.port });
        address.url = listening;
        return listening;
      },
      async reset() {
        await store.reset();
        await firstRun({ store, config, clock, site });
      },
      async close() {
        closing = true;
        await http.close();
        await Promise.all(background.map((work) => work.stop()));
        await Promise.all(parts.map((part) => part.close?.()));
        await media.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function exposeCache(figures: Figures, cache: ResponseCache): void {
  const rows = {
    entries: 'Answers kept in memory.',
    bytes: 'Memory they take.',
    hits: 'Answers sent from memory.',
    misses: 'Requests whose answer was not in memory.',
    evicted: 'Answers dropped for want of memory.',
    expired: 'Answers dropped because what they were read from changed.',
  } as const;
  for (const [name, help] of Object.entries(rows)) {
    figures.gauge(`platen_cache_${name}`, help, () => cache.figures()[name as keyof typeof rows]);
  }
}

/** The tables a site has beside the public layout. */
export function siteTables(config: Pick<Config, 'variant'>): readonly DeclaredTable[] {
  return [
    sessionsTable,
    outboxTable,
    turnsTable,
    ...extensionsOf(config.variant).flatMap((extension) => extension.tables ?? []),
  ];
}

/** Passwords and nonces may stand in an address; they are not for the log. */
function withoutSecrets(url = ''): string {
  return url.replace(/([?&](?:password|_wpnonce|token|key)=)[^&]*/gi, '$1…');
}

function createLog(config: Config): Logger {
  return pino({
    level: config.logLevel,
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password'],
  });
}

async function madeFolder(dataDir: string, name: string, folder = ''): Promise<string> {
  const path = join(dataDir, name);
  await mkdir(folder ? path : dataDir, { recursive: true });
  return path;
}
