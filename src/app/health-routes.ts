import { stat, statfs } from 'node:fs/promises';
import type { Call } from '../api/call.ts';
import { reply } from '../api/reply.ts';
import type { RouteModule } from '../api/routing/registry.ts';
import { route } from '../api/routing/route.ts';
import { accountPasswordUsers } from '../auth/passwords/account-password-use.ts';
import { recordAudit } from '../background/audit-log.ts';
import { errors } from '../lib/errors.ts';
import { json, type OutputOf } from '../lib/schema/json-schema.ts';
import { s } from '../lib/schema/schema.ts';
import type { Site } from '../rules/site.ts';
import type { OpenStore } from '../storage/store.ts';

/** `good`, worth a look, or in need of somebody. */
const healthStates = ['good', 'attention', 'bad'] as const;
export type HealthState = (typeof healthStates)[number];

const fact = json.orNull(json.anyOf(json.string, { type: 'number' }, json.boolean));
const checkNames = ['database', 'disk', 'mail', 'queue', 'search', 'address', 'passwords'] as const;

/** The exact form of the checks. */
export const healthChecksSchema = json.listOf(
  json.object({ id: json.words(...checkNames), state: json.words(...healthStates), facts: json.mapOf(fact) }),
);

/** One thing that was looked at. The facts are numbers and words, never an address or a secret; those of passwords name accounts. */
export interface HealthCheck {
  readonly id: (typeof checkNames)[number];
  readonly state: HealthState;
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}

/** What the checks look at. */
export interface HealthContext {
  readonly store: OpenStore;
  readonly dataDir: string;
  /** The file of the database; null on a server and in memory. */
  readonly databaseFile: string | null;
  readonly mail: {
    readonly isConfigured: boolean;
    counts(): Promise<{ readonly waiting: number; readonly failed: number }>;
  };
  /** Whether HTTP Basic accepts the passwords of accounts. */
  readonly acceptsAccountPasswords: boolean;
  readonly clock: () => number;
  readonly queue: { counts(): Promise<{ readonly queued: number; readonly dead: number }> };
}

export function checkHealth(context: HealthContext, site: Site): Promise<HealthCheck[]> {
  return Promise.all([
    checkDatabase(context),
    checkDisk(context),
    checkMail(context),
    checkQueue(context),
    checkSearch(context),
    checkAddress(site),
    checkPasswords(context),
  ]);
}

const slowPingMs = 250;

async function checkDatabase({ store, databaseFile }: HealthContext): Promise<HealthCheck> {
  const began = performance.now();
  const isAnswering = await store.ping().then(
    () => true,
    () => false,
  );
  const milliseconds = Math.round(performance.now() - began);
  const bytes = databaseFile === null ? null : await sizeOf(databaseFile);
  const state = !isAnswering ? 'bad' : milliseconds > slowPingMs ? 'attention' : 'good';
  return { id: 'database', state, facts: { kind: store.dialect.name, milliseconds, bytes } };
}

/** The file with what waits beside it to be written into it. */
async function sizeOf(path: string): Promise<number | null> {
  const [file, log] = await Promise.all([path, `${path}-wal`].map((one) => stat(one).catch(() => null)));
  return file ? file.size + (log?.size ?? 0) : null;
}

const littleBytes = 1024 ** 3;
const tooLittleBytes = 200 * 1024 ** 2;

async function checkDisk({ dataDir }: HealthContext): Promise<HealthCheck> {
  const disk = await statfs(dataDir).catch(() => null);
  if (!disk) return { id: 'disk', state: 'attention', facts: { free: null, total: null } };
  const [free, total] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  const state = free < tooLittleBytes ? 'bad' : free < littleBytes ? 'attention' : 'good';
  return { id: 'disk', state, facts: { free, total } };
}

async function checkMail({ mail }: HealthContext): Promise<HealthCheck> {
  const { waiting, failed } = await mail.counts();
  const state = failed > 0 || (!mail.isConfigured && waiting > 0) ? 'bad' : mail.isConfigured ? 'good' : 'attention';
  return { id: 'mail', state, facts: { configured: mail.isConfigured, waiting, failed } };
}

async function checkQueue({ queue }: HealthContext): Promise<HealthCheck> {
  const { queued, dead } = await queue.counts();
  return { id: 'queue', state: dead > 0 ? 'bad' : 'good', facts: { queued, dead } };
}

const manyWaiting = 5_000;

/** Texts that wait to be indexed are found, but slowly. */
async function checkSearch({ store }: HealthContext): Promise<HealthCheck> {
  const { waiting } = await store.searchIndex();
  return { id: 'search', state: waiting > manyWaiting ? 'attention' : 'good', facts: { waiting } };
}

/** Passwords and cookies belong on HTTPS, except on the machine itself. */
async function checkAddress({ serverUrl }: Site): Promise<HealthCheck> {
  const { protocol, hostname } = new URL(serverUrl);
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const isSecure = protocol === 'https:';
  return {
    id: 'address',
    state: isSecure || isLocal ? 'good' : 'attention',
    facts: { https: isSecure, local: isLocal },
  };
}

