import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { innerRead } from '../api/answer.ts';
import type { Engine } from '../api/engine.ts';
import { openapiRoutes } from '../api/openapi/openapi-routes.ts';
import type { Namespace, RouteModule } from '../api/routing/registry.ts';
import type { Identity } from '../auth/identity.ts';
import { secretKey } from '../auth/secrets.ts';
import { sessionCookieName } from '../auth/sessions.ts';
import { countMail } from '../background/mail/mail-jobs.ts';
import { countJobs } from '../background/queue-jobs.ts';
import { changes } from '../changes/change-feed.ts';
import { collectionsOf } from '../changes/collections.ts';
import { dump } from '../changes/dump.ts';
import { createFeedCursors } from '../changes/feed-cursor.ts';
import { createWaitingClients } from '../changes/waiting-clients.ts';
import { webhookSecretPurpose } from '../changes/webhooks/signature.ts';
import { webhookRoutes } from '../changes/webhooks/webhook-routes.ts';
import type { Config } from '../config/config.ts';
import type { AdminScreens } from '../extension/admin-scripts.ts';
import type { Extension } from '../extension/definition.ts';
import { batch } from '../http/batch/platen-batch.ts';
import { once } from '../lib/once.ts';
import { version } from '../lib/program-version.ts';
import { type McpContext, mcpRoutes } from '../mcp/mcp-route.ts';
import { allTools } from '../mcp/site-tools.ts';
import type { Tool } from '../mcp/tool.ts';
import { adminScreensRoutes } from '../site/admin-screens-route.ts';
import { headRoute } from '../site/head/head-route.ts';
import { seoRoutes } from '../site/head/seo-routes.ts';
import { pathRoute } from '../site/path-route.ts';
import { previewRoutes } from '../site/previews/preview-routes.ts';
import { redirects } from '../site/redirect-routes.ts';
import { rankedSearch } from '../site/search-route.ts';
import type { OpenStore } from '../storage/store.ts';
import { createExchangeJobs, type ExchangeJobs } from '../transfer/exchange-jobs.ts';
import { exchangeRoutes } from '../transfer/exchange-routes.ts';
import type { RehearsalStore } from '../transfer/exchange-table.ts';
import { importedTable } from '../transfer/import/import-record.ts';
import { configOfCopy, copySite } from '../transfer/import/rehearsal.ts';
import { siteStorage } from '../transfer/site-storage.ts';
import { blockRoutes } from '../wp/blocks/block-routes.ts';
import type { Core } from '../wp/core.ts';
import { listRoutes } from '../wp/lists/list-routes.ts';
import { mediaTools } from '../wp/media/media-file-routes.ts';
import { remoteMedia } from '../wp/media/remote-media.ts';
import { wholeMenus } from '../wp/menus/whole-menu-routes.ts';
import { stickyIds } from '../wp/posts/operations/post-relations.ts';
import { ownAutosaves } from '../wp/posts/revisions/own-autosave-routes.ts';
import { trashRoutes } from '../wp/posts/trash-routes.ts';
import { relatedItems } from '../wp/posts/where/related-routes.ts';
import { auditRoutes } from '../wp/site/audit-routes.ts';
import { siteSettings } from '../wp/site/more-settings-routes.ts';
import { termTools } from '../wp/terms/term-merge-routes.ts';
import { applicationPasswordRoutes } from '../wp/users/application-password-routes.ts';
import { sessionRoutes } from '../wp/users/session-routes.ts';
import { twoFactorRoutes } from '../wp/users/two-factor-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { databaseFile, openSiteStore, type Services, siteTables } from './open-services.ts';

/** The subjects of `platen/v1`, in the order its description shows them; each is a folder of `platen/`. */
export function platenModules(context: PlatenContext): readonly RouteModule[] {
  const { core } = context;
  return [
    batch({ engine: context.engine, turns: context.services.turns }),
    blockRoutes(core),
    listRoutes(core),
    core.description,
    rankedSearch(core),
    pathRoute(core),
    headRoute(core),
    seoRoutes(core),
    ownAutosaves(core),
    relatedItems(core),
    trashRoutes(core),
    termTools({ taxonomies: core.taxonomies, variant: core.display.variant }),
    mediaTools(core, context.services.media),
    ...feedModules(context),
    openapiRoutes({ version, sessionCookie: sessionCookieName }),
    remoteMedia(context.core),
    adminScreensRoutes(context.adminScreens),
    ...agents(context),
    webhookModule(context),
    previewModule(context),
    core.accounts,
    accountRoutes(context.services.identity),
    auditRoutes(),
    healthModule(context.services),
    exchangeRoutes(exchangeJobs(context.services)),
    wholeMenus(core.menus),
    redirects(context.services.redirectHits),
    siteSettings({ arePermalinksFixed: context.services.config.permalinks !== '' }),
  ];
}

