import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { presentItem, presentNamed } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import type { Variant } from '../../api/variant.ts';
import { defineErrors } from '../../errors.ts';
import type { Caller } from '../../rules/capabilities.ts';
import { isShownTaxonomy, laterLabels, type TaxonomyType } from '../../rules/taxonomies.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';

/** Errors of the taxonomies. */
export const taxonomyErrors = defineErrors({
  rest_cannot_view: { status: 'denied', message: () => 'You may not see taxonomies as their editors do.' },
  rest_taxonomy_invalid: { status: 404, message: () => 'There is no such taxonomy.' },
  rest_forbidden: { status: 'denied', message: () => 'This taxonomy is not open to view.' },
  rest_forbidden_context: { status: 'denied', message: () => 'You may not see this taxonomy as its editors do.' },
});

interface TaxonomyContext {
  readonly variant: Variant;
  readonly taxonomies: readonly TaxonomyType[];
}

/** `/wp/v2/taxonomies`: the taxonomies of the site. */
export function taxonomies(context: TaxonomyContext): RouteModule {
  const { variant, taxonomies: known } = context;
  const resource = taxonomyResource(variant);
  const find = (name: string | undefined) => known.find((one) => one.name === name);
  const listed = (type: string | undefined) =>
    known.filter((one) => isShownTaxonomy(one) && (!type || one.types.includes(type)));
  const seesDetails = (caller: Caller, taxonomy: TaxonomyType): boolean =>
    caller.can(taxonomy.capabilities[variant.content.taxonomyDetailsFor]);

  const routes = [
    route({
      method: 'GET',
      path: '/wp/v2/taxonomies',
      summary: 'List the taxonomies.',
      args: {
        context: contextArgument,
        type: s.string({ description: 'Only taxonomies of this type of content.', pass: 2 }),
      },
      permit: ({ context, type }, { caller }) => {
        if (context === 'edit' && !listed(type).some((one) => seesDetails(caller, one)))
          throw taxonomyErrors.rest_cannot_view();
      },
      handle: async ({ context, type }, call) => {
        const open = listed(type).filter((one) => context !== 'edit' || seesDetails(call.caller, one));
        const named = new Map(open.map((one) => [one.name, one]));
        return reply(await presentNamed(resource, named, call, context));
      },
      shows: resource,
    }),
    route({
      method: 'GET',
      path: '/wp/v2/taxonomies/{taxonomy:word}',
      summary: 'Show a taxonomy.',
      args: { context: contextArgument },
      permit: ({ taxonomy: name, context }, { caller }) => {
        const taxonomy = find(name);
        if (!taxonomy) return;
        if (!isShownTaxonomy(taxonomy)) {
          throw taxonomyErrors.rest_forbidden(
            undefined,
            caller.userId === 0 ? { status: variant.content.hiddenFromAnonymous } : {},
          );
        }
        if (context === 'edit' && !seesDetails(caller, taxonomy)) throw taxonomyErrors.rest_forbidden_context();
      },
      handle: async ({ taxonomy: name, context }, call) => {
        const taxonomy = find(name);
        if (!taxonomy) throw taxonomyErrors.rest_taxonomy_invalid();
        return reply(await presentItem(resource, taxonomy, call, context));
      },
      shows: resource,
    }),
  ];
  return { routes };
}

const field = fieldsOf<TaxonomyType>();
const everywhere = ['view', 'edit', 'embed'] as const;
const shownToEditors = ['edit'] as const;
const notEmbedded = ['view', 'edit'] as const;

function taxonomyResource(variant: Variant) {
  return defineResource({
    title: 'taxonomy',
    schemaUri: variant.protocol.contentSchemaUri,
    fields: {
      capabilities: field({
        schema: s.object({ description: 'What each right is called for this taxonomy.' }),
        contexts: shownToEditors,
        readonly: true,
        read: (taxonomy) => taxonomy.capabilityNames,
        shown: json.mapOf(json.string),
      }),
      description: field({
        schema: s.string({ description: 'What the taxonomy is for.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (taxonomy) => taxonomy.description,
      }),
      hierarchical: field({
        schema: s.boolean({ description: 'Whether terms can stand below others.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (taxonomy) => taxonomy.hierarchical,
      }),
      labels: field({
        schema: s.object({ description: 'Words for screens that deal with the taxonomy.' }),
        contexts: shownToEditors,
        readonly: true,
        read: ({ labels }) => (variant.content.typeDetails ? labels : withoutLater(labels)),
        shown: json.mapOf(json.orNull(json.string)),
      }),
      name: field({
        schema: s.string({ description: 'What the taxonomy is called.' }),
        contexts: everywhere,
        readonly: true,
        read: (taxonomy) => taxonomy.labels.name,
      }),
      slug: field({
        schema: s.string({ description: 'Name that programs use.' }),
        contexts: everywhere,
        readonly: true,
        read: (taxonomy) => taxonomy.name,
      }),
      show_cloud: field({
        schema: s.boolean({ description: 'Whether its terms can be shown as a cloud.' }),
        contexts: shownToEditors,
        readonly: true,
        read: (taxonomy) => taxonomy.showCloud,
      }),
      types: field({
        schema: s.array(s.string(), { description: 'Types of content it sorts.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (taxonomy) => taxonomy.types,
      }),
      rest_base: field({
        schema: s.string({ description: 'Where the interface lists its terms.' }),
        contexts: everywhere,
        readonly: true,
        read: (taxonomy) => taxonomy.restBase,
      }),
    },
    links: [
      { rel: 'collection', to: () => ({ href: '/wp/v2/taxonomies' }) },
      { rel: 'wp:items', to: (taxonomy) => ({ href: `/wp/v2/${taxonomy.restBase}` }) },
    ],
    load: (taxonomies: readonly TaxonomyType[]) => taxonomies,
  });
}

function withoutLater(labels: TaxonomyType['labels']): Record<string, string | null> {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !laterLabels.includes(key)));
}
