import { askAsVisitor } from '../api/answer.ts';
import type { Engine } from '../api/engine.ts';
import { rootNamespace, withIndex } from '../api/routing/discovery.ts';
import { createRegistry } from '../api/routing/registry.ts';
import { secretKey } from '../auth/secrets.ts';
import type { ActiveExtension, ExtensionHost } from '../extension.ts';
import { uploadsUrl } from '../media/media-urls.ts';
import { readStoredValue, writeStoredValue } from '../media/stored-metadata.ts';
import { createMetaRegistry } from '../rules/meta-registry.ts';
import { createTextCache } from '../text/text-cache.ts';
import { createTextWork } from '../workers/text-work.ts';
import { type Core, createCore } from '../wp/all.ts';
import type { CoreContext } from '../wp/context/core-context.ts';
import type { Services } from './open-services.ts';
import { shortcodesOf } from './shortcodes-of.ts';
import { type SitePageSource, visitorHtml } from './site-pages.ts';
import { themePages } from './theme-pages.ts';

/** The interface, ready to answer, and the active extensions. */
export interface Interface {
  readonly engine: Engine;
  readonly core: Core;
  readonly extensions: readonly ActiveExtension[];
  readonly pages: SitePageSource;
}

const textCacheBytes = 16 * 1024 * 1024;

export async function buildInterface(services: Services): Promise<Interface> {
  const context = coreContext(services);
  const core = createCore(context);
  const host = extensionHost(services, context);
  const extensions = await Promise.all(services.extensions.map((extension) => extension.setUp(host)));
  const namespaces = [...extensions.flatMap((extension) => extension.namespace ?? []), core.namespace];
  const { log, store, variant, identity, site, clock } = services;
  const engine: Engine = {
    registry: createRegistry([rootNamespace(), ...namespaces.map(withIndex)]),
    variant,
    store,
    identify: identity.identify,
    site,
    clock,
    render: (path) => visitorHtml(path, pages),
    translate: services.translate,
    report: (error, request) => log.error({ err: error, id: request.id, path: request.path }, 'request failed'),
  };
  const ask = askAsVisitor(engine);
  const pages: SitePageSource = { services, extensions, ask, engine, pages: await themePages(services, core) };
  return { engine, core, extensions, pages };
}

function coreContext({ config, variant, content, media, identity, textThreads }: Services): CoreContext {
  return {
    variant,
    types: content.types,
    taxonomies: content.taxonomies,
    meta: createMetaRegistry(content.meta, { decode: readStoredValue, encode: writeStoredValue }),
    shortcodes: shortcodesOf(config.variant),
    textCache: createTextCache(textCacheBytes),
    textWork: createTextWork(textThreads),
    roles: identity.roles,
    comments: { floodSeconds: config.commentFloodSeconds, anonymous: config.anonymousComments },
    library: media,
    uploadsUrl: (of) => uploadsUrl(of, config.uploadsUrl),
  };
}

function extensionHost(services: Services, core: CoreContext): ExtensionHost {
  const { store, config, variant, log, clock, limiters, mail, folder, site, cache, media } = services;
  return {
    store,
    config,
    variant,
    log,
    clock,
    limiter: limiters,
    mail,
    folder,
    cache: {
      metrics: () => ({ ...cache.metrics() }),
      purge: (tags) => store.raise(tags ?? 'everything'),
    },
    files: media.files,
    pictures: media.pictures,
    types: core.types,
    fetch: services.fetch,
    site: () => site(store),
    secret: (purpose) => secretKey(store, purpose),
  };
}
