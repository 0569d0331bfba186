import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Variant } from '../api/variant.ts';
import { createIdentity, type Identity } from '../auth/identity.ts';
import { invitationsTable } from '../auth/invitations.ts';
import { loginLinksTable } from '../auth/login-links.ts';
import { createTokenCheck } from '../auth/oauth/bearer-tokens.ts';
import type { JwtRules } from '../auth/oauth/jwt-tokens.ts';
import { type OAuthServer, oauthLimits } from '../auth/oauth/oauth-server.ts';
import { oauthTables } from '../auth/oauth/oauth-tables.ts';
import { oidcIdentitiesTable, ownEmailsTable } from '../auth/oidc.ts';
import { passkeysTable, usedChallengesTable } from '../auth/passkeys.ts';
import { accountPasswordUseTable } from '../auth/passwords/account-password-use.ts';
import { previewsTable } from '../auth/preview-table.ts';
import { secretsTable } from '../auth/secrets.ts';
import { sessionsTable } from '../auth/sessions.ts';
import { recoveryCodesTable, twoFactorTable } from '../auth/two-factor.ts';
import { auditLogTable } from '../background/audit-log.ts';
import { createExtensionFaults, type ExtensionFaults } from '../background/guard.ts';
import { mailTables } from '../background/mail/mail-jobs.ts';
import type { MailTransport } from '../background/mail/mail-transport.ts';
import { createOutbox, type Outbox } from '../background/mail/outbox.ts';
import { createQueue, type Queue } from '../background/queue.ts';
import { queueTable } from '../background/queue-jobs.ts';
import type { TextTask } from '../background/text-tasks.ts';
import type { TextResult } from '../background/text-work.ts';
import { webhookTables } from '../changes/webhooks/webhook-tables.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { Extension } from '../extension/definition.ts';
import { ExtensionError } from '../extension/definition.ts';
import { extensionVersionsTable, migrateExtension } from '../extension/migrate-extension.ts';
import { type CacheHistory, startCacheHistory } from '../http/response-cache/cache-history.ts';
import { InvalidationClock } from '../http/response-cache/invalidation-clock.ts';
import { ResponseCache } from '../http/response-cache/response-cache.ts';
import { type CleanupStack, withCleanup } from '../lib/cleanup-stack.ts';
import { requireOptional } from '../lib/error-code.ts';
import type { ApiError } from '../lib/errors.ts';
import { createFetcher, type Fetcher, limitFetcher } from '../lib/fetcher.ts';
import { createJobs, type Jobs } from '../lib/jobs.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { WorkerPool } from '../lib/worker-pool.ts';
import { limitsTable } from '../limits/database-limit-states.ts';
import { createFairScheduler, type FairScheduler } from '../limits/fair-scheduler.ts';
import type { Limiters } from '../limits/limiter.ts';
import { createMarkdownWork, type MarkdownWork } from '../mcp/markdown.ts';
import { mcpPath } from '../mcp/mcp-route.ts';
import { fileHashesTable } from '../media/file-hashes.ts';
import type { MediaLibrary } from '../media/media-library.ts';
import { createMediaLibrary } from '../media/media-library.ts';
import { createSiteSizes, type SiteSizes } from '../media/sizes/site-sizes.ts';
import { type TransformRules, transformRules } from '../media/transforms/transform-addresses.ts';
import { uploadClaimsTable } from '../media/upload-claims.ts';
import { mediaUsageTable } from '../media/uploads/media-usage.ts';
import { createResumableUploads, type ResumableUploads } from '../media/uploads/resumable-uploads.ts';
import { uploadsTable } from '../media/uploads/upload-table.ts';
import { pendingTable } from '../pending/pending-table.ts';
import { releasesTable } from '../pending/releases/release-table.ts';
import type { ContentModel } from '../rules/content/content-model.ts';
import { contentScopes, createScopeLimits, type ScopeLimits } from '../rules/scope-limits.ts';
import type { Site } from '../rules/site.ts';
import { createRedirectHits, type RedirectHits, redirectHitsTable } from '../site/redirect-hits.ts';
import { redirectsTable } from '../site/redirects.ts';
import { renderedTextsTable } from '../site/render-cache-table.ts';
import { openStore, storedVariant } from '../storage/open/open-store.ts';
import type { DeclaredTable, OpenStore, Store } from '../storage/store.ts';
import { exchangeJobsTable } from '../transfer/exchange-table.ts';
import type { FixedContent } from '../wp/content-model/fixed-content.ts';
import { readStoredModel } from '../wp/content-model/stored-model.ts';
import { regenerationsTable } from '../wp/media/regenerate/regeneration-table.ts';
import { visitsTable } from '../wp/posts/presence/presence-table.ts';
import { indexedKeys } from '../wp/posts/where/meta-keys.ts';
import { personRequestsTable } from '../wp/privacy/person-table.ts';
import { reviewsTable } from '../wp/reviews/review-table.ts';
import { openLimiters } from './open-limiters.ts';
import { fixedContent, siteContent, siteFromConfig, storedContent } from './site-from-config.ts';
import { createFaultLog, createFaultTranslation, type FaultLog } from './translate-fault.ts';
import { extendedVariant, variants } from './variants.ts';
import { createMarkdownThreads, createTextThreads } from './worker-threads.ts';

