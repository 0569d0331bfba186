import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { loadExtensions } from '../extension/load-extensions.ts';
import { withCleanup } from '../lib/cleanup-stack.ts';
import type { SiteSizes } from '../media/sizes/site-sizes.ts';
import type { RegenerationContext } from '../wp/media/regenerate/regeneration-jobs.ts';
import { buildInterface } from './build-interface.ts';
import { openServices } from './open-services.ts';
import { regenerationContext } from './platen-modules.ts';
import { extensionsOf } from './variants.ts';

/** What commands work on the pictures of a site with, beside its servers. */
export interface PictureWork {
  readonly context: RegenerationContext;
  readonly sizes: SiteSizes;
  /** Cleans up after processes of this data folder that were killed. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

export function openPictureWork(
  config: Config,
  { log, clock, picturesAtOnce }: { log: Logger; clock: () => number; picturesAtOnce: number },
): Promise<PictureWork> {
  return withCleanup(async (opened) => {
    const extensions = [...extensionsOf(config.variant), ...(await loadExtensions(config.extensions))];
    const address = (): string => `http://${config.host}:${config.port}`;
    const services = opened.adopt(
      await openServices({ config, log, clock, extensions, address, picturesAtOnce }),
      (open) => open.close(),
    );
    const built = await buildInterface(services, { isClosing: () => false, reload: async () => {} });
    for (const extension of built.extensions) opened.defer(() => extension.close?.());
    opened.defer(() => built.rendered.stop());
    const { core, engine } = built.current();
    return {
      context: regenerationContext(
        services,
        () => core.kinds,
        () => engine.hooks,
      ),
      sizes: services.imageSizes,
      recover: () => services.media.recover(),
      close: () => opened.close(),
    };
  });
}
