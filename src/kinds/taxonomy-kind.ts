import { contextArgument } from '../api/context-argument.ts';
import { type Embedder, publishSchema, writableArguments } from '../api/resource.ts';
import { type Route, route, writing } from '../api/route.ts';
import { isShown } from '../content/taxonomies.ts';
import { type Args, s } from '../schema/schema.ts';
import { termActs } from './term-acts.ts';
import { termEmbedders } from './term-embedders.ts';
import { listArguments } from './term-list.ts';
import { termPermits } from './term-permits.ts';
import { type ShownTaxonomy, type TermParts, type TermResource, termResource } from './term-resource.ts';

/** One taxonomy of the interface: its routes and what links can embed of it. */
export interface TaxonomyKind {
  readonly routes: readonly Route[];
  readonly embedders: Readonly<Record<string, Embedder>>;
}

/** Builds everything the interface has of the taxonomy of that name. */
export function taxonomyKind(name: string, parts: TermParts): TaxonomyKind {
  const taxonomy = parts.taxonomies.find((one) => one.name === name);
  if (!taxonomy || !isShown(taxonomy)) throw new Error(`There is no taxonomy ${name} that the interface shows.`);
  const resource = termResource(taxonomy, parts);
  return { routes: routesOf(taxonomy, resource, parts), embedders: termEmbedders(taxonomy, resource) };
}

function routesOf(taxonomy: ShownTaxonomy, resource: TermResource, parts: TermParts): Route[] {
  const path = `/wp/v2/${taxonomy.restBase}`;
  const many = taxonomy.labels.name.toLowerCase();
  const one = taxonomy.labels['singular_name']?.toLowerCase() ?? 'term';
  const permits = termPermits(taxonomy, parts);
  const acts = termActs(taxonomy, resource, parts);
  const schema = () => publishSchema(resource);
  return [
    route({
      method: 'GET',
      path,
      summary: `List ${many}.`,
      args: listArguments(taxonomy, parts.variant),
      permit: permits.list,
      handle: acts.list,
      schema,
    }),
    route({
      method: 'POST',
      path,
      summary: `Make a ${one}.`,
      args: { ...writableArguments(resource.fields, 'create'), ...unlistedParent(taxonomy) },
      permit: permits.create,
      handle: acts.create,
    }),
    route({
      method: 'GET',
      path: `${path}/{id:int}` as '/{id:int}',
      summary: `Show a ${one}.`,
      args: { context: contextArgument },
      permit: permits.show,
      handle: acts.show,
      schema,
    }),
    route({
      method: writing,
      path: `${path}/{id:int}` as '/{id:int}',
      summary: `Change a ${one}.`,
      args: { ...writableArguments(resource.fields, 'update'), ...unlistedParent(taxonomy) },
      permit: permits.update,
      handle: acts.update,
    }),
    route({
      method: 'DELETE',
      path: `${path}/{id:int}` as '/{id:int}',
      summary: `Remove a ${one}.`,
      args: { force: s.boolean({ description: 'Must be true: terms have no trash.', default: false, pass: 2 }) },
      permit: permits.remove,
      handle: acts.remove,
    }),
  ];
}

/** Flat taxonomies do not announce a parent, but whoever sends one is told why it cannot be. */
function unlistedParent(taxonomy: ShownTaxonomy): Args {
  return taxonomy.hierarchical ? {} : { parent: s.any({ unlisted: true }) };
}