/** The services that the rest of the application depends on; opened together, closed together. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: () => number;
  readonly variant: Variant;
  readonly extensions: readonly Extension[];
  /** What is built in and declared outside of the admin page. */
  readonly fixedContent: FixedContent;
  /** Types, taxonomies and meta keys: built in and declared. */
  readonly content: ContentModel;
  /** The version of the stored declarations that the content has. */
  readonly contentVersion: string;
  /** Lets the indexes of meta and the rights of roles follow another content. */
  readonly useContent: (content: ContentModel) => Promise<void>;
  readonly store: OpenStore;
  readonly site: (store: Store) => MaybePromise<Site>;
  readonly identity: Identity;
  /** Gives apps access to accounts; null where that is off. */
  readonly oauth: OAuthServer | null;
  /** Signed tokens for passwords; null where they are off. */
  readonly jwt: JwtRules | null;
  readonly limiters: Limiters;
  /** The order of requests that are not cached, and of the steps of batches. */
  readonly turns: FairScheduler;
  readonly media: MediaLibrary;
  readonly imageSizes: SiteSizes;
  /** Which resized pictures may be asked for. */
  readonly transformRules: TransformRules;
  /** Uploads that arrive in several requests. */
  readonly uploads: ResumableUploads;
  readonly mail: Outbox;
  /** Work that survives a crash. */
  readonly queue: Queue;
  /** What runs in the background, with its failures. */
  readonly jobs: Jobs;
  readonly extensionFaults: ExtensionFaults;
  /** Worker threads that clean and render long texts. */
  readonly textThreads: WorkerPool<TextTask, TextResult>;
  /** Converts texts from and to Markdown. */
  readonly markdown: MarkdownWork;
  readonly freshness: InvalidationClock;
  readonly cache: ResponseCache;
  readonly redirectHits: RedirectHits;
  readonly cacheHistory: Pick<CacheHistory, 'samples'>;
  /** Faults of the machine, logged once a minute. */
  readonly faults: FaultLog;
  /** The API error for a failure below the interface; null for a fault of the program. */
  readonly translate: (error: unknown) => ApiError | null;
  /** The guarded way out to those hosts that it may reach; `named` are origins of the configuration, which may be inside. */
  readonly fetcherFor: (mayReach: (hostname: string) => boolean, named?: readonly string[]) => Fetcher;
  /** A private folder below the data folder, created on demand. */
  readonly folder: (name: string) => Promise<string>;
  readonly adminPasswordHash?: string | undefined;
  readonly close: () => Promise<void>;
}

