import { errors } from '../../errors.ts';
import type { Site } from '../../rules/site.ts';
import { publishArgument, publishCurrent } from '../../schema/publish.ts';
import { type Args, s } from '../../schema/schema.ts';
import type { Call } from '../call.ts';
import { reply } from '../reply.ts';
import { orEmptyList } from '../resource/or-empty-list.ts';
import type { EndpointDescription, PathDescription } from './description.ts';
import { discoveryAnswer, namespaceAnswer } from './discovery-schemas.ts';
import type { Namespace } from './registry.ts';
import { anyone, type Route, route } from './route.ts';

/** One path as discovery and OPTIONS show it. */
export function describePath(
  routePath: PathDescription,
  site: Site,
  options: { withSchema: boolean },
): Record<string, unknown> {
  const schema = options.withSchema ? routePath.endpoints.find((endpoint) => endpoint.shows)?.shows?.schema : undefined;
  return {
    namespace: routePath.namespace,
    methods: routePath.methods,
    endpoints: routePath.endpoints.map(describeEndpoint),
    ...(schema ? { schema: schema({ apiUrl: site.apiUrl }) } : {}),
    ...(routePath.path.parameters.length === 0 ? { _links: { self: selfLink(routePath, site) } } : {}),
  };
}

const isCurrent = ({ form }: Pick<EndpointDescription, 'form'>): boolean => form === 'current';

function selfLink({ path, endpoints }: PathDescription, site: Site): string | [{ href: string }] {
  const href = site.apiUrl + path.template;
  return endpoints.some(isCurrent) ? [{ href }] : href;
}

function describeEndpoint(endpoint: EndpointDescription): Record<string, unknown> {
  const { methods, allArgs, batched } = endpoint;
  if (!isCurrent(endpoint)) return { methods, args: publishArguments(allArgs, publishArgument) };
  const args = publishArguments(allArgs, publishCurrent);
  return { methods, ...(batched ? { allow_batch: { v1: true } } : {}), args };
}

function publishArguments(args: Args, publish: typeof publishArgument): Record<string, unknown> | [] {
  const listed = Object.entries(args).filter(([, schema]) => !schema.unlisted);
  return orEmptyList(Object.fromEntries(listed.map(([name, schema]) => [name, publish(schema)])));
}

function describePaths(paths: readonly PathDescription[], site: Site): Record<string, unknown> {
  return Object.fromEntries(paths.map((one) => [one.path.pattern, describePath(one, site, { withSchema: false })]));
}

/** Any value is accepted: discovery is the same in every context. */
const anyContext = s.scalar({ default: 'view' });

/** The route `/`: describes the site and its routes, without those of unlisted namespaces. */
export function rootNamespace(): Namespace {
  const root: Route = route({
    method: 'GET',
    path: '/',
    summary: 'Describe the site and every route.',
    args: { context: anyContext },
    answers: discoveryAnswer,
    permit: anyone,
    handle: (_input, { site, api }) =>
      reply({
        name: site.title,
        description: site.tagline,
        url: site.serverUrl,
        home: site.url,
        gmt_offset: site.zone.discoveryOffset,
        timezone_string: site.zone.city,
        namespaces: api.namespaces,
        authentication: [],
        routes: describePaths(
          api.paths.filter((one) => !one.unlisted),
          site,
        ),
        _links: { help: [{ href: 'http://v2.wp-api.org/' }] },
      }),
  });
  return { name: '', routes: [root] };
}

/** Prepends the route that describes the namespace. */
export function withIndex(namespace: Namespace): Namespace {
  const index: Route = route({
    method: 'GET',
    path: `/${namespace.name}`,
    summary: `Describe the routes of ${namespace.name}.`,
    args: { namespace: s.string({ default: namespace.name, announced: null }), context: anyContext },
    answers: namespaceAnswer,
    permit: anyone,
    handle: (input, call) => describeNamespace(input.namespace, call),
  });
  return { ...namespace, routes: [index, ...namespace.routes] };
}

function describeNamespace(name: string, { api, site }: Call) {
  const paths = api.paths.filter((one) => one.namespace === name);
  if (name === '' || paths.length === 0) throw errors.rest_invalid_namespace();
  return reply({
    namespace: name,
    routes: describePaths(paths, site),
    _links: { up: [{ href: `${site.apiUrl}/` }] },
  });
}
