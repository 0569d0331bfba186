import { type Args, type Schema, s } from '../schema/schema.ts';
import { type CompiledPath, compilePath } from './path.ts';
import type { Embedder } from './resource.ts';
import type { Route } from './route.ts';

/** An operation with the arguments of its path among its own, sorted once by how they are judged. */
export interface Endpoint extends Route {
  readonly allArgs: Args;
  readonly argList: ArgList;
  readonly firstPass: ArgList;
  readonly secondPass: ArgList;
  readonly requiredNames: readonly string[];
}

export type ArgList = readonly (readonly [name: string, schema: Schema])[];

/** All operations at one path. */
export interface Place {
  readonly namespace: string;
  readonly path: CompiledPath;
  readonly endpoints: readonly Endpoint[];
  readonly methods: readonly string[];
}

export interface Match {
  readonly place: Place;
  readonly endpoint: Endpoint;
  readonly pathParams: Readonly<Record<string, string>>;
}

/** A part of the interface: a namespace, its routes and what its resources can embed. The core registers as extensions do. */
export interface Namespace {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly embedders?: Readonly<Record<string, Embedder>>;
}

export interface Registry {
  readonly namespaces: readonly string[];
  readonly places: readonly Place[];
  readonly embedders: ReadonlyMap<string, Embedder>;
  /** The place and operation for a request, or null. HEAD counts as GET. */
  find(method: string, path: string): Match | null;
  /** The place at a path whatever the method. */
  placeAt(path: string): Place | null;
}

export function createRegistry(namespaces: readonly Namespace[]): Registry {
  const places: Place[] = namespaces.flatMap((namespace) => placesOf(namespace));
  const fixed = new Map(
    places.filter((p) => p.path.parameters.length === 0).map((p) => [p.path.template.toLowerCase(), p]),
  );
  const patterned = places.filter((place) => place.path.parameters.length > 0);
  const embedders = new Map(namespaces.flatMap((namespace) => Object.entries(namespace.embedders ?? {})));

  const locate = (raw: string): { place: Place; pathParams: Record<string, string> } | null => {
    const path = tidy(raw);
    const exact = fixed.get(path.toLowerCase());
    if (exact) return { place: exact, pathParams: {} };
    for (const place of patterned) {
      const pathParams = place.path.match(path);
      if (pathParams) return { place, pathParams };
    }
    return null;
  };

  return {
    namespaces: namespaces.map((namespace) => namespace.name).filter((name) => name !== ''),
    places,
    embedders,
    find(method, path) {
      const found = locate(path);
      if (!found) return null;
      const wanted = method === 'HEAD' ? 'GET' : method;
      const endpoint = found.place.endpoints.find((one) => (one.methods as readonly string[]).includes(wanted));
      return endpoint ? { ...found, endpoint } : null;
    },
    placeAt: (path) => locate(path)?.place ?? null,
  };
}

/** Doubled slashes and a closing one do not matter. */
function tidy(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
}

function placesOf(namespace: Namespace): Place[] {
  const byPath = new Map<string, Route[]>();
  for (const route of namespace.routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  return [...byPath].map(([template, routes]) => {
    const path = compilePath(template);
    const endpoints = routes.map((route) => endpointOf(route, path));
    return {
      namespace: namespace.name,
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
        ? s.integer({ description: `Number that names the ${name === 'id' ? 'item' : name}.`, pass: 2 })
        : s.string({ description: `Name of the ${name}.`, pass: 2 }),
    ]),
  );
}
