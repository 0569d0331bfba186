import { resolve } from 'node:path';
import type { RouteModule } from '../../api/routing/registry.ts';
import { countMail } from '../../mail/count-mail.ts';
import { healthRoutes } from '../../platen/health/health-routes.ts';
import { version } from '../../program-version.ts';
import { countJobs } from '../../queue/queue-inspection.ts';
import { databaseFile, type Services } from '../open-services.ts';

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
