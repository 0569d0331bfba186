import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { innerRead } from '../api/answer.ts';
import type { Engine } from '../api/engine.ts';
import { openapiRoutes } from '../api/openapi/openapi-routes.ts';
import type { Namespace, RouteModule } from '../api/routing/registry.ts';
import type { Identity } from '../auth/identity.ts';
import { createEnrolmentLimits } from '../auth/invitations.ts';
import { secretKey } from '../auth/secrets.ts';
import { sessionCookieName } from '../auth/sessions.ts';
import type { HookListener, Hooks } from '../background/hooks.ts';
import { countMail } from '../background/mail/mail-jobs.ts';
import { countJobs } from '../background/queue-jobs.ts';
import { changes } from '../changes/change-feed.ts';
import { collectionsOf } from '../changes/collections.ts';
import { dump } from '../changes/dump.ts';
import { createFeedCursors } from '../changes/feed-cursor.ts';
import { createWaitingClients, type WaitingClients } from '../changes/waiting-clients.ts';
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
import { pendingRoutes } from '../pending/pending-routes.ts';
import { proposableRoutes } from '../pending/proposable-routes.ts';
import type { PendingContext } from '../pending/propose.ts';
import { releaseRoutes } from '../pending/releases/release-routes.ts';
import { actingAs } from '../rules/capabilities.ts';
import type { ContentModel } from '../rules/content/content-model.ts';
import { adminScreensRoutes } from '../site/admin-screens-route.ts';
import { headRoute } from '../site/head/head-route.ts';
import { seoRoutes } from '../site/head/seo-routes.ts';
import { pathRoute } from '../site/path-route.ts';
import { changePreviews } from '../site/previews/change-previews.ts';
import { previewRoutes } from '../site/previews/preview-routes.ts';
import { redirects } from '../site/redirect-routes.ts';
import { rankedSearch } from '../site/search-route.ts';
import { siteRoute } from '../site/site-route.ts';
import type { OpenStore } from '../storage/store.ts';
import { createExchangeJobs, type ExchangeJobs } from '../transfer/exchange-jobs.ts';
import { exchangeRoutes } from '../transfer/exchange-routes.ts';
import type { PersonExchange, RehearsalStore } from '../transfer/exchange-table.ts';
import { importedTable } from '../transfer/import/import-record.ts';
import { configOfCopy, copySite } from '../transfer/import/rehearsal.ts';
import { siteStorage } from '../transfer/site-storage.ts';
import { blockRoutes } from '../wp/blocks/block-routes.ts';
import { type ContentModelContext, contentModelRoutes } from '../wp/content-model/content-model-routes.ts';
import type { Core } from '../wp/core.ts';
import { listRoutes } from '../wp/lists/list-routes.ts';
import { mediaAddressRoutes } from '../wp/media/address-routes.ts';
import { mediaLibraryRoutes } from '../wp/media/library/library-routes.ts';
import { mediaTools } from '../wp/media/media-file-routes.ts';
import type { RegenerationContext, RegenerationJobs } from '../wp/media/regenerate/regeneration-jobs.ts';
import { regenerationRoutes } from '../wp/media/regenerate/regeneration-routes.ts';
import { remoteMedia } from '../wp/media/remote-media.ts';
import { sizeRoutes } from '../wp/media/size-routes.ts';
import { resumableUploads } from '../wp/media/upload-routes.ts';
import { wholeMenus } from '../wp/menus/whole-menu-routes.ts';
import type { ContentKinds } from '../wp/posts/content-kind.ts';
import { stickyIds } from '../wp/posts/operations/post-relations.ts';
import { presenceRoutes } from '../wp/posts/presence/presence-routes.ts';
import { ownAutosaves } from '../wp/posts/revisions/own-autosave-routes.ts';
import { trashRoutes } from '../wp/posts/trash-routes.ts';
import { relatedItems } from '../wp/posts/where/related-routes.ts';
import type { PersonRequests } from '../wp/privacy/person-requests.ts';
import { personRoutes } from '../wp/privacy/person-routes.ts';
import type { PersonWork } from '../wp/privacy/person-work.ts';
import { auditRoutes } from '../wp/site/audit-routes.ts';
import { siteSettings } from '../wp/site/more-settings-routes.ts';
import { termTools } from '../wp/terms/term-merge-routes.ts';