function agents(context: PlatenContext): readonly RouteModule[] {
  return context.services.config.mcp ? [mcpRoutes(mcpContext(context))] : [];
}

/** Links that show what is not published. */
function previewModule({ services: { store, config }, core }: PlatenContext): RouteModule {
  return previewRoutes({ core, store, hasPages: config.pages });
}

/** What the modules of `platen/v1` are made from. */
export interface PlatenContext {
  readonly services: Services;
  readonly core: Core;
  /** The engine is made from the routes, so it is asked for when used. */
  readonly engine: () => Engine;
  readonly adminScreens: AdminScreens;
  /** Whether the server ends, so that nobody should wait any more. */
  readonly isClosing: () => boolean;
}

/**
 * The namespace of what only this server offers. Clients of `wp/v2` compare the discovery document, so it is not listed
 * there; `GET platen/v1` describes it.
 */
export function platenNamespace(modules: readonly RouteModule[]): Namespace {
  return {
    name: 'platen/v1',
    unlisted: true,
    routes: modules.flatMap((module) => module.routes),
    embedders: Object.assign({}, ...modules.map((module) => module.embedders ?? {})),
    definitions: Object.assign({}, ...modules.map((module) => module.definitions ?? {})),
  };
}

/** What an account logs in with: application passwords, browser sessions, the second factor. */
export function accountRoutes(identity: Identity): RouteModule {
  return {
    routes: [
      ...applicationPasswordRoutes(identity, '/platen/v1/users'),
      ...sessionRoutes(identity),
      ...twoFactorRoutes(identity),
    ],
  };
}

/** The feed and the dump that it begins with; they share their cursors. */
export function feedModules({ services, core, engine, isClosing }: PlatenContext): readonly RouteModule[] {
  const { store, jobs } = services;
  const shared = {
    store,
    read: innerRead(engine),
    cursors: createFeedCursors(once(() => secretKey(store, 'cursors of the feed'))),
    collections: collectionsOf(core),
  };
  return [
    changes({
      ...shared,
      clients: createWaitingClients({ newest: () => store.feed.newest(), isClosing, job: jobs.of('feed watch') }),
      identify: (request) => engine().identify(request, store),
    }),
    dump({ ...shared, snapshot: () => store.snapshot(), isClosing, job: jobs.of('dump') }),
  ];
}

/** Endpoints that are told of changes. */
export function webhookModule({ services: { store }, core }: PlatenContext): RouteModule {
  return webhookRoutes({
    store,
    types: new Set(collectionsOf(core).keys()),
    key: once(() => secretKey(store, webhookSecretPurpose)),
  });
}

/** How the site is, from the services. */
export function healthModule({ store, config, mail, cache, cacheHistory }: Services): RouteModule {
  return healthRoutes({
    store,
    dataDir: resolve(config.dataDir),
    databaseFile: databaseFile(config),
    version,
    mail: { isConfigured: mail.isConfigured, counts: () => countMail(store) },
    queue: { counts: () => countJobs(store) },
    cache: { megabytes: config.cacheMegabytes, metrics: () => cache.metrics(), history: cacheHistory.samples },
  });
}

/** What agents are served with, over HTTP or standard input and output. */
export function mcpContext({
  services,
  core,
  engine,
}: Pick<PlatenContext, 'services' | 'core' | 'engine'>): McpContext {
  const { markdown } = services;
  let made: readonly Tool[] | null = null;
  const tools = () => {
    made ??= allTools(core, engine().registry);
    return made;
  };
  return { engine, markdown, tools };
}

/** Imports and exports of the running site. */
export function exchangeJobs(services: Services): ExchangeJobs {
  const { store, config, clock, site, content, extensions, media, folder, queue, fetcherFor, jobs } = services;
  return createExchangeJobs(
    {
      store,
      config,
      clock,
      job: jobs.of('imports and exports'),
      site,
      types: content.types,
      meta: content.meta,
      tables: siteTables(extensions),
      files: media.files,
      fetch: fetcherFor(() => true),
      stickyIds,
      rehearse: () => openRehearsalStore(config, extensions),
      folder,
    },
    queue,
  );
}

/** A copy of the rows of the site in a database of its own, so that an import can be tried; closing it removes it. */
export async function openRehearsalStore(config: Config, extensions: readonly Extension[]): Promise<RehearsalStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-rehearsal-'));
  const own = configOfCopy(config, dataDir);
  const opened: { store?: OpenStore } = {};
  const close = async () => {
    await opened.store?.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const store = await openSiteStore(own, extensions);
    opened.store = store;
    const { database, files } = await siteStorage(own);
    await files.close();
    // Created before the database is opened a second time: open connections notice a new table late.
    await store.table(importedTable).count({ id: 0 });
    await copySite(config, database);
    return { store, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}
