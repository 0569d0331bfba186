import {
  type ActiveExtension,
  type Background,
  defineExtension,
  type Route,
  type RunningSite,
  slidingWindow,
  unlimited,
  workerIdentity,
} from '../../extension.ts';
import { cacheCommands } from './commands/cache-commands.ts';
import { startCrawling } from './crawler/crawl-work.ts';
import { crawledTable } from './crawler/crawled-urls.ts';
import { betterPicture } from './images/better-picture.ts';
import { imageJobTable } from './images/image-jobs.ts';
import { startPictureWork } from './images/picture-work.ts';
import { pageFactTable } from './pages/page-facts.ts';
import { pageQueueTable } from './pages/page-queue.ts';
import { startPageWork } from './pages/page-work.ts';
import { checkIpRoute, toggleCrawlerRoute } from './routes/admin-routes.ts';
import { cacheAdminRoutes } from './routes/cache-admin-routes.ts';
import { apikeyRoute, ipValidateRoute, openTokenRoute, pingRoute, tokenRoute } from './routes/handshake-routes.ts';
import { checkImageRoute, notifyImageRoute } from './routes/image-routes.ts';
import { notifyPagesRoute } from './routes/page-routes.ts';
import { cdnStatusRoute, errDomainsRoute } from './routes/site-routes.ts';
import { auditTable } from './service/audit.ts';
import { noticeTable } from './service/notices.ts';
import { createServiceSecrets } from './service/service-secrets.ts';
import { nonceTable } from './service/signature.ts';
import { readSetting } from './settings.ts';
import { stateTable } from './stored-state.ts';
import type { ToolsetContext, ToolsetHost } from './toolset-context.ts';

type Refine = NonNullable<ActiveExtension['refine']>;

/** The cache toolset: warming, smaller pictures, smaller pages, and the routes of the optimisation service. */
export const cacheToolset = defineExtension({
  name: 'cache',
  description: 'Warms the cache, and makes pictures and pages smaller.',
  capabilities: { fetch: ['*'], files: 'write', folders: true, cache: true, pictures: true, store: true },
  tables: [stateTable, noticeTable, auditTable, nonceTable, imageJobTable, pageQueueTable, pageFactTable, crawledTable],
  commands: cacheCommands,
  setUp: (host) => {
    const context = toolsetContext(host);
    return {
      namespace: { name: 'cache/v1', routes: toolsetRoutes(context) },
      adminRoutes: cacheAdminRoutes(),
      refine: lazyRefine(host),
      negotiate: (path, accept) => betterPicture(host, path, accept),
      background: (running) => startWork(host, running),
    };
  },
});

/** Loads the parser of pages with the first page. */
function lazyRefine({ store, clock }: ToolsetHost): Refine {
  let opened: Promise<Refine> | undefined;
  return async (page, request, call) => {
    if (!(await readSetting(call.store, 'pages'))) return page;
    opened ??= import('./pages/refine-page.ts').then(({ refinePages }) => refinePages(store, clock));
    return (await opened)(page, request, call);
  };
}

function toolsetContext(host: ToolsetHost): ToolsetContext {
  const perMinute = (name: string, limit: number) =>
    host.throttle ? host.limiter(name, slidingWindow({ limit, windowMs: 60_000, holdMs: 60_000 })) : unlimited;
  return {
    host,
    secrets: createServiceSecrets(() => host.secret('cache toolset')),
    proofs: perMinute('cache proofs', 5),
    calls: perMinute('cache calls', 60),
    checks: perMinute('cache checks', 10),
    imageProofs: host.limiter('cache image proofs', slidingWindow({ limit: 1, windowMs: 3_000, holdMs: 3_000 })),
  };
}

/** In the order of the discovery document. */
function toolsetRoutes(context: ToolsetContext): Route[] {
  return [
    toggleCrawlerRoute(),
    checkIpRoute(context),
    ipValidateRoute(context),
    tokenRoute(context),
    openTokenRoute(context),
    pingRoute(context),
    apikeyRoute(context),
    cdnStatusRoute(context),
    notifyImageRoute(context),
    notifyPagesRoute(
      {
        kind: 'ucss',
        path: '/cache/v1/notify_ucss',
        summary: 'Take in the styles that pages use.',
        mostBytes: 8_388_608,
      },
      context,
    ),
    notifyPagesRoute(
      {
        kind: 'vpi',
        path: '/cache/v1/notify_vpi',
        summary: 'Take in the pictures on the first screens of pages.',
        mostBytes: 1_048_576,
      },
      context,
    ),
    errDomainsRoute(context),
    checkImageRoute(context),
  ];
}

function startWork(host: ToolsetHost, { ask, render, visit }: RunningSite): Background {
  const { store, files, pictures: converter, fetch, clock, log } = host;
  const report = (error: unknown) => log.error({ err: error }, 'a job of the cache toolset failed');
  const owner = workerIdentity();
  const pictures = host
    .folder('cache-spool')
    .then((spool) => startPictureWork({ store, files, pictures: converter, fetch, clock, spool, owner }, report));
  const works = [startPageWork({ store, clock, render }, report), startCrawling({ ...host, ask, visit }, report)];
  return {
    async stop() {
      await Promise.all([(await pictures).stop(), ...works.map((work) => work.stop())]);
    },
  };
}