import { allPasswordsRoute } from '../wp/users/all-passwords-route.ts';
import { applicationPasswordRoutes } from '../wp/users/application-password-routes.ts';
import { invitationRoutes } from '../wp/users/invitation-routes.ts';
import { managedAppRoutes, ownAppRoutes } from '../wp/users/oauth/app-routes.ts';
import { discoveryRoutes } from '../wp/users/oauth/discovery-routes.ts';
import { tokenRoutes } from '../wp/users/oauth/token-routes.ts';
import { passkeyRoutes } from '../wp/users/passkey-routes.ts';
import { roleRoutes } from '../wp/users/role-routes.ts';
import { sessionRoutes } from '../wp/users/session-routes.ts';
import { twoFactorRoutes } from '../wp/users/two-factor-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { databaseFile, openSiteStore, previewWork, type Services, siteTables } from './open-services.ts';

/** The subjects of `platen/v1`, in the order its description shows them; each is a folder of `platen/`. */
export function platenModules(context: PlatenContext): readonly RouteModule[] {
  const { core } = context;
  return [
    batch({ engine: context.engine, turns: context.services.turns }),
    blockRoutes(core),
    listRoutes(core),
    core.description,
    core.optionPages,
    rankedSearch(core),
    pathRoute(core),
    siteRoute(core),
    headRoute(core),
    seoRoutes(core),
    ownAutosaves(core),
    core.notes(context.services.mail),
    presenceRoutes(core),
    core.reviews(context.services.mail),
    relatedItems(core),
    trashRoutes(core),
    termTools({ taxonomies: core.taxonomies, variant: core.display.variant }),
    mediaTools(core, context.services.media),
    sizeRoutes(context.services.imageSizes),
    regenerationRoutes({
      jobs: context.regenerations,
      library: context.services.media,
      sizes: context.services.imageSizes,
      kinds: core.kinds,
    }),
    mediaAddressRoutes(core),
    mediaLibraryRoutes(core, context.services.media, context.listeners),
    ...feedModules(context),
    openapiRoutes({ version, sessionCookie: sessionCookieName }),
    remoteMedia(context.core),
    resumableUploads(context.core, {
      uploads: context.services.uploads,
      library: context.services.media,
    }),
    adminScreensRoutes(context.adminScreens),
    ...agents(context),
    webhookModule(context),
    previewModule(context),
    pendingRoutes(pendingContext(context)),
    releaseRoutes(pendingContext(context)),
    core.accounts,
    accountRoutes(context.services.identity),
    invitationModule(context),
    roleModule(context.services),
    connectedApps(context.services),
    auditRoutes(),
    healthModule(context.services),
    exchangeRoutes(context.exchange),
    personModule(context),
    wholeMenus(core.menus),
    redirects(context.services.redirectHits),
    siteSettings({
      arePermalinksFixed: context.services.config.permalinks !== '',
      roles: context.services.identity.roles,
    }),
    contentModelRoutes(context.model),
  ];
}

function agents(context: PlatenContext): readonly RouteModule[] {
  return context.services.config.mcp ? [mcpRoutes(mcpContext({ ...context, core: () => context.core }))] : [];
}

/** What pending changes are checked and carried out with. */
export const pendingContext = ({
  engine,
  services,
  core,
}: Pick<PlatenContext, 'engine' | 'services' | 'core'>): PendingContext => ({
  engine,
  turns: services.turns,
  proposable: proposableRoutes(core),
  queue: services.queue,
  mail: services.mail,
  previews: changePreviews(core),
});

/** Links that show what is not published. */
function previewModule({ services, core }: PlatenContext): RouteModule {
  const { pages, previewUrl } = services.config;
  return previewRoutes({ core, ...previewWork(services), hasPages: pages, previewUrl });
}

/** What the modules of `platen/v1` are made from. */
export interface PlatenContext {
  readonly services: Services;
  readonly core: Core;
  /** The engine is made from the routes, so it is asked for when used. */
  readonly engine: () => Engine;
  readonly adminScreens: AdminScreens;
  /** The hooks of the extensions that propose something. */
  readonly listeners: readonly Pick<HookListener, 'guard' | 'propose'>[];
  /** What administrators declare is changed with. */
  readonly model: ContentModelContext;
  readonly exchange: ExchangeJobs;
  readonly people: People;
  readonly regenerations: RegenerationJobs;
  /** Those who wait for changes. */
  readonly clients: WaitingClients;
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
      allPasswordsRoute(),
      ...applicationPasswordRoutes(identity, '/platen/v1/users', { sharedNames: false, limits: true }),
      ...sessionRoutes(identity),
      ...twoFactorRoutes(identity),
      ...passkeyRoutes(identity),
    ],
  };
}

