import type { RouteModule } from '../../api/routing/registry.ts';
import { sessionCookieName } from '../../auth/session-cookie.ts';
import { accountRoutes } from '../../platen/account/account-routes.ts';
import { adminScreensRoutes } from '../../platen/admin-screens/admin-screens-route.ts';
import { auditRoutes } from '../../platen/audit/audit-routes.ts';
import { ownAutosaves } from '../../platen/autosaves/own-autosaves.ts';
import { batch } from '../../platen/batch/platen-batch.ts';
import { blockRoutes } from '../../platen/blocks/block-routes.ts';
import { exchangeRoutes } from '../../platen/exchange/exchange-routes.ts';
import { listRoutes } from '../../platen/lists/list-routes.ts';
import { mcpRoutes } from '../../platen/mcp/mcp-route.ts';
import { mediaTools } from '../../platen/media/media-tools.ts';
import { wholeMenus } from '../../platen/menus/whole-menu-routes.ts';
import { openapiRoutes } from '../../platen/openapi/openapi-routes.ts';
import { pathRoute } from '../../platen/paths/path-route.ts';
import { previewRoutes } from '../../platen/previews/preview-routes.ts';
import { redirects } from '../../platen/redirects/redirect-routes.ts';
import { rankedSearch } from '../../platen/search/search-route.ts';
import { siteSettings } from '../../platen/settings/settings-routes.ts';
import { termTools } from '../../platen/terms/term-tools.ts';
import { version } from '../../program-version.ts';
import { exchangeJobs } from './exchange-jobs.ts';
import { feedModules } from './feed-modules.ts';
import { healthModule } from './health-module.ts';
import { mcpContext } from './mcp-context.ts';
import type { PlatenContext } from './platen-context.ts';
import { mediaByAddress } from './remote-media-module.ts';
import { webhookModule } from './webhook-module.ts';

/** The subjects of `platen/v1`, in the order its description shows them; each is a folder of `platen/`. */
export function platenModules(context: PlatenContext): readonly RouteModule[] {
  const { core } = context;
  return [
    batch(context),
    blockRoutes(core),
    listRoutes(core),
    rankedSearch(core),
    pathRoute(core),
    ownAutosaves(core),
    termTools(core),
    mediaTools(core, context.services.media),
    ...feedModules(context),
    openapiRoutes({ version, sessionCookie: sessionCookieName }),
    mediaByAddress(context),
    adminScreensRoutes(context.adminScreens),
    ...agents(context),
    webhookModule(context),
    previewModule(context),
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