/** Services that a test replaces: the store, the far end of mail, the way out to other hosts. */
export interface SiteOverrides {
  /** Opens the store of the site instead of the configured one; every folder is then made by what writes to it. */
  readonly openStore?: () => Promise<OpenStore>;
  readonly transport?: MailTransport;
  readonly fetch?: Fetcher;
  /** The stored hash of the first administrator's password, instead of hashing the configured one. */
  readonly adminPasswordHash?: string;
}

/** Options for opening the services. */
export interface ServicesOptions extends SiteOverrides, Pick<Services, 'config' | 'log' | 'clock' | 'extensions'> {
  /** The URL the server listens on, or will; used in links while the site has no URL configured. */
  readonly address: () => string;
  /** How many pictures are processed at a time; default two. */
  readonly picturesAtOnce?: number;
}

/** If a later step fails, what the earlier ones opened is closed again. */
export function openServices(options: ServicesOptions): Promise<Services> {
  return withCleanup((opened) => openInOrder(options, opened));
}

async function openInOrder(options: ServicesOptions, opened: CleanupStack): Promise<Services> {
  const { config, log, clock, extensions, address, openStore: openOwn, transport } = options;
  if (config.smtpUrl !== null) requireOptional('nodemailer', 'PLATEN_SMTP_URL');
  if (config.oidcOnly && Object.keys(config.oidc).length === 0)
    throw new ConfigError('PLATEN_OIDC_ONLY needs a provider. Name one in PLATEN_OIDC, or switch it off.');
  if (config.mcp) for (const name of mcpPackages) requireOptional(name, 'PLATEN_MCP');
  // Checked before anything is opened, so that a mistake in a declaration leaves no trace.
  siteContent(config, extensions);
  const faults = createFaultLog(log, clock);
  const jobs = createJobs((name, error) => faults(`job ${name}`, error, `the background job "${name}" failed`), clock);
  const dataDir = resolve(config.dataDir);
  if (!openOwn) await makeDataFolder(dataDir);
  const store = opened.adopt(await (openOwn ? openOwn() : openSiteStore(config, extensions, jobs)), (service) =>
    service.close(),
  );
  if (openOwn) await createSiteTables(store, extensions);
  const { adoptedAs } = store.dialect;
  if (adoptedAs) log.info({ variant: config.variant }, adoptionNote(adoptedAs));
  for (const extension of extensions) await migrateExtension(extension, store, clock);
  const skipped = (why: string): void => log.warn({ why }, 'a stored declaration is left out');
  const fixed = await fixedContent({ config, store, skipped }, extensions);
  const stored = await readStoredModel(store);
  const content = storedContent(fixed, stored, skipped);
  let { grants } = content;
  let limits = scopeLimitsOf(content);
  const useContent = async (model: ContentModel): Promise<void> => {
    await store.declareMetaIndexes(indexedKeys(model.meta));
    grants = model.grants;
    limits = scopeLimitsOf(model);
  };
  await useContent(content);
  const { files: rules } = variants[config.variant].media;
  const imageSizes = createSiteSizes({ store, clock, rules, configured: config.imageSizes, extensions });
  const media = opened.adopt(
    await createMediaLibrary(config, dataDir, store, {
      job: jobs.of('upload leases'),
      rules,
      sizes: imageSizes.made,
      ...(options.picturesAtOnce ? { picturesAtOnce: options.picturesAtOnce } : {}),
    }),
    (service) => service.close(),
  );
  const textThreads = opened.adopt(createTextThreads(config.variant, variants[config.variant].text), (service) =>
    service.close(),
  );
  const markdownThreads = opened.adopt(createMarkdownThreads(), (service) => service.close());
  const { limiters, closeLimiters } = await openLimiters({ config, store, clock, log });
  opened.defer(closeLimiters);
  const freshness = new InvalidationClock(store.changes, clock);
  const cache = new ResponseCache(freshness, config.cacheMegabytes * 1024 * 1024);
  const cacheHistory = opened.adopt(startCacheHistory(cache, clock), (history) => history.stop());
  const redirectHits = opened.adopt(createRedirectHits({ store, clock, job: jobs.of('redirect hits') }), (hits) =>
    hits.close(),
  );
  const queue = createQueue({ store, clock, job: jobs.of('queue') });
  const fetcherFor = (mayReach: (hostname: string) => boolean, named: readonly string[] = []) =>
    options.fetch && named.length === 0
      ? limitFetcher(options.fetch, mayReach)
      : createFetcher({ userAgent: 'Platen', mayReach, named });
  const site = siteFromConfig(config, clock, address);
  const access = appAccess({ config, clock, log, site, limiters, fetch: fetcherFor(() => true) });
  const services = {
    config,
    log,
    clock,
    variant: config.interface === 'extended' ? extendedVariant(variants[config.variant]) : variants[config.variant],
    extensions,
    fixedContent: fixed,
    content,
    contentVersion: stored.version,
    useContent,
    store,
    site,
    identity: createIdentity({
      clock,
      accountPasswords: config.basicAccountPassword && !config.oidcOnly,
      oidcOnly: config.oidcOnly,
      namedCodes: variants[config.variant].people.loginCodes,
      limiters: config.throttle ? limiters : null,
      rolesOption: `${config.tablePrefix}user_roles`,
      grants: () => grants,
      limits: () => limits,
      log,
      ...access.tokens,
    }),
    limiters,
    turns: createFairScheduler(),
    media,
    imageSizes,
    transformRules: transformRules(config, media.sizes, store),
    uploads: createResumableUploads({ store, library: media, clock, expiryMs: config.uploadExpiryHours * 3_600_000 }),
    mail: createOutbox({
      store,
      queue,
      config,
      clock,
      log,
      job: jobs.of('mail'),
      ...(transport ? { transport } : {}),
    }),
    queue,
    jobs,
    extensionFaults: createExtensionFaults(log, clock),
    textThreads,
    markdown: createMarkdownWork(markdownThreads),
    freshness,
    adminPasswordHash: options.adminPasswordHash,
    fetcherFor,
    oauth: access.oauth,
    jwt: access.jwt,
    cache,
    cacheHistory,
    redirectHits,
    faults,
    translate: createFaultTranslation(faults),
    folder: async (name: string) => (openOwn ? join(dataDir, name) : ownFolder(dataDir, name)),
  };
  return { ...services, close: () => opened.close() };
}

