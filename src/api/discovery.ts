import type { Site } from '../content/site.ts';
import { errors } from '../errors.ts';
import { publishArgument } from '../schema/publish.ts';
import { type Args, s } from '../schema/schema.ts';
import type { Call } from './call.ts';
import type { Namespace, Place } from './registry.ts';
import { reply } from './reply.ts';
import { orEmptyList } from './resource.ts';
import { anyone, type Route, route } from './route.ts';

/** One place as discovery and OPTIONS show it. */
export function describePlace(place: Place, site: Site, options: { withSchema: boolean }): Record<string, unknown> {
  const schema = options.withSchema ? place.endpoints.find((endpoint) => endpoint.schema)?.schema?.() : undefined;
  return {
    namespace: place.namespace,
    methods: place.methods,
    endpoints: place.endpoints.map((endpoint) => ({
      methods: endpoint.methods,
      args: publishArguments(endpoint.allArgs),
    })),
    ...(schema ? { schema: schema({ apiUrl: site.apiUrl }) } : {}),
    ...(place.path.parameters.length === 0 ? { _links: { self: site.apiUrl + place.path.template } } : {}),
  };
}

function publishArguments(args: Args): Record<string, unknown> | [] {
  const listed = Object.entries(args).filter(([, schema]) => !schema.unlisted);
  return orEmptyList(Object.fromEntries(listed.map(([name, schema]) => [name, publishArgument(schema)])));
}

function describePlaces(places: readonly Place[], site: Site): Record<string, unknown> {
  return Object.fromEntries(
    places.map((place) => [place.path.pattern, describePlace(place, site, { withSchema: false })]),
  );
}

/** The route `/`: what the site is and everything it answers. */
export function rootNamespace(): Namespace {
  const root: Route = route({
    method: 'GET',
    path: '/',
    summary: 'Describe the site and every route.',
    args: { context: s.any({ default: 'view' }) },
    permit: anyone,
    handle: (_input, { site, registry }) =>
      reply({
        name: site.title,
        description: site.tagline,
        url: site.url,
        home: site.url,
        gmt_offset: site.zone.discoveryOffset,
        timezone_string: site.zone.city,
        namespaces: registry.namespaces,
        authentication: [],
        routes: describePlaces(registry.places, site),
        _links: { help: [{ href: 'http://v2.wp-api.org/' }] },
      }),
  });
  return { name: '', routes: [root] };
}

/** Adds the route that describes a namespace in front of the namespace's own. */
export function withIndex(namespace: Namespace): Namespace {
  const index: Route = route({
    method: 'GET',
    path: `/${namespace.name}`,
    summary: `Describe the routes of ${namespace.name}.`,
    args: { namespace: s.any({ default: namespace.name }), context: s.any({ default: 'view' }) },
    permit: anyone,
    handle: (input, call) => describeNamespace(input.namespace, call),
  });
  return { ...namespace, routes: [index, ...namespace.routes] };
}

function describeNamespace(name: unknown, { registry, site }: Call) {
  const places = registry.places.filter((place) => place.namespace === name);
  if (typeof name !== 'string' || name === '' || places.length === 0) throw errors.rest_invalid_namespace();
  return reply({
    namespace: name,
    routes: describePlaces(places, site),
    _links: { up: [{ href: `${site.apiUrl}/` }] },
  });
}
