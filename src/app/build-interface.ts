import { basename } from 'node:path';
import { askAsVisitor } from '../api/answer.ts';
import type { Engine } from '../api/engine.ts';
import { isReadMethod } from '../api/request.ts';
import type { ExtraField, ExtraFields } from '../api/resource/extra-fields.ts';
import { rootNamespace, withIndex } from '../api/routing/discovery.ts';
import { createRegistry } from '../api/routing/registry.ts';
import { inCurrentForm } from '../api/routing/route.ts';
import { secretKey } from '../auth/secrets.ts';
import { auditedHooks } from '../background/audit-log.ts';
import { createGuard } from '../background/guard.ts';
import { createHooks, type Hooks } from '../background/hooks.ts';
import { createTextWork } from '../background/text-work.ts';
import { activate, type GuardedExtension } from '../extension/activate.ts';
import { type AdminScreens, loadAdminScreens } from '../extension/admin-scripts.ts';
import type { Guarding } from '../extension/call-extension.ts';
import { createHost } from '../extension/create-host.ts';
import { ExtensionError, type FieldOwner } from '../extension/definition.ts';
import { guardBlocks, guardField, guardShortcodes } from '../extension/guard-content.ts';
import { extensionOptionValues } from '../extension/load-extensions.ts';
import { batchV1 } from '../http/batch/batch-v1.ts';
import { once } from '../lib/once.ts';
import { firstUseWindow } from '../limits/limit-rules.ts';
import { unlimited } from '../limits/limiter.ts';
import { readStoredValue, writeStoredValue } from '../media/attachment-metadata.ts';
import { createDownloadLimiter } from '../media/downloads.ts';
import { uploadsUrl } from '../media/files/media-path.ts';
import type { ContentModel } from '../rules/content/content-model.ts';
import { type ItemField, isItemField } from '../rules/item-fields.ts';
import { createMetaRegistry } from '../rules/meta-registry.ts';
import type { PostType } from '../rules/post-types.ts';
import type { TaxonomyType } from '../rules/taxonomies.ts';
import { headFields } from '../site/head/head-fields.ts';
import { createPreviewOpener } from '../site/previews/open-preview.ts';
import { createRenderedTexts, type RenderedTexts } from '../site/render-cache.ts';
import { rendererVersion } from '../site/render-cache-table.ts';
import { coreBlocks } from '../text/blocks/core-blocks.ts';
import type { TextSyntax } from '../text/render/render-context.ts';
import { createTextCache } from '../text/render/text-cache.ts';
import { createAcfFormat } from '../wp/acf/format-acf.ts';
import { refused } from '../wp/content-model/check-model.ts';
import type { CoreContext } from '../wp/context/core-context.ts';
import { type Core, createCore } from '../wp/core.ts';
import type { EditorServices, ThemeIdentity } from '../wp/editor/editor-context.ts';
import { appLogin, siteDetails } from '../wp/site/site-index.ts';
import { hostServices } from './host-services.ts';
import type { Services } from './open-services.ts';
import { exchangeJobs, type PlatenContext, platenModules, platenNamespace, waitingClients } from './platen-modules.ts';
import { type SitePageSource, visitorHtml } from './site-pages.ts';
import { type ThemePages, themePages } from './theme-pages.ts';
import { extensionsOf, shortcodesOf, variants } from './variants.ts';

/** The interface and the pages for one content model, ready to answer. It holds nothing that has to be closed. */
export interface Interface {
  readonly engine: Engine;
  readonly core: Core;
  readonly content: ContentModel;
  readonly pages: SitePageSource;
}

/** The interface with what stays when the content model changes: extensions, hooks, caches and limits. */
export interface LiveInterface {
  readonly extensions: readonly GuardedExtension[];
  readonly adminScreens: AdminScreens;
  readonly wordsIn: ThemePages['wordsIn'];
  readonly rendered: RenderedTexts;
  /** What answers now. A request keeps the one it began with. */
  readonly current: () => Interface;
  /** Makes the interface for another model, which answers nothing yet. Throws where an extension does not fit to it. */
  readonly build: (content: ContentModel) => Interface;
  /** Lets it answer every request from now on. */
  readonly use: (built: Interface) => void;
}

const textCacheBytes = 16 * 1024 * 1024;

/**
 * @param reload answers with the stored content model from then on
 */
