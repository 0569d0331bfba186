import { contextArgument } from '../../api/resource/context.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { created, type Route, route, writing } from '../../api/routing/route.ts';
import type { ShownTaxonomy } from '../../rules/taxonomies.ts';
import { type Args, s } from '../../schema/schema.ts';
import { storedTerm } from '../context/stored-items.ts';
import { termEmbedders } from './term-embedders.ts';
import { termHandlers } from './term-handlers.ts';
import { termListArguments } from './term-list.ts';
import { termNamesake } from './term-namesake.ts';
import { knownTerm, termPermissions } from './term-permissions.ts';
import { type TermContext, type TermResource, termResource } from './term-resource.ts';

/** The routes and embedders of a taxonomy: `/wp/v2/categories`, `/wp/v2/tags` or a declared one. */
export function terms(taxonomy: ShownTaxonomy, context: TermContext): RouteModule {
  const resource = termResource(taxonomy, context);
  return { routes: routesOf(taxonomy, resource, context), embedders: termEmbedders(taxonomy, resource) };
}

function routesOf(taxonomy: ShownTaxonomy, resource: TermResource, context: TermContext): Route[] {
  const path = `/wp/v2/${taxonomy.restBase}`;
  const item = `${path}/{id:int}` as const;
  const many = taxonomy.labels.name.toLowerCase();
  const one = taxonomy.labels['singular_name']?.toLowerCase() ?? 'term';
  const permissions = termPermissions(taxonomy, context);
  const slugs = { slash: context.variant.text.slashInSlug };
  const handlers = termHandlers(taxonomy, resource, context);
  return [
    route({
      method: 'GET',
      path,
      summary: `List ${many}.`,
      args: termListArguments(taxonomy, context.variant),
      batched: true,
      permit: permissions.list,
      handle: handlers.list,
      shows: resource,
    }),
    route({
      method: 'POST',
      path,
      summary: `Make a ${one}.`,
      answers: created,
      args: { ...resource.arguments.create, ...unlistedParent(taxonomy) },
      batched: true,
      permit: permissions.create,
      membersOnly: true,
      namesake: termNamesake(taxonomy, slugs),
      handle: handlers.create,
    }),
    route({
      method: 'GET',
      path: item,
      summary: `Show a ${one}.`,
      args: { context: contextArgument },
      batched: true,
      permit: permissions.show,
      item: ({ id }, call) => storedTerm(id, taxonomy.name, () => knownTerm(taxonomy, id, call)),
      handle: handlers.show,
      shows: resource,
    }),
    route({
      method: writing,
      path: item,
      summary: `Change a ${one}.`,
      args: { ...resource.arguments.update, ...unlistedParent(taxonomy) },
      batched: true,
      permit: permissions.update,
      membersOnly: true,
      item: ({ id }) => storedTerm(id, taxonomy.name),
      handle: handlers.update,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: `Remove a ${one}.`,
      args: { force: s.boolean({ description: 'Must be true: terms have no trash.', default: false, pass: 2 }) },
      batched: true,
      permit: permissions.remove,
      membersOnly: true,
      item: ({ id }) => storedTerm(id, taxonomy.name),
      handle: handlers.remove,
    }),
  ];
}

/** Flat taxonomies do not list `parent`, but accept it so that sending one gives a specific error. */
function unlistedParent(taxonomy: ShownTaxonomy): Args {
  return taxonomy.hierarchical ? {} : { parent: s.scalar({ unlisted: true }) };
}
