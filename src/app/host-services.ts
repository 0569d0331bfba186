import { secretKey } from '../auth/secrets.ts';
import { isNamedHost } from '../extension/capabilities.ts';
import type { HostServices } from '../extension/create-host.ts';
import type { Hooks } from '../hooks/hooks.ts';
import type { Core } from '../wp/all.ts';
import type { CoreContext } from '../wp/context/core-context.ts';
import { extensionContent, extensionUsers } from './extension-content.ts';
import type { Services } from './open-services.ts';

/** What the hosts of extensions are made from. The hooks are made after the hosts, so they are asked for when used. */
export function hostServices(
  services: Services,
  context: CoreContext,
  core: Core,
  hooks: () => Hooks | null,
): HostServices {
  const { store, config, variant, log, clock, limiters, mail, folder, site, cache, media } = services;
  return {
    store,
    log,
    clock,
    variant,
    site: async () => site(store),
    types: context.types,
    throttle: config.throttle,
    limiters,
    secret: (purpose) => secretKey(store, purpose),
    formHooks: hooks,
    mail,
    cache: {
      metrics: () => ({ ...cache.metrics() }),
      purge: (tags) => store.raise(tags ?? 'everything'),
    },
    files: media.files,
    pictures: media.pictures,
    folder,
    fetcherFor: (hosts) => services.fetcherFor((host) => isNamedHost(hosts, host)),
    contentFor: (name, current) => extensionContent({ kinds: core.kinds, site, clock, hooks }, name, current),
    usersFor: extensionUsers,
  };
}
