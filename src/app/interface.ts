import { answer, type Engine } from '../api/answer.ts';
import { rootNamespace, withIndex } from '../api/discovery.ts';
import { createRegistry } from '../api/registry.ts';
import { visitorRequest } from '../api/visitor-request.ts';
import { secretKey } from '../auth/secrets.ts';
import { createMetaRegistry } from '../content/meta-registry.ts';
import { corePostTypes } from '../content/post-types.ts';
import { coreTaxonomies } from '../content/taxonomies.ts';
import { coreShortcodes } from '../content/text/core-shortcodes.ts';
import { createTextCache } from '../content/text/text-cache.ts';
import type { ExtensionHost, ExtensionParts } from '../extension.ts';
import { createFetcher } from '../fetch/fetcher.ts';
import { uploadsUrl } from '../media/media-urls.ts';
import { coreNamespace } from '../resources/all.ts';
import type { CoreParts } from '../resources/parts.ts';
import type { Services } from './services.ts';
import { type PageSource, plainPage, visitorPageRequest } from './site-pages.ts';
import { storeRefusal } from './store-refusal.ts';

/** The interface, ready to answer, and what the extensions brought along. */
export interface Interface {
  readonly engine: Engine;
  readonly core: CoreParts;
  readonly extensions: readonly ExtensionParts[];
  readonly pages: PageSource;
}

const textCacheBytes = 16 * 1024 * 1024;

export async function buildInterface(services: Services): Promise<Interface> {
  const core = coreParts(services);
  // Extensions ask the engine, and the engine knows their routes: they meet through this.
  const meeting: { engine: Engine | null } = { engine: null };
  const ask: ExtensionHost['ask'] = async (path, query, visitor) => {
    if (!meeting.engine) throw new Error('An extension asked before the interface was built.');
    const { status, payload, tags } = await answer(visitorRequest(path, query, visitor), meeting.engine);
    return { status, body: JSON.parse(String(payload)) as unknown, tags };
  };
  const extensions: ExtensionParts[] = [];
  const pages: PageSource = { services, extensions, ask };
  const host = hostFor(services, core, pages);
  extensions.push(...(await Promise.all(services.extensions.map((extension) => extension.setUp(host)))));
  const namespaces = [...extensions.flatMap((parts) => parts.namespace ?? []), coreNamespace(core)];
  const { log, store, variant, identity, site, clock } = services;
  meeting.engine = {
    registry: createRegistry([rootNamespace(), ...namespaces.map(withIndex)]),
    variant,
    store,
    identify: identity.identify,
    site,
    clock,
    translate: storeRefusal,
    report: (error, request) => log.error({ err: error, id: request.id, path: request.path }, 'request failed'),
  };
  return { engine: meeting.engine, core, extensions, pages };
}

function coreParts({ config, variant, extensions, media, identity }: Services): CoreParts {
  return {
    variant,
    types: [...corePostTypes, ...extensions.flatMap((extension) => extension.postTypes ?? [])],
    taxonomies: coreTaxonomies,
    meta: createMetaRegistry(extensions.flatMap((extension) => extension.meta ?? [])),
    shortcodes: extensions.reduce((known, extension) => known.with(extension.shortcodes ?? {}), coreShortcodes),
    textCache: createTextCache(textCacheBytes),
    roles: identity.roles,
    comments: { floodSeconds: config.commentFloodSeconds, anonymous: config.anonymousComments },
    library: media,
    uploadsUrl: (of) => uploadsUrl(of, config.uploadsUrl),
  };
}

function hostFor(services: Services, core: CoreParts, pages: PageSource): ExtensionHost {
  const { store, config, variant, log, clock, mail, folder, site, cache, front, media } = services;
  return {
    store,
    config,
    variant,
    log,
    clock,
    mail,
    folder,
    ask: pages.ask,
    render: (path) => plainPage(visitorPageRequest(path), pages),
    cache: {
      figures: () => ({ ...cache.figures() }),
      purge: (tags) => store.raise(tags ?? 'everything'),
      visit: (path, device) => front.visit(path, device),
    },
    files: media.files,
    types: core.types,
    fetch: createFetcher({ userAgent: 'Platen' }),
    site: () => site(store),
    secret: (purpose) => secretKey(store, purpose),
  };
}