const scopeLimitsOf = ({ types, taxonomies }: ContentModel): ScopeLimits =>
  createScopeLimits(contentScopes(types, taxonomies));

interface AccessServices extends Pick<Services, 'config' | 'clock' | 'log' | 'site' | 'limiters'> {
  readonly fetch: Fetcher;
}

/** How apps are given access to accounts, as far as the configuration wants it, and who their tokens stand for. */
function appAccess({ config, clock, log, site, limiters, fetch }: AccessServices) {
  const rules = {
    accessSeconds: config.oauthAccessMinutes * 60,
    refreshSeconds: config.oauthRefreshDays * 86_400,
    registration: config.oauthRegistration,
  };
  const limits = oauthLimits(config.throttle ? limiters : null);
  const oauth: OAuthServer | null = config.oauth ? { rules, clock, fetch, limits } : null;
  const jwt: JwtRules | null = config.jwt ? { days: config.jwtDays, clock } : null;
  const check = createTokenCheck({ clock, log, site, apps: config.oauth, jwt, mcpPath });
  // Without either, a bearer token is no credential, as it always was.
  return { oauth, jwt, tokens: oauth || jwt ? { tokens: check } : {} };
}

/** What previews are opened with, besides the content model. */
export const previewWork = ({ store, clock, identity }: Pick<Services, 'store' | 'clock' | 'identity'>) => ({
  store,
  clock,
  callerFor: (userId: number) => identity.callerFor(userId, store),
});

/** What serving agents needs. */
const mcpPackages = ['@modelcontextprotocol/server', 'marked', 'turndown'];