/** What each role allows. */
function roleModule({ identity: { roles, grants }, config }: Services): RouteModule {
  return roleRoutes({ roles, grants, optionName: `${config.tablePrefix}user_roles` });
}

/** How people without an account get one. */
function invitationModule({ core, services: { identity, mail, limiters, config } }: PlatenContext): RouteModule {
  const limits = createEnrolmentLimits(config.throttle ? limiters : null);
  return invitationRoutes({ ...core.accountWork, roles: identity.roles, mail, limits });
}

/** What apps are connected with, and the lists of those that are. */
function connectedApps({ oauth, config, identity }: Services): RouteModule {
  const protocol = oauth ? [...tokenRoutes(oauth), ...discoveryRoutes(oauth, config.mcp)] : [];
  return { routes: [...protocol, ...ownAppRoutes(identity), ...managedAppRoutes(oauth !== null)] };
}

/** Those who wait for the next change of the feed. */
export const waitingClients = ({ store, jobs }: Services, isClosing: () => boolean): WaitingClients =>
  createWaitingClients({ newest: () => store.feed.newest(), isClosing, job: jobs.of('feed watch') });

/** The feed and the dump that it begins with; they share their cursors. */
export function feedModules({ services, core, engine, clients, isClosing }: PlatenContext): readonly RouteModule[] {
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
      clients,
      identify: async (request) => actingAs((await engine().identify(request, store)).caller, { isReading: true }),
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
export function healthModule({ store, config, mail, cache, cacheHistory, clock }: Services): RouteModule {
  return healthRoutes({
    store,
    dataDir: resolve(config.dataDir),
    databaseFile: databaseFile(config),
    version,
    mail: { isConfigured: mail.isConfigured, counts: () => countMail(store) },
    queue: { counts: () => countJobs(store) },
    acceptsAccountPasswords: config.basicAccountPassword,
    clock,
    cache: { megabytes: config.cacheMegabytes, metrics: () => cache.metrics(), history: cacheHistory.samples },
  });
}

/** What agents are served with, over HTTP or standard input and output. */
export function mcpContext({
  services,
  core,
  engine,
}: Pick<PlatenContext, 'services' | 'engine'> & { readonly core: () => Core }): McpContext {
  const { markdown } = services;
  let made: { readonly of: Core; readonly tools: readonly Tool[] } | null = null;
  const tools = () => {
    if (made?.of !== core()) made = { of: core(), tools: allTools(core(), engine().registry) };
    return made.tools;
  };
  return { engine, markdown, tools, needsLogin: services.oauth !== null };
}

/** What copies of stored pictures are made again with. */
export function regenerationContext(
  { store, media, site, clock, jobs }: Services,
  kinds: () => ContentKinds,
  hooks: () => Hooks | null,
): RegenerationContext {
  return { store, library: media, kinds, site, hooks, clock, job: jobs.of('picture copies') };
}

/** The data of people: how it is found, and who asked for it. */
export interface People {
  readonly work: PersonWork;
  readonly requests: PersonRequests;
}

function personModule({ people, services }: PlatenContext): RouteModule {
  const { config, limiters, jobs } = services;
  return personRoutes({
    ...people,
    limiters: config.throttle ? limiters : null,
    takesRequests: config.dataRequests,
    later: (work) => void jobs.of('personal data requests').run(work),
  });
}

/** Imports and exports of the running site. */
export function exchangeJobs(services: Services, content: () => ContentModel, people: PersonExchange): ExchangeJobs {
  const { store, config, clock, site, extensions, media, folder, queue, fetcherFor, jobs } = services;
  return createExchangeJobs(
    {
      store,
      config,
      clock,
      job: jobs.of('imports and exports'),
      people,
      site,
      get types() {
        return content().types;
      },
      get meta() {
        return content().meta;
      },
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
