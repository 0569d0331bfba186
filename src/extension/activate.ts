import type { Namespace } from '../api/routing/registry.ts';
import type { Route } from '../api/routing/route.ts';
import { callWithDeadline } from '../guard/guard.ts';
import { bindHooks, type HookListener } from '../hooks/hook-listener.ts';
import type { Background } from '../jobs/background.ts';
import type { Guarding } from './call-extension.ts';
import type { ActiveExtension, Extension, RunningSite } from './definition.ts';
import { ExtensionError, reasonOf } from './extension-error.ts';
import { guardEmbed, guardNegotiate, guardPage, guardRefine } from './guard-pages.ts';
import { guardRoute } from './guard-routes.ts';
import type { BaseHost } from './host.ts';
import { namespaceOf } from './load-extensions.ts';
import { startJobs } from './start-jobs.ts';

/** An extension at work; none of its calls can break another answer. */
export interface GuardedExtension extends Pick<ActiveExtension, 'refine' | 'negotiate' | 'embed' | 'close'> {
  readonly extension: Extension;
  readonly namespaces: readonly Namespace[];
  readonly adminRoutes: readonly Route[];
  readonly pages: readonly NonNullable<ActiveExtension['page']>[];
  readonly listener: HookListener;
  readonly background: (site: RunningSite) => readonly Background[];
}

const setUpDeadlineMs = 30_000;

/** Sets an extension up with its host; throws an ExtensionError that names it if that fails. */
export async function activate(guarding: Guarding, host: BaseHost): Promise<GuardedExtension> {
  const { extension, guard } = guarding;
  const active = await setUp(extension, host);
  // The host is the one that the functions of this extension were declared for.
  const own = host as never;
  const declared = extension.pages;
  const pages = [
    ...(declared ? ([(request, call) => declared(request, call, own)] satisfies GuardedExtension['pages']) : []),
    ...(active.page ? [active.page] : []),
  ];
  const { before, after, mustAnswer = false } = extension.hooks ?? {};
  return {
    extension,
    namespaces: namespacesOf(extension, active, own).map((namespace) => ({
      ...namespace,
      routes: namespace.routes.map((route) => guardRoute(route, guarding)),
    })),
    adminRoutes: within(`/platen/v1/${extension.name}`, active.adminRoutes ?? [], extension).map((route) =>
      guardRoute(route, guarding),
    ),
    pages: pages.map((page) => guardPage(page, guarding)),
    ...(active.refine ? { refine: guardRefine(active.refine, guarding) } : {}),
    ...(active.negotiate ? { negotiate: guardNegotiate(active.negotiate, guarding) } : {}),
    ...(active.embed ? { embed: guardEmbed(active.embed, guarding) } : {}),
    listener: { guard, mustAnswer, before: bindHooks(before, host), after: bindHooks(after, host) },
    background: (site) => [...startJobs(guarding, host), ...(active.background ? [active.background(site)] : [])],
    ...(active.close
      ? { close: async () => void (await guard.run('close', setUpDeadlineMs, () => active.close?.())) }
      : {}),
  };
}

async function setUp(extension: Extension, host: BaseHost): Promise<ActiveExtension> {
  const { name, setUp: start } = extension;
  if (!start) return {};
  try {
    // The host is the one that `setUp` was declared for.
    const active: unknown = await callWithDeadline(setUpDeadlineMs, () => start(host as never));
    if (active === undefined || active === null) return {};
    if (typeof active !== 'object') throw new TypeError('"setUp" returns an object or nothing.');
    return active;
  } catch (error) {
    throw new ExtensionError(name, `could not be set up: ${reasonOf(error)}`, error);
  }
}

function namespacesOf(extension: Extension, active: ActiveExtension, host: never): readonly Namespace[] {
  const name = namespaceOf(extension);
  const declared = extension.routes ? [{ name, routes: routesOf(extension, extension.routes, host) }] : [];
  return [...declared, ...(active.namespace ? [active.namespace] : [])];
}

function routesOf(extension: Extension, make: NonNullable<Extension['routes']>, host: never): readonly Route[] {
  const { name, namespace } = extension;
  const root = `/${namespaceOf({ name, ...(namespace ? { namespace } : {}) })}`;
  try {
    return within(root, make(host), extension);
  } catch (error) {
    if (error instanceof ExtensionError) throw error;
    throw new ExtensionError(name, `could not make its routes: ${reasonOf(error)}`, error);
  }
}

/** The routes, all of which begin with their root. */
function within(root: string, routes: readonly Route[], { name }: Extension): readonly Route[] {
  const outside = routes.find(({ path }) => path !== root && !path.startsWith(`${root}/`));
  if (!outside) return routes;
  throw new ExtensionError(name, `could not make its routes: the path ${outside.path} does not begin with ${root}.`);
}