const mostLogins = 20;

/** A password of a program can be revoked alone; that of an account opens everything, and is sent with every request. */
async function checkPasswords({
  store,
  acceptsAccountPasswords: accepted,
  clock,
}: HealthContext): Promise<HealthCheck> {
  const { count, logins } = accepted
    ? await accountPasswordUsers(store, clock(), mostLogins)
    : { count: 0, logins: [] };
  const facts = { accepted, accounts: count, logins: logins.join(', ') };
  return { id: 'passwords', state: count > 0 ? 'attention' : 'good', facts };
}

export interface HealthRoutesContext extends HealthContext {
  readonly version: string;
  readonly cache: {
    readonly megabytes: number;
    metrics(): OutputOf<typeof metricsSchema>;
    history(most: number): readonly CacheMoment[];
  };
}

/** The cache at a moment; hits and misses are counted from the start of the process. */
interface CacheMoment {
  readonly atMs: number;
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  readonly bytes: number;
}

const mostTags = 100;
const mostMoments = 240;

const ofItem = /^(?:post|comment|user|term|author|revisions):/;

/** Whether a tag is a word, or a word with a value. Items are named by their ids. */
const isTag = (tag: string): boolean =>
  /^[a-z_]{1,40}(?::[\w-]{1,100})?$/.test(tag) && (!ofItem.test(tag) || /:\d{1,15}$/.test(tag));

const healthSchema = json.object({
  checks: healthChecksSchema,
  versions: json.object({ platen: json.string, node: json.string }),
  process: json.object({ uptime_seconds: json.integer, memory_bytes: json.integer }),
  slow_statements: json.listOf(json.object({ sql: json.string, count: json.integer, longest_ms: json.number })),
});

const metricsSchema = json.object({
  entries: json.integer,
  bytes: json.integer,
  hits: json.integer,
  misses: json.integer,
  kept: json.integer,
  overtaken: json.integer,
  expired: json.integer,
  evicted: json.integer,
});
const cacheSchema = json.object({
  enabled: json.boolean,
  megabytes: json.number,
  metrics: metricsSchema,
  history: json.listOf(
    json.object({
      at: json.integer,
      hits: json.integer,
      misses: json.integer,
      entries: json.integer,
      bytes: json.integer,
    }),
  ),
});

/** How the site is, and its cache: for those who manage it. */
export function healthRoutes(context: HealthRoutesContext): RouteModule {
  const { store, version, cache } = context;
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/health',
        summary: 'Show how the site is: database, disk, mail, versions, slow statements of this process.',
        response: { schema: healthSchema },
        permit: administrators,
        handle: async (_input, call) =>
          reply({
            checks: await checkHealth(context, call.site),
            versions: { platen: version, node: process.versions.node },
            process: {
              uptime_seconds: Math.floor(process.uptime()),
              memory_bytes: process.memoryUsage.rss(),
            },
            slow_statements: store
              .slowStatements()
              .map(({ sql, count, longestMs }) => ({ sql, count, longest_ms: longestMs })),
          }),
        shareable: false,
      }),
      route({
        method: 'GET',
        path: '/platen/v1/cache',
        summary: 'Show the metrics of the response cache of this process, and those of the last day.',
        response: { schema: cacheSchema },
        permit: administrators,
        handle: () =>
          reply({
            enabled: cache.megabytes > 0,
            megabytes: cache.megabytes,
            metrics: cache.metrics(),
            history: cache.history(mostMoments).map(({ atMs, ...counts }) => ({ at: atMs, ...counts })),
          }),
        shareable: false,
      }),
      route({
        method: 'POST',
        path: '/platen/v1/cache/purge',
        summary: 'Drop cached responses in every process: all, or those that depend on tags such as post:7.',
        response: { schema: json.object({ purged: json.words(true), tags: json.listOf(json.string) }) },
        args: { tags: s.array(s.string(), { description: 'Limit to responses that depend on one of these tags.' }) },
        permit: administrators,
        handle: async ({ tags: sent = [] }, call) => {
          const tags = [...new Set(sent.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
          const wrong = tags.length > mostTags || !tags.every(isTag);
          if (wrong)
            throw errors.rest_invalid_param({ params: { tags: 'tags are words such as posts, post:7 or options.' } });
          await call.store.invalidateTags(tags.length > 0 ? new Set(tags) : 'everything');
          await recordAudit(call.store, {
            event: 'cache.purge',
            nowMs: call.now,
            userId: call.caller.userId,
            address: call.request.remoteAddress,
            detail: { tags },
          });
          return reply({ purged: true, tags });
        },
      }),
    ],
  };
}

function administrators(_input: object, call: Call): void {
  call.keepPrivate();
  if (!call.caller.can('manage_options')) throw errors.rest_forbidden();
}
