import { errors } from '../../lib/errors.ts';
import { json, publishArgument, publishCurrent } from '../../lib/schema/json-schema.ts';
import { type Args, s } from '../../lib/schema/schema.ts';
import type { Site } from '../../rules/site.ts';
import type { Call } from '../call.ts';
import { orEmptyList, reply } from '../reply.ts';
import { type Link, type LinkTarget, readLinks } from '../resource/links.ts';
import { wantedEmbeds } from '../resource/present.ts';
import { chosenBy, withEmbedded } from '../resource/resource.ts';
import type { EndpointDescription, PathDescription, PlainAnswer } from './description.ts';
import type { Namespace } from './registry.ts';
import { anyone, type Route, route } from './route.ts';

/** One path as discovery and OPTIONS show it. */
export function describePath(
  routePath: PathDescription,
  site: Site,
  options: { withSchema: boolean },
): Record<string, unknown> {
  const schema = options.withSchema
    ? routePath.endpoints.find((endpoint) => endpoint.resource)?.resource?.schema
    : undefined;
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
  const { methods, allArgs, batched, saysBatched } = endpoint;
  if (!isCurrent(endpoint)) return { methods, args: publishArguments(allArgs, publishArgument) };
  const args = publishArguments(allArgs, publishCurrent);
  return { methods, ...(saysBatched ? { allow_batch: { v1: batched } } : {}), args };
}

function publishArguments(args: Args, publish: typeof publishArgument): Record<string, unknown> | [] {
  const listed = Object.entries(args).filter(([, schema]) => !schema.unlisted);
  return orEmptyList(Object.fromEntries(listed.map(([name, schema]) => [name, publish(schema)])));
}

function describePaths(
  paths: readonly PathDescription[],
  { site, variant }: Call,
  context: unknown,
): Record<string, unknown> {
  const options = { withSchema: context === 'help' && variant.protocol.fullDescriptions };
  return Object.fromEntries(paths.map((one) => [one.path.pattern, describePath(one, site, options)]));
}

/** Any value is accepted; `help` shows the schemas too where descriptions are full. */
const anyContext = s.scalar({ default: 'view' });

/** What the discovery document says about the site besides its names, and the pictures that it links to. */
export type SiteDetails = (call: Call) => Promise<{
  readonly members: Readonly<Record<string, unknown>>;
  readonly pictures: readonly LinkTarget[];
}>;

/** The ways to log in that the discovery document names. */
export type LoginMethods = (site: Call['site']) => Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface RootOptions {
  readonly details?: SiteDetails | undefined;
  readonly login?: LoginMethods | undefined;
}

const pictureLinks: Link<readonly LinkTarget[]> = {
  rel: 'wp:featuredmedia',
  embeds: ['media'],
  to: (pictures) => pictures,
};

/** The route `/`: describes the site and its routes, without those of unlisted namespaces. */
export function rootNamespace({ details, login }: RootOptions = {}): Namespace {
  const root: Route = route({
    method: 'GET',
    path: '/',
    summary: 'Describe the site and every route.',
    args: { context: anyContext },
    response: discoveryAnswer,
    permit: anyone,
    handle: async ({ context }, call) => {
      const { site, api } = call;
      const document = {
        name: site.title,
        description: site.tagline,
        url: site.serverUrl,
        home: site.url,
        gmt_offset: site.zone.discoveryOffset,
        timezone_string: site.zone.city,
        namespaces: api.namespaces,
        authentication: login?.(site) ?? [],
        routes: describePaths(
          api.paths.filter((one) => !one.unlisted),
          call,
          context,
        ),
        _links: { help: [{ href: 'http://v2.wp-api.org/' }] },
      };
      return reply(details ? await withDetails(document, details, call) : document);
    },
  });
  return { name: '', routes: [root] };
}

