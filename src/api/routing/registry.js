import { s } from '../../schema/schema.ts';
import { compilePath } from './path.ts';
/** Builds the registry; throws if links of a resource name an embedder that is not registered. */
export function createRegistry(namespaces) {
  const paths = namespaces.flatMap((namespace) => pathsOf(namespace));
  const fixed = new Map(
    paths.filter((one) => one.path.parameters.length === 0).map((one) => [one.path.template.toLowerCase(), one]),
  );
  const patterned = paths.filter((one) => one.path.parameters.length > 0);
  const embedders = new Map(namespaces.flatMap((namespace) => Object.entries(namespace.embedders ?? {})));
  refuseUnknownEmbedders(paths, embedders);
  const locate = (raw) => {
    const path = normalized(raw);
    const exact = fixed.get(path.toLowerCase());
    if (exact) return { routePath: exact, pathParams: {} };
    for (const routePath of patterned) {
      const pathParams = routePath.path.match(path);
      if (pathParams) return { routePath, pathParams };
    }
    return null;
  };
  return {
    namespaces: namespaces.map((namespace) => namespace.name).filter((name) => name !== ''),
    paths,
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
function refuseUnknownEmbedders(paths, embedders) {
  for (const { path, endpoints } of paths) {
    for (const name of endpoints.flatMap(({ shows }) => shows?.embeds ?? [])) {
      if (!embedders.has(name))
        throw new Error(`Links of ${path.template} name the embedder "${name}", which is not registered.`);
    }
  }
}
/** Collapses repeated slashes and removes a trailing one. */
function normalized(path) {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
}
function pathsOf(namespace) {
  const byPath = new Map();
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
function endpointOf(route, path) {
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
function pathArguments(path) {
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