export async function buildInterface(
  services: Services,
  { isClosing, reload }: { readonly isClosing: () => boolean; readonly reload: () => Promise<void> },
): Promise<LiveInterface> {
  const guardings = services.extensions.map((extension): Guarding => {
    const { name, tables = [] } = extension;
    return { extension, guard: createGuard(name, services.extensionFaults), limits: { extension: name, tables } };
  });
  let extensions: readonly GuardedExtension[] = [];
  const syntax = textSyntax(services, guardings);
  const rendered = renderedTexts(services, syntax);
  const lasting = {
    ...syntax,
    keptTexts: rendered.through,
    embeds: (addresses, call) => embedsOf(extensions, addresses, call),
    itemFields: await wantedFields(services),
    ...lastingContext(services),
  } satisfies LastingContext;
  const coreOf = (content: ContentModel): Core => {
    const core: Core = createCore(coreContext({ ...services, content }, guardings, { ...lasting, core: () => core }));
    return core;
  };
  const first = coreOf(services.content);
  let current: Interface | null = null;
  const core = (): Core => current?.core ?? first;
  let hooks: Hooks | null = null;
  const shared = hostServices(services, core, () => hooks);
  extensions = await Promise.all(guardings.map((guarding) => setUp(guarding, services, shared)));
  hooks = auditedHooks(
    createHooks(
      extensions.map((extension) => extension.listener),
      services.queue,
    ),
  );
  const adminScreens = await loadAdminScreens(services.extensions);
  const theme = await themePages(services);
  const parts = {
    adminScreens,
    isClosing,
    clients: waitingClients(services, isClosing),
    exchange: exchangeJobs(services, () => current?.content ?? services.content),
  };
  const interfaceOf = (made: Core, content: ContentModel): Interface => {
    const engine = engineOf({ ...parts, services, core: made, model }, extensions, hooks, (path) =>
      visitorHtml(path, pages),
    );
    const pages = { services, extensions, ask: askAsVisitor(engine), engine, pages: theme.pagesOf(made) };
    return { engine, core: made, content, pages };
  };
  const build = (content: ContentModel): Interface => interfaceOf(coreOf(content), content);
  const model = { fixed: services.fixedContent, reload, tryModel: trying(build) };
  const initial = interfaceOf(first, services.content);
  current = initial;
  return {
    extensions,
    adminScreens,
    wordsIn: theme.wordsIn,
    rendered,
    current: () => current ?? initial,
    build,
    use: (built) => {
      current = built;
    },
  };
}

/** Refuses a content model that the interface cannot be made of. */
const trying =
  (build: (content: ContentModel) => Interface) =>
  async (content: ContentModel): Promise<void> => {
    try {
      build(content);
    } catch (error) {
      if (error instanceof ExtensionError) throw refused('declarations', error.message);
      throw error;
    }
  };

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
  const { log, store, variant, identity, site, clock, translate, config } = services;
  const namespaces = [
    ...extensions.flatMap((extension) => extension.namespaces),
    core.namespace,
    ...core.editorNamespaces,
    platenNamespace([
      ...platenModules({ ...parts, engine: () => engine }),
      ...extensions.map(({ adminRoutes }) => ({ routes: adminRoutes })),
    ]),
  ];
  const engine: Engine = {
    registry: createRegistry(
      [
        rootNamespace({
          details: variant.protocol.siteDetails ? siteDetails(core.display) : undefined,
          login: variant.protocol.siteDetails || config.announceAppLogin ? appLogin : undefined,
        }),
        ...(variant.later ? [batchV1({ engine: () => engine, turns: services.turns })] : []),
        ...namespaces.map(withIndex),
      ].map((one) => (variant.protocol.fullDescriptions ? { ...one, routes: inCurrentForm(one.routes) } : one)),
      variant.protocol,
    ),
    variant,
    store,
    identify: identity.identify,
    renewedNonce: identity.browser.renewedNonce,
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

/** The fields that the site adds to its items; an adopted site that used Yoast SEO has its fields unless it says otherwise. */
async function wantedFields({ config, store }: Services): Promise<readonly ItemField[]> {
  if (config.itemFields.length > 0 || !store.dialect.sharedWithOthers) return config.itemFields.filter(isItemField);
  const plugins = readStoredValue(await store.options.get('active_plugins'));
  const usedYoast = Array.isArray(plugins) && plugins.some((file) => String(file).startsWith('wordpress-seo'));
  return usedYoast ? ['yoast'] : [];
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
    rules: variants[config.variant].text,
    name: [config.variant, ...own.flatMap(Object.keys).sort()].join(' '),
  };
}

/** The extensions that are not part of the variant. */
function added({ variant }: Services['config'], guardings: readonly Guarding[]): readonly Guarding[] {
  const builtIn = extensionsOf(variant);
  return guardings.filter(({ extension }) => !builtIn.includes(extension));
}

/** What a text with a shortcode or a block of the extension contains. */
function syntaxMarks({ extension: { shortcodes = {}, blocks = [] } }: Guarding): readonly string[] {
  return [...Object.keys(shortcodes).map((name) => `[${name}`), ...blocks.map(({ name }) => `wp:${name}`)];
}

function renderedTexts({ store, jobs }: Services, { name, ...syntax }: NamedSyntax): RenderedTexts {
  return createRenderedTexts({
    store,
    syntax,
    syntaxName: name,
    version: rendererVersion,
    job: jobs.of('rendered texts'),
  });
}

/** What the core is made of besides the content model. */
type LastingContext = Pick<
  CoreContext & EditorServices,
  keyof TextSyntax | 'keptTexts' | 'embeds' | 'itemFields' | 'textCache' | 'downloads' | 'outsideReads'
>;

