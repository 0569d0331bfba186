import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { errors } from '../../errors.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';
import { checkHealth, type HealthContext, healthChecksSchema } from './health-checks.ts';

export interface HealthRoutesContext extends HealthContext {
  readonly version: string;
  readonly cache: {
    readonly megabytes: number;
    metrics(): object;
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

const ofItem = /^(?:post|comment|user|term|author|revisions):/;

/** Whether a tag is a word, or a word with a value. Items are named by their ids. */
const isTag = (tag: string): boolean =>
  /^[a-z_]{1,40}(?::[\w-]{1,100})?$/.test(tag) && (!ofItem.test(tag) || /:\d{1,15}$/.test(tag));
const mostMoments = 240;

const healthSchema = json.object({
  checks: healthChecksSchema,
  versions: json.object({ platen: json.string, node: json.string }),
  process: json.object({ uptime_seconds: json.integer, memory_bytes: json.integer }),
  slow_statements: json.listOf(json.object({ sql: json.string, count: json.integer, longest_ms: { type: 'number' } })),
});

const cacheMetrics = ['entries', 'bytes', 'hits', 'misses', 'kept', 'overtaken', 'expired', 'evicted'] as const;
const cacheSchema = json.object({
  enabled: json.boolean,
  megabytes: { type: 'number' },
  metrics: json.object(Object.fromEntries(cacheMetrics.map((name) => [name, json.integer]))),
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
        answers: { schema: healthSchema },
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
        answers: { schema: cacheSchema },
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
        answers: { schema: json.object({ purged: json.words(true), tags: json.listOf(json.string) }) },
        args: { tags: s.array(s.string(), { description: 'Only what depends on one of these tags.' }) },
        permit: administrators,
        handle: async ({ tags: sent = [] }, call) => {
          const tags = [...new Set(sent.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
          const wrong = tags.length > mostTags || !tags.every(isTag);
          if (wrong)
            throw errors.rest_invalid_param({ params: { tags: 'tags are words such as posts, post:7 or options.' } });
          await call.store.raise(tags.length > 0 ? new Set(tags) : 'everything');
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
