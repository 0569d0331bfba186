import type { Background, Extension, ExtensionHost, Route } from '../../extension.ts';
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
import { apikeyRoute, ipValidateRoute, openTokenRoute, pingRoute, tokenRoute } from './routes/handshake-routes.ts';
import { checkImageRoute, notifyImageRoute } from './routes/image-routes.ts';
import { notifyPagesRoute } from './routes/page-routes.ts';
import { cdnStatusRoute, errDomainsRoute } from './routes/site-routes.ts';
import { auditTable } from './service/audit.ts';
import { noticeTable } from './service/notices.ts';
import { createServiceSecrets } from './service/service-secrets.ts';
import { nonceTable } from './service/signature.ts';
import { createThrottle, noThrottle } from './service/throttle.ts';
import { readSetting } from './settings.ts';
import { cellTable } from './state-cell.ts';
import type { ToolsetParts } from './toolset-parts.ts';

/** Looks after the cache and what is sent from it: warming, smaller pictures, leaner pages, and the service's routes. */
export const cacheToolset: Extension = {
  name: 'cache',
  tables: [cellTable, noticeTable, auditTable, nonceTable, imageJobTable, pageQueueTable, pageFactTable, crawledTable],
  commands: cacheCommands,
  setUp: (host) => {
    const parts = toolsetParts(host);
    return {
      namespace: { name: 'cache/v1', routes: toolsetRoutes(parts) },
      refine: async (page, request, call) => {
        if (!(await readSetting(call.store, 'pages'))) return page;
        const { refinePages } = await import('./pages/refine-page.ts');
        return refinePages(host.store, host.clock)(page, request, call);
      },
      negotiate: (path, accept) => betterPicture(host, path, accept),
      background: () => startWork(host),
    };
  },
};

function toolsetParts(host: ExtensionHost): ToolsetParts {
  const limit = (most: number, withinMs: number, holdMs: number) =>
    host.config.throttle ? createThrottle({ most, withinMs, holdMs }) : noThrottle;
  return {
    host,
    secrets: createServiceSecrets(() => host.secret('cache toolset')),
    proofs: limit(5, 60_000, 60_000),
    calls: limit(60, 60_000, 60_000),
    checks: limit(10, 60_000, 60_000),
    imageProofs: createThrottle({ most: 1, withinMs: 3_000, holdMs: 3_000 }),
  };
}

/** In the order discovery shows them. */
function toolsetRoutes(parts: ToolsetParts): Route[] {
  return [
    toggleCrawlerRoute(),
    checkIpRoute(parts),
    ipValidateRoute(parts),
    tokenRoute(parts),
    openTokenRoute(parts),
    pingRoute(parts),
    apikeyRoute(parts),
    cdnStatusRoute(parts),
    notifyImageRoute(parts),
    notifyPagesRoute(
      {
        kind: 'ucss',
        path: '/cache/v1/notify_ucss',
        summary: 'Take in the styles that pages use.',
        mostBytes: 8_388_608,
      },
      parts,
    ),
    notifyPagesRoute(
      {
        kind: 'vpi',
        path: '/cache/v1/notify_vpi',
        summary: 'Take in the pictures on the first screens of pages.',
        mostBytes: 1_048_576,
      },
      parts,
    ),
    errDomainsRoute(parts),
    checkImageRoute(parts),
  ];
}

function startWork(host: ExtensionHost): Background {
  const { store, files, fetch, clock, log } = host;
  const report = (error: unknown) => log.error({ err: error }, 'the cache toolset could not do its work');
  const pictures = host
    .folder('cache-spool')
    .then((spool) => startPictureWork({ store, files, fetch, clock, spool }, report));
  const works = [startPageWork(host, report), startCrawling(host, report)];
  return {
    async stop() {
      await Promise.all([(await pictures).stop(), ...works.map((work) => work.stop())]);
    },
  };
}