async function ownFolder(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  await mkdir(path, { recursive: true });
  return path;
}

/** The path of the configured SQLite file; null for a database server and for one in memory. */
export function databaseFile({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string | null {
  if (databaseUrl === '') return join(resolve(dataDir), 'platen.db');
  const path = /^sqlite:(.+)$/s.exec(databaseUrl)?.[1];
  return path === undefined || path === ':memory:' ? null : resolve(path);
}

/** Opens the store of the configured site and creates every table it needs. */
export async function openSiteStore(config: Config, extensions: readonly Extension[], jobs?: Jobs): Promise<OpenStore> {
  const dataDir = resolve(config.dataDir);
  if (!config.databaseUrl) await makeDataFolder(dataDir);
  const store = await openStore({
    url: config.databaseUrl || `sqlite:${join(dataDir, 'platen.db')}`,
    prefix: config.tablePrefix,
    feedDays: config.feedDays,
    triggers: config.dbTriggers,
    jobs,
    deadlines: deadlinesOf(config),
  });
  await createSiteTables(store, extensions);
  return store;
}

const deadlinesOf = (config: Config) => ({
  connectMs: config.dbConnectSeconds * 1000,
  acquireMs: config.dbAcquireSeconds * 1000,
  statementMs: config.dbStatementSeconds * 1000,
});

/** The configuration with the variant of its database, where that of an existing site was adopted; for those who named none. */
export async function withStoredVariant(config: Config): Promise<Config> {
  const { databaseUrl: url, tablePrefix: prefix } = config;
  const variant = await storedVariant({ url, prefix, deadlines: deadlinesOf(config) });
  return variant ? { ...config, variant } : config;
}

/** What is said when the database of an existing site is opened for the first time. */
export const adoptionNote = (chosen: string): string =>
  `This database of an existing site is used for the first time. Its db_version chose variant ${chosen} of the interface for it; PLATEN_VARIANT names another.`;

/** Creates the tables of the program and its extensions where they are missing. */
async function createSiteTables(store: Store, extensions: readonly Extension[]): Promise<void> {
  // On MariaDB, creating a table commits the open transaction; so all tables are created before the first one.
  for (const table of siteTables(extensions)) await store.table(table).find({}, undefined, { limit: 1, offset: 0 });
}

const folderFaults: Readonly<Record<string, string>> = {
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

async function makeDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    const why =
      typeof error === 'object' && error !== null && 'code' in error ? folderFaults[String(error.code)] : undefined;
    if (!why) throw error;
    throw new ConfigError(`PLATEN_DATA_DIR "${path}" cannot be made: ${why}. Choose another folder.`, { cause: error });
  }
}

/** The tables a site has in addition to the public layout. */
export function siteTables(extensions: readonly Extension[]): readonly DeclaredTable[] {
  const own: DeclaredTable[] = [
    secretsTable,
    sessionsTable,
    twoFactorTable,
    recoveryCodesTable,
    loginLinksTable,
    accountPasswordUseTable,
    invitationsTable,
    passkeysTable,
    oidcIdentitiesTable,
    ownEmailsTable,
    usedChallengesTable,
    ...oauthTables,
    auditLogTable,
    ...mailTables,
    limitsTable,
    uploadClaimsTable,
    uploadsTable,
    mediaUsageTable,
    fileHashesTable,
    queueTable,
    ...webhookTables,
    previewsTable,
    pendingTable,
    visitsTable,
    reviewsTable,
    releasesTable,
    exchangeJobsTable,
    personRequestsTable,
    regenerationsTable,
    redirectsTable,
    redirectHitsTable,
    renderedTextsTable,
    extensionVersionsTable,
  ];
  for (const { name, tables = [] } of extensions) {
    const taken = tables.find((table) => own.some((one) => one.name === table.name));
    if (taken) throw new ExtensionError(name, `declares the table "${taken.name}", which the program has. Rename it.`);
  }
  return [...own, ...extensions.flatMap((extension) => extension.tables ?? [])];
}
