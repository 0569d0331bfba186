import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { loadExtensions } from '../extension/load-extensions.ts';
import type { SiteAnswer } from '../http/write-response.ts';
import { withCleanup } from '../lib/cleanup-stack.ts';
import { serveUpload } from '../media/serve-upload.ts';
import type { Site } from '../rules/site.ts';
import type { OpenStore } from '../storage/store.ts';
import { buildInterface } from './build-interface.ts';
import { openServices } from './open-services.ts';
import { visitorPage, visitorPageRequest } from './site-pages.ts';
import { extensionsOf } from './variants.ts';

/** The pages and files of a site, the same for visitors with every device, without a server and background work. */
export interface OpenPages {
  readonly store: OpenStore;
  readonly site: Site;
  /** What is at a path of the site; null where nothing answers. */
  page(path: string): Promise<SiteAnswer | null>;
  close(): Promise<void>;
}

export function openPages(config: Config, { log, clock }: { log: Logger; clock: () => number }): Promise<OpenPages> {
  return withCleanup(async (opened) => {
    const extensions = [...extensionsOf(config.variant), ...(await loadExtensions(config.extensions))];
    const address = (): string => `http://${config.host}:${config.port}`;
    const services = opened.adopt(await openServices({ config, log, clock, extensions, address }), (open) =>
      open.close(),
    );
    const built = await buildInterface(services, { isClosing: () => false, reload: async () => {} });
    for (const extension of built.extensions) opened.defer(() => extension.close?.());
    opened.defer(() => built.rendered.stop());
    return {
      store: services.store,
      site: await services.site(services.store),
      async page(path) {
        const file = await serveUpload(services.media, visitorPageRequest(path));
        return file ?? visitorPage(path, built.current().pages);
      },
      close: () => opened.close(),
    };
  });
}