async function withDetails(
  document: Readonly<Record<string, unknown>>,
  details: SiteDetails,
  call: Call,
): Promise<Record<string, unknown>> {
  const { members, pictures } = await details(call);
  const links = readLinks([pictureLinks], pictures, call, 'view');
  const body = {
    ...document,
    ...members,
    _links: { help: [{ href: 'https://developer.wordpress.org/rest-api/' }], ...links.shown },
  };
  const embed = wantedEmbeds(call);
  const [embedded = body] = embed ? await withEmbedded([body], [chosenBy(embed)(links)], call) : [];
  return embedded;
}

/** Prepends the route that describes the namespace. */
export function withIndex(namespace: Namespace): Namespace {
  const index: Route = route({
    method: 'GET',
    path: `/${namespace.name}`,
    summary: `Describe the routes of ${namespace.name}.`,
    args: { namespace: s.string({ default: namespace.name, documentedType: null }), context: anyContext },
    response: namespaceAnswer,
    permit: anyone,
    handle: (input, call) => describeNamespace(input, call),
  });
  return { ...namespace, routes: [index, ...namespace.routes] };
}

function describeNamespace(
  { namespace: name, context }: { readonly namespace: string; readonly context: unknown },
  call: Call,
) {
  const { api, site } = call;
  const paths = api.paths.filter((one) => one.namespace === name);
  if (name === '' || paths.length === 0) throw errors.rest_invalid_namespace();
  return reply({
    namespace: name,
    routes: describePaths(paths, call, context),
    _links: { up: [{ href: `${site.apiUrl}/` }] },
  });
}

const link = json.object({ href: json.string });
const links = json.listOf({ type: 'object', properties: { href: json.string }, required: ['href'] });

/** An argument as discovery describes it; routes that came later add keywords of JSON Schema. */
const argument = {
  ...json.object(
    {
      required: json.boolean,
      // Whatever the argument itself allows.
      default: true,
      enum: json.listOf({ type: ['string', 'integer', 'boolean'] }),
      description: json.string,
      type: json.anyOf(json.string, json.listOf(json.string)),
      items: { type: 'object' },
    },
    ['default', 'enum', 'description', 'type', 'items'],
  ),
  additionalProperties: true,
};

const methods = json.listOf(json.words('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), { least: 1 });

const endpoint = json.object(
  {
    methods,
    allow_batch: json.object({ v1: json.boolean }),
    args: json.anyOf(json.mapOf(argument), json.emptyList),
  },
  ['allow_batch'],
);

const routes = json.mapOf(
  json.object(
    {
      namespace: json.string,
      methods,
      endpoints: json.listOf(endpoint, { least: 1 }),
      schema: { type: 'object' },
      _links: json.object({ self: json.anyOf(json.string, json.listOf(link, { least: 1 })) }),
    },
    ['schema', '_links'],
  ),
);

/** What `GET /` answers. */
export const discoveryAnswer: PlainAnswer = {
  schema: json.object(
    {
      name: json.string,
      description: json.string,
      url: json.string,
      home: json.string,
      gmt_offset: { type: ['string', 'number'] },
      timezone_string: json.string,
      namespaces: json.listOf(json.string),
      authentication: json.anyOf(json.emptyList, json.mapOf({ type: 'object' })),
      routes,
      _links: json.object({ help: json.listOf(link), 'wp:featuredmedia': links, curies: links }, [
        'wp:featuredmedia',
        'curies',
      ]),
      show_on_front: json.string,
      page_on_front: json.integer,
      page_for_posts: json.integer,
      site_logo: json.integer,
      site_icon: json.integer,
      site_icon_url: json.string,
      _embedded: { type: 'object' },
    },
    ['show_on_front', 'page_on_front', 'page_for_posts', 'site_logo', 'site_icon', 'site_icon_url', '_embedded'],
  ),
};

/** What the address of a namespace answers. */
export const namespaceAnswer: PlainAnswer = {
  schema: json.object({
    namespace: json.string,
    routes,
    _links: json.object({ up: json.listOf(link) }),
  }),
};
