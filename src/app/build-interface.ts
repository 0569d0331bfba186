import { askAsVisitor } from '../api/answer.ts';
import type { Engine } from '../api/engine.ts';
import { rootNamespace, withIndex } from '../api/routing/discovery.ts';
import { createRegistry } from '../api/routing/registry.ts';
import { inCurrentForm } from '../api/routing/route.ts';
import { secretKey } from '../auth/secrets.ts';
import { auditedHooks } from '../background/audit-log.ts';
import { createGuard } from '../background/guard.ts';
import { createHooks, type Hooks } from '../background/hooks.ts';
import { activate, type GuardedExtension } from '../extension/activate.ts';
import { type AdminScreens, loadAdminScreens } from '../extension/admin-scripts.ts';
import type { Guarding } from '../extension/call-extension.ts';
import { createHost } from '../extension/create-host.ts';
import { ExtensionError } from '../extension/definition.ts';
import { extensionOptionValues } from '../extension/load-extensions.ts';
import { batchV1 } from '../http/batch/batch-v1.ts';
import { once } from '../lib/once.ts';
import { propose } from '../pending/propose.ts';
import { publishAtTimes } from '../pending/publish-jobs.ts';
import type { ContentModel } from '../rules/content/content-model.ts';
import { createPreviewOpener } from '../site/previews/open-preview.ts';
import type { RenderedTexts } from '../site/render-cache.ts';
import { refused } from '../wp/content-model/check-model.ts';
import { type Core, createCore } from '../wp/core.ts';
import { createRegenerationJobs } from '../wp/media/regenerate/regeneration-jobs.ts';
import { personExchange } from '../wp/privacy/person-jobs.ts';
import { createPersonRequests } from '../wp/privacy/person-requests.ts';
import type { PersonWork } from '../wp/privacy/person-work.ts';
import { appLogin, siteDetails } from '../wp/site/site-index.ts';
import { jwtNamespace } from '../wp/users/oauth/jwt-routes.ts';
import {
  coreContext,
  embedsOf,
  type LastingContext,
  lastingContext,
  renderedTexts,
  textSyntax,
  wantedFields,
} from './core-context.ts';
import { hostServices } from './host-services.ts';
import { previewWork, type Services } from './open-services.ts';
import {
  exchangeJobs,
  type People,
  type PlatenContext,
  pendingContext,
  platenModules,
  platenNamespace,
  regenerationContext,
  waitingClients,
} from './platen-modules.ts';
import { type SitePageSource, visitorHtml } from './site-pages.ts';
import { type ThemePages, themePages } from './theme-pages.ts';

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
  readonly people: People;
  /** What answers now. A request keeps the one it began with. */
  readonly current: () => Interface;
  /** Makes the interface for another model, which answers nothing yet. Throws where an extension does not fit to it. */
  readonly build: (content: ContentModel) => Interface;
  /** Lets it answer every request from now on. */
  readonly use: (built: Interface) => void;
}

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
  const work: PersonWork = {
    store: services.store,
    clock: services.clock,
    roles: services.identity.roles,
    site: services.site,
    kinds: () => core().kinds,
    hooks: () => hooks,
    library: services.media,
    uploads: services.uploads,
    extensions: () => extensions.flatMap(({ personalData }) => personalData ?? []),
  };
  const exchange = exchangeJobs(services, () => current?.content ?? services.content, personExchange(work));
  const people = { work, requests: createPersonRequests({ work, exchange, mail: services.mail }) };
  const parts = {
    adminScreens,
    listeners: extensions.map(({ listener }) => listener),
    isClosing,
    clients: waitingClients(services, isClosing),
    exchange,
    people,
    regenerations: createRegenerationJobs(
      regenerationContext(
        services,
        () => core().kinds,
        () => hooks,
      ),
      services.queue,
    ),
  };
  const interfaceOf = (made: Core, content: ContentModel): Interface => {
    const engine = engineOf({ ...parts, services, core: made, model }, extensions, hooks, (path) =>
      visitorHtml(path, pages),
    );
    const pages = { services, extensions, ask: askAsVisitor(engine), engine, pages: theme.pagesOf(made) };
    return { engine, core: made, content, pages };
  };
  publishAtTimes(services.queue, {
    store: services.store,
    clock: services.clock,
    callerFor: (userId) => services.identity.callerFor(userId, services.store),
    context: () => {
      const { engine, core: used } = current ?? initial;
      return pendingContext({ engine: () => engine, services, core: used });
    },
  });
  const build = (content: ContentModel): Interface => interfaceOf(coreOf(content), content);
  const { roles } = services.identity;
  const model = { fixed: services.fixedContent, reload, tryModel: trying(build), roles };
  const initial = interfaceOf(first, services.content);
  current = initial;
  return {
    extensions,
    adminScreens,
    wordsIn: theme.wordsIn,
    rendered,
    people,
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
    ...(services.jwt ? [jwtNamespace(identity, services.jwt)] : []),
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
    openPreview: createPreviewOpener({ ...previewWork(services), kinds: core.kinds }),
    versionKey: once(() => secretKey(store, 'versions of items')),
    propose: (write) => propose(write, pendingContext({ engine: () => engine, services, core })),
    translate,
    report: (error, request) => log.error({ err: error, id: request.id, path: request.path }, 'request failed'),
  };
  return engine;
}