/** Caches and limits, which go on when the content model changes. */
function lastingContext(services: Services): Pick<LastingContext, 'textCache' | 'downloads' | 'outsideReads'> {
  const { config, limiters } = services;
  return {
    textCache: createTextCache(textCacheBytes),
    downloads: downloadsOf(services),
    outsideReads: createDownloadLimiter({
      limiter: config.throttle ? limiters('outside reads', outsideReadsRule) : unlimited,
    }),
  };
}

function coreContext(
  services: Services,
  guardings: readonly Guarding[],
  parts: LastingContext & { readonly core: () => Core },
): CoreContext & EditorServices {
  const { config, variant, content, media, identity, textThreads } = services;
  const { types, taxonomies } = content;
  const others = added(config, guardings);
  const { shortcodes, blocks, rules, keptTexts, embeds, itemFields, textCache, downloads, outsideReads, core } = parts;
  // The threads know only the shortcodes and blocks of the program itself.
  const textWork = createTextWork(textThreads, { shortcodes, blocks, rules, marks: others.flatMap(syntaxMarks) });
  const fileUrls: CoreContext['uploadsUrl'] = (of) => uploadsUrl(of, config.uploadsUrl);
  return {
    variant,
    types,
    taxonomies,
    optionPages: content.optionPages,
    meta: createMetaRegistry(
      content.meta,
      { decode: readStoredValue, encode: writeStoredValue },
      variant.protocol.refusalCodes ? 'each' : 'one',
    ),
    itemFields,
    acf: {
      showsOwn: itemFields.includes('acf'),
      format: createAcfFormat({
        types,
        taxonomies,
        textWork,
        embeds,
        uploadsUrl: fileUrls,
        kinds: () => core().kinds,
        display: () => core().display,
      }),
    },
    extraFields: extraFieldsOf(
      guardings,
      fieldOwners(types, taxonomies),
      headFields(itemFields, { types, taxonomies, core, freshness: services.freshness }),
    ),
    shortcodes,
    blocks,
    rules,
    textCache,
    keptTexts,
    textWork,
    roles: identity.roles,
    fetch: services.fetcherFor(() => true),
    downloads,
    embeds,
    applicationOf: identity.applicationOf,
    menuLocations: config.menuLocations,
    comments: { floodSeconds: config.commentFloodSeconds, anonymous: config.anonymousComments },
    library: media,
    uploadsUrl: fileUrls,
    theme: themeIdentity(config.theme),
    database: services.store.dialect.name,
    outsideReads,
  };
}

/** How often an account may have pages and files of other sites read. */
const outsideReadsRule = firstUseWindow({ limit: 120, windowMs: 60_000 });

/** The chosen theme: a folder or a package is called after the last part of its name. */
function themeIdentity(chosen: string): ThemeIdentity {
  const folder = basename(chosen).replace(/[^\w.-]/g, '') || 'platen';
  return { folder, name: chosen === '' ? 'Platen' : folder };
}

function downloadsOf({ config, media, limiters, fetcherFor }: Services): CoreContext['downloads'] {
  return {
    library: media,
    fetch: fetcherFor(() => true),
    room: createDownloadLimiter({ limiter: config.throttle ? limiters('downloads', outsideReadsRule) : unlimited }),
    maxBytes: config.uploadLimitMegabytes * 1024 * 1024,
  };
}

/** The resources of a site, with what their fields belong to. */
export function fieldOwners(
  types: readonly PostType[],
  taxonomies: readonly TaxonomyType[],
): ReadonlyMap<string, FieldOwner> {
  return new Map<string, FieldOwner>([
    ...types.filter((type) => type.restBase !== null).map(({ name }) => [name, 'post'] as const),
    ...taxonomies.filter((taxonomy) => taxonomy.restBase !== null).map(({ name }) => [name, 'term'] as const),
    ['user', 'user'],
    ['comment', 'comment'],
  ]);
}

/** The fields of all extensions by resource; throws where one belongs to no resource, or two have one name. */
export function extraFieldsOf(
  guardings: readonly Guarding[],
  owners: ReadonlyMap<string, FieldOwner>,
  ours: ExtraFields = new Map(),
): ExtraFields {
  const found = new Map<string, Record<string, ExtraField>>([...ours].map(([name, fields]) => [name, { ...fields }]));
  for (const guarding of guardings) {
    const { name: extension, fields = {} } = guarding.extension;
    for (const [resource, table] of Object.entries(fields)) {
      const owner = owners.get(resource);
      if (!owner)
        throw new ExtensionError(extension, `adds fields to "${resource}", which is no resource of this site.`);
      const own = found.get(resource) ?? {};
      found.set(resource, own);
      for (const [name, field] of Object.entries(table)) {
        if (field.of !== owner)
          throw new ExtensionError(
            extension,
            `makes the field "${name}" of "${resource}" with ${field.of}Field; use ${owner}Field.`,
          );
        if (own[name])
          throw new ExtensionError(
            extension,
            `adds the field "${name}" to "${resource}", as "${own[name].owner}" does.`,
          );
        own[name] = guardField(resource, name, field, guarding);
      }
    }
  }
  return found;
}
