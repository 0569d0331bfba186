import { type Args, type Schema, s } from '../../lib/schema/schema.ts';
import type { Call } from '../call.ts';
import type { Embedder } from '../resource/links.ts';
import type { InterfaceDescription, PathDescription } from './description.ts';
import { type CompiledPath, compilePath } from './path.ts';
import type { Route } from './route.ts';

/** A route with the arguments of its path added to its own, grouped by validation pass. */
export interface Endpoint extends Route {
  readonly allArgs: Args;
  readonly isVersioned: boolean;
  readonly isNamed: boolean;
  readonly argList: ArgList;
  readonly firstPass: ArgList;
  readonly secondPass: ArgList;
  readonly requiredNames: readonly string[];
}

export type ArgList = readonly (readonly [name: string, schema: Schema])[];

/** All operations at one path. */
export interface RoutePath extends PathDescription {
  readonly endpoints: readonly Endpoint[];
}

export interface Match {
  readonly routePath: RoutePath;
  readonly endpoint: Endpoint;
  readonly pathParams: Readonly<Record<string, string>>;
}

/** Routes, and the embedders for their resources. */
export interface RouteModule {
  readonly routes: readonly Route[];
  readonly embedders?: Readonly<Record<string, Embedder>>;
  /** Schemas that those of its answers refer to by name. */
  readonly definitions?: InterfaceDescription['definitions'];
}

/** The routes under one name. The core registers in the same way as extensions. */
export interface Namespace extends RouteModule {
  readonly name: string;
  /** Left out of the discovery document; described at its own address only. */
  readonly unlisted?: boolean;
}

export interface Registry extends InterfaceDescription {
  readonly paths: readonly RoutePath[];
  /** The path and operation for a request, or null. HEAD counts as GET. */
  find(method: string, path: string): Match | null;
  /** All operations at a path, whatever the method. */
  pathAt(path: string): RoutePath | null;
  /** Loads items through the named embedder. */
  embed(name: string, keys: readonly number[], call: Call): Promise<readonly unknown[]>;
}

/** Builds the registry; throws if links of a resource name an embedder that is not registered. */
export function createRegistry(namespaces: readonly Namespace[], { targetHints } = { targetHints: false }): Registry {
  const paths = namespaces.flatMap((namespace) => pathsOf(namespace));
  const fixed = new Map(
    paths.filter((one) => one.path.parameters.length === 0).map((one) => [one.path.template.toLowerCase(), one]),
  );
  const patterned = paths.filter((one) => one.path.parameters.length > 0);
  const embedders = new Map(namespaces.flatMap((namespace) => Object.entries(namespace.embedders ?? {})));
  refuseUnknownEmbedders(paths, embedders);

  const locate = (raw: string): { routePath: RoutePath; pathParams: Record<string, string> } | null => {
    const path = normalizedPath(raw);
    const lowered = path.toLowerCase();
    const exact = fixed.get(lowered);
    if (exact) return { routePath: exact, pathParams: {} };
    for (const routePath of patterned) {
      const pathParams = lowered.startsWith(routePath.path.beginning) ? routePath.path.match(path) : null;
      if (pathParams) return { routePath, pathParams };
    }
    return null;
  };

  return {
    namespaces: namespaces.filter((one) => one.name !== '' && !one.unlisted).map((one) => one.name),
    paths,
    definitions: Object.assign({}, ...namespaces.map((namespace) => namespace.definitions ?? {})),
    targetHints,
    find(method, path) {
      const found = locate(path);
      if (!found) return null;
      const wanted = method === 'HEAD' ? 'GET' : method;
      const endpoint = found.routePath.endpoints.find((one) => one.methods.some((own) => own === wanted));
      return endpoint ? { ...found, endpoint } : null;
    },
    pathAt: (path) => locate(path)?.routePath ?? null,
    embed(name, keys, call) {
      const embedder = embedders.get(name);
      if (!embedder) throw new Error(`There is no embedder "${name}". Declare it in the link's \`embeds\`.`);
      return embedder(keys, call);
    },
  };
}

function refuseUnknownEmbedders(paths: readonly RoutePath[], embedders: ReadonlyMap<string, Embedder>): void {
  for (const { path, endpoints } of paths) {
    for (const name of endpoints.flatMap(({ resource }) => resource?.embeds ?? [])) {
      if (!embedders.has(name))
        throw new Error(`Links of ${path.template} name the embedder "${name}", which is not registered.`);
    }
  }
}

/** Collapses repeated slashes and removes a trailing one. */
export function normalizedPath(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
}

function pathsOf(namespace: Namespace): RoutePath[] {
  const byPath = new Map<string, Route[]>();
  for (const route of namespace.routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  return [...byPath].map(([template, routes]) => {
    const path = compilePath(template);
    const endpoints = routes.map((route) => endpointOf(route, path));
    return {
      namespace: namespace.name,
      unlisted: namespace.unlisted ?? false,
      path,
      endpoints,
      methods: [...new Set(endpoints.flatMap((one) => one.methods))],
    };
  });
}

function endpointOf(route: Route, path: CompiledPath): Endpoint {
  const allArgs = { ...pathArguments(path), ...route.args };
  const argList = Object.entries(allArgs);
  return {
    ...route,
    isVersioned: route.item !== undefined,
    isNamed: route.slugConflict !== undefined,
    allArgs,
    argList,
    firstPass: argList.filter(([, schema]) => schema.pass !== 2),
    secondPass: argList.filter(([, schema]) => schema.pass === 2),
    requiredNames: argList.filter(([, schema]) => schema.required).map(([name]) => name),
  };
}

function pathArguments(path: CompiledPath): Args {
  const named = path.parameters.filter((parameter) => parameter.argument !== null);
  return Object.fromEntries(
    named.map(({ name, argument }) => [
      name,
      argument === 'integer'
        ? s.integer({ description: `Id of the ${name === 'id' ? 'item' : name}.`, pass: 2 })
        : s.string({ description: `Name of the ${name}.`, pass: 2 }),
    ]),
  );
}
