import { askAsVisitor } from '../api/answer.ts';
import type { Engine } from '../api/engine.ts';
import { isReadMethod } from '../api/read-method.ts';
import { rootNamespace, withIndex } from '../api/routing/discovery.ts';
import { createRegistry } from '../api/routing/registry.ts';
import { auditedHooks } from '../audit/audited-hooks.ts';
import { secretKey } from '../auth/secrets.ts';
import { activate, type GuardedExtension } from '../extension/activate.ts';
import { type AdminScreens, loadAdminScreens } from '../extension/admin/admin-scripts.ts';
import type { Guarding } from '../extension/call-extension.ts';
import { createHost } from '../extension/create-host.ts';
import { extensionOptionValues } from '../extension/extension-options.ts';
import { guardBlocks } from '../extension/guard-blocks.ts';
import { guardShortcodes } from '../extension/guard-shortcodes.ts';
import { createGuard } from '../guard/guard.ts';
import { createHooks, type Hooks } from '../hooks/hooks.ts';
import { uploadsUrl } from '../media/media-urls.ts';
import { readStoredValue, writeStoredValue } from '../media/stored-metadata.ts';
import { createPreviewOpener } from '../pages/open-preview.ts';
import { batchV1 } from '../platen/batch/batch-v1.ts';
import { platenNamespace } from '../platen/platen-namespace.ts';
import { createRenderedTexts, type RenderedTexts } from '../rendered/rendered-texts.ts';
import { rendererVersion } from '../rendered/renderer-version.ts';
import { createMetaRegistry } from '../rules/meta-registry.ts';
import { coreBlocks } from '../text/blocks/core-blocks.ts';
import type { TextSyntax } from '../text/render-context.ts';
import { createTextCache } from '../text/text-cache.ts';
import { extensionsOf } from '../variants.ts';
import { createTextWork } from '../workers/text-work.ts';
import { type Core, createCore } from '../wp/all.ts';
import type { CoreContext } from '../wp/context/core-context.ts';
import { extraFieldsOf, fieldOwners } from './extra-fields-of.ts';
import { hostServices } from './host-services.ts';
import { once } from './once.ts';
import type { Services } from './open-services.ts';
import type { PlatenContext } from './platen/platen-context.ts';
import { platenModules } from './platen/platen-modules.ts';
import { shortcodesOf } from './shortcodes-of.ts';
import { type SitePageSource, visitorHtml } from './site-pages.ts';
import { type ThemePages, themePages } from './theme-pages.ts';

/** The interface, ready to answer, and the active extensions. */
export interface Interface {
  readonly engine: Engine;
  readonly core: Core;
  readonly extensions: readonly GuardedExtension[];
  readonly pages: SitePageSource;
  readonly adminScreens: AdminScreens;
  readonly wordsIn: ThemePages['wordsIn'];
  readonly rendered: RenderedTexts;
}

const textCacheBytes = 16 * 1024 * 1024;

export async function buildInterface(services: Services, isClosing: () => boolean = () => false): Promise<Interface> {
  const guardings = services.extensions.map((extension): Guarding => {
    const { name, tables = [] } = extension;
    return { extension, guard: createGuard(name, services.extensionFaults), limits: { extension: name, tables } };
  });
  let extensions: readonly GuardedExtension[] = [];
  const syntax = textSyntax(services, guardings);
  const rendered = renderedTexts(services, syntax);
  const context = coreContext(services, guardings, {
    ...syntax,
    keptTexts: rendered.through,
    embeds: (addresses, call) => embedsOf(extensions, addresses, call),
  });
  const core = createCore(context);
  let hooks: Hooks | null = null;
  const shared = hostServices(services, context, core, () => hooks);
  extensions = await Promise.all(guardings.map((guarding) => setUp(guarding, services, shared)));
  hooks = auditedHooks(
    createHooks(
      extensions.map((extension) => extension.listener),
      services.queue,
    ),
  );
  const adminScreens = await loadAdminScreens(services.extensions);
  const engine = engineOf({ services, core, isClosing, adminScreens }, extensions, hooks, (path) =>
    visitorHtml(path, pages),
  );
  const ask = askAsVisitor(engine);
  const theme = await themePages(services, core);
  const pages: SitePageSource = { services, extensions, ask, engine, pages: theme.pages };
  return { engine, core, extensions, pages, adminScreens, wordsIn: theme.wordsIn, rendered };
}

