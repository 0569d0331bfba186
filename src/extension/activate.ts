import type { Namespace } from '../api/routing/registry.ts';
import type { Route } from '../api/routing/route.ts';
import { callWithDeadline, runAs } from '../background/guard.ts';
import { bindHooks, type HookListener } from '../background/hooks.ts';
import { type Background, startLoop } from '../background/loop.ts';
import type { Job, Jobs } from '../lib/jobs.ts';
import type { Guarding } from './call-extension.ts';
import { type ActiveExtension, type Extension, ExtensionError, type RunningSite, reasonOf } from './definition.ts';
import { type GuardedPersonalData, guardPersonalData } from './guard-personal-data.ts';
import { guardEmbed, guardNegotiate, guardPage, guardRefine, guardRoute } from './guard-requests.ts';
import type { BaseHost } from './host.ts';
import { namespaceOf } from './load-extensions.ts';

/** An extension at work; none of its calls can break another answer. */
export interface GuardedExtension extends Pick<ActiveExtension, 'refine' | 'negotiate' | 'embed' | 'close'> {
  readonly extension: Extension;
  readonly namespaces: readonly Namespace[];
  readonly adminRoutes: readonly Route[];
  readonly pages: readonly NonNullable<ActiveExtension['page']>[];
  readonly listener: HookListener;
  /** What it has of people; null where it says nothing. */
  readonly personalData: GuardedPersonalData | null;
  readonly background: (site: Omit<RunningSite, 'job'> & { readonly jobs: Jobs }) => readonly Background[];
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
  const { before, after, propose, mustAnswer = false } = extension.hooks ?? {};
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
    listener: {
      guard,
      mustAnswer,
      before: bindHooks(before, host),
      after: bindHooks(after, host),
      propose: bindHooks(propose, host),
    },
    personalData: guardPersonalData(guarding, host),
    background: ({ jobs, ...site }) => {
      const job = (name: string) => jobs.ofExtension(extension.name, name, (error) => guard.note(`job ${name}`, error));
      const work = runAs(extension.name, () => active.background?.({ ...site, job }));
      return [...startJobs(guarding, host, job), ...(work ? [work] : [])];
    },
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
    const active: unknown = await callWithDeadline(name, setUpDeadlineMs, () => start(host as never));
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
    return within(
      root,
      runAs(name, () => make(host)),
      extension,
    );
  } catch (error) {
    if (error instanceof ExtensionError) throw error;
    throw new ExtensionError(name, `could not make its routes: ${reasonOf(error)}`, error);
  }
}

/** The routes, all of which begin with their root. */
function within(root: string, routes: readonly Route[], { name }: Extension): readonly Route[] {
  const refuse = (why: string) => new ExtensionError(name, `could not make its routes: ${why}`);
  if (!Array.isArray(routes)) throw refuse('"routes" returns a list.');
  const known = new Set<string>();
  for (const { path, methods } of routes) {
    if (path !== root && !path.startsWith(`${root}/`)) throw refuse(`the path ${path} does not begin with ${root}.`);
    for (const endpoint of methods.map((method: string) => `${method} ${path}`)) {
      if (known.has(endpoint)) throw refuse(`there are two for ${endpoint}. Remove one of them.`);
      known.add(endpoint);
    }
  }
  return routes;
}

const usualDeadlineMs = 60_000;

/** Starts the repeated work of an extension. A run that fails or is late is noted, and the next one takes place. */
export function startJobs({ extension }: Guarding, host: BaseHost, jobOf: (name: string) => Job): Background[] {
  return (extension.jobs ?? []).map(({ name, everyMs, deadlineMs = usualDeadlineMs, run: work }) => {
    const round = (stopping: AbortSignal): Promise<void> =>
      callWithDeadline(extension.name, deadlineMs, async (late) => {
        // The host is the one that the job was declared for.
        const done = work(host as never, AbortSignal.any([stopping, late]));
        await Promise.race([done, aborted(stopping)]);
      });
    return startLoop({
      job: jobOf(name),
      everyMs,
      firstAfterMs: Math.min(everyMs, 1_000),
      round,
      clock: () => host.clock(),
    });
  });
}

/** Resolves when the site stops: it does not wait for a job that ignores the signal. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
