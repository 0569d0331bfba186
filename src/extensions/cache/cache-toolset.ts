import {
  type ActiveExtension,
  type Background,
  defineExtension,
  type Job,
  type Route,
  type RunningSite,
  slidingWindow,
  startLoop,
  unlimited,
  workerIdentity,
} from '../../extension.ts';
import { cacheAdminRoutes, checkIpRoute, toggleCrawlerRoute } from './admin-routes.ts';
import { cacheCommands } from './cache-commands.ts';
import { startCrawling } from './crawl.ts';
import { crawledTable } from './crawled-urls.ts';
import { addressesOfPerson } from './forget-person.ts';
import { forgetAttachment } from './images/gather-images.ts';
import { betterPicture, imageJobTable } from './images/image-jobs.ts';
import { startPictureWork } from './images/picture-work.ts';
import { pageFactTable } from './pages/page-facts.ts';
import { isQueueEmpty, pageQueueTable, sweepQueue } from './pages/page-queue.ts';
import type { PageContext } from './pages/work-on-page.ts';
import { noticeTable } from './service/notices.ts';
import { nonceTable } from './service/proof.ts';
import { auditTable } from './service/service-route.ts';
import {
  apikeyRoute,
  cdnStatusRoute,
  checkImageRoute,
  errDomainsRoute,
  ipValidateRoute,
  notifyImageRoute,
  notifyPagesRoute,
  openTokenRoute,
  pingRoute,
  tokenRoute,
} from './service/service-routes.ts';
import { createServiceSecrets } from './service/service-secrets.ts';
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
  personalData: addressesOfPerson,
  hooks: { after: { media: { delete: ({ item }, host) => forgetAttachment(host, item.id) } } },
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

function startWork(host: ToolsetHost, { ask, render, visit, job }: RunningSite): Background {
  const { store, files, pictures, fetch, clock } = host;
  const spool = () => host.folder('cache-spool');
  const crawling = {
    ...host,
    get types() {
      return host.types;
    },
    ask,
    visit,
  };
  const works = [
    startPictureWork({ store, files, pictures, fetch, clock, spool, owner: workerIdentity() }, job('pictures')),
    startPageWork({ store, clock, render }, job('pages')),
    startCrawling(crawling, job('crawler')),
  ];
  return { stop: async () => void (await Promise.all(works.map((work) => work.stop()))) };
}

const everyMs = 2_000;

/** Processes the queue at regular intervals. */
export function startPageWork(context: PageContext, job: Job): Background {
  const round = async (stopping: AbortSignal) => {
    await sweepQueue(context.store, context.clock());
    if ((await isQueueEmpty(context.store)) || !(await readSetting(context.store, 'pages'))) return;
    // The parsers are loaded only where there is work for them.
    const { workOnPage } = await import('./pages/work-on-page.ts');
    while (!stopping.aborted && (await workOnPage(context)));
  };
  return startLoop({ everyMs, firstAfterMs: everyMs, round, job });
}