function setUp(
  guarding: Guarding,
  { config }: Services,
  shared: ReturnType<typeof hostServices>,
): Promise<GuardedExtension> {
  const options = extensionOptionValues(guarding.extension, config.extensionOptions);
  return activate(guarding, createHost(guarding.extension, options, shared));
}

function engineOf(
  parts: Omit<PlatenContext, 'engine'>,
  extensions: readonly GuardedExtension[],
  hooks: Hooks | null,
  render: Engine['render'],
): Engine {
  const { services, core } = parts;
  const { log, store, variant, identity, site, clock, translate } = services;
  const namespaces = [
    ...extensions.flatMap((extension) => extension.namespaces),
    core.namespace,
    platenNamespace([
      ...platenModules({ ...parts, engine: () => engine }),
      ...extensions.map(({ adminRoutes }) => ({ routes: adminRoutes })),
    ]),
  ];
  const engine: Engine = {
    registry: createRegistry([
      rootNamespace(),
      ...(variant.extended ? [batchV1({ engine: () => engine })] : []),
      ...namespaces.map(withIndex),
    ]),
    variant,
    store,
    identify: identity.identify,
    site,
    clock,
    hooks,
    render,
    openPreview: createPreviewOpener({ store, kinds: core.kinds, clock }),
    versionKey: once(() => secretKey(store, 'versions of items')),
    translate,
    report: (error, request) => log.error({ err: error, id: request.id, path: request.path }, 'request failed'),
  };
  return engine;
}

/** What the first extension that knows an address makes of it. */
async function embedsOf(
  extensions: readonly GuardedExtension[],
  addresses: readonly string[],
  { store, request }: Parameters<CoreContext['embeds']>[1],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const isRead = isReadMethod(request.method);
  for (const { embed } of extensions) {
    const left = addresses.filter((address) => !found.has(address));
    if (!embed || left.length === 0) continue;
    for (const [address, html] of await embed(left, { store, isRead })) found.set(address, html);
  }
  return found;
}

/** What a text may hold, and the name that tells it from that of another configuration. */
interface NamedSyntax extends TextSyntax {
  readonly name: string;
}

function textSyntax({ config }: Services, guardings: readonly Guarding[]): NamedSyntax {
  const own = added(config, guardings).map(guardShortcodes);
  return {
    shortcodes: own.reduce((known, more) => known.with(more), shortcodesOf(config.variant)),
    blocks: coreBlocks.with(guardings.flatMap(guardBlocks)),
    name: [config.variant, ...own.flatMap(Object.keys).sort()].join(' '),
  };
}

/** The extensions that are not part of the variant. */
function added({ variant }: Services['config'], guardings: readonly Guarding[]): readonly Guarding[] {
  const builtIn = extensionsOf(variant);
  return guardings.filter(({ extension }) => !builtIn.includes(extension));
}

function renderedTexts({ store, faults }: Services, { name, ...syntax }: NamedSyntax): RenderedTexts {
  return createRenderedTexts({
    store,
    syntax,
    syntaxName: name,
    version: rendererVersion,
    report: (error) => faults('rendered', error, 'rendered texts could not be kept'),
  });
}

function coreContext(
  services: Services,
  guardings: readonly Guarding[],
  { shortcodes, blocks, keptTexts, embeds }: Pick<CoreContext, 'shortcodes' | 'blocks' | 'keptTexts' | 'embeds'>,
): CoreContext {
  const { config, variant, content, media, identity, textThreads } = services;
  const { types, taxonomies } = content;
  const others = added(config, guardings);
  return {
    variant,
    types,
    taxonomies,
    meta: createMetaRegistry(
      content.meta,
      { decode: readStoredValue, encode: writeStoredValue },
      variant.protocol.refusalCodes ? 'each' : 'one',
    ),
    extraFields: extraFieldsOf(guardings, fieldOwners(types, taxonomies)),
    shortcodes,
    blocks,
    textCache: createTextCache(textCacheBytes),
    keptTexts,
    // The threads know only the shortcodes and blocks of the program itself.
    textWork: createTextWork(textThreads, {
      renderHere: others.some(({ extension }) => extension.shortcodes ?? extension.blocks),
    }),
    roles: identity.roles,
    fetch: services.fetcherFor(() => true),
    embeds,
    applicationOf: identity.applicationOf,
    menuLocations: config.menuLocations,
    comments: { floodSeconds: config.commentFloodSeconds, anonymous: config.anonymousComments },
    library: media,
    uploadsUrl: (of) => uploadsUrl(of, config.uploadsUrl),
  };
}
