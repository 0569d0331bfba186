import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { presentItem, presentNamed } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import type { Variant } from '../../api/variant.ts';
import { defineErrors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import type { Caller } from '../../rules/capabilities.ts';
import { isShownTaxonomy, laterLabels, type ShownTaxonomy, type TaxonomyType } from '../../rules/taxonomies.ts';

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
        type: s.string({ description: 'Limit to taxonomies of this type of content.', pass: 2 }),
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
      resource: resource,
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
      resource: resource,
    }),
  ];
  return { routes };
}

const field = fieldsOf<ShownTaxonomy>();
const everywhere = ['view', 'edit', 'embed'] as const;
const shownToEditors = ['edit'] as const;
const notEmbedded = ['view', 'edit'] as const;

function taxonomyResource(variant: Variant) {
  return defineResource({
    title: 'taxonomy',
    schemaUri: variant.protocol.contentSchemaUri,
    fields: {
      capabilities: field({
        schema: s.object({ description: 'Capabilities of the taxonomy.' }),
        contexts: shownToEditors,
        readonly: true,
        read: (taxonomy) => taxonomy.capabilityNames,
        output: json.mapOf(json.string),
      }),
      description: field({
        schema: s.string({ description: 'What the taxonomy is for.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (taxonomy) => taxonomy.description,
      }),
      hierarchical: field({
        schema: s.boolean({ description: 'Whether terms can have parents.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (taxonomy) => taxonomy.hierarchical,
      }),
      labels: field({
        schema: s.object({ description: 'Labels of the taxonomy.' }),
        contexts: shownToEditors,
        readonly: true,
        read: (taxonomy) => labelsOf(taxonomy, variant),
        output: json.mapOf(json.orNull(json.string)),
      }),
      name: field({
        schema: s.string({ description: 'Label of the taxonomy.' }),
        contexts: everywhere,
        readonly: true,
        read: (taxonomy) => taxonomy.labels.name,
      }),
      slug: field({
        schema: s.string({ description: 'Identifier of the type or taxonomy, for programs.' }),
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
        schema: s.array(s.string(), { description: 'Post types that use the taxonomy.' }),
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
      ...(variant.content.editorFields ? editorFields : {}),
    },
    links: [
      { rel: 'collection', to: () => ({ href: '/wp/v2/taxonomies' }) },
      { rel: 'wp:items', to: (taxonomy) => ({ href: `/wp/v2/${taxonomy.restBase}` }) },
    ],
    load: (taxonomies: readonly ShownTaxonomy[]) => taxonomies,
  });
}

const editorFields = {
  rest_namespace: field({
    schema: s.string({ description: 'Namespace of the interface that lists its terms.' }),
    contexts: everywhere,
    readonly: true,
    read: () => 'wp/v2',
  }),
  visibility: field({
    schema: s.object({ description: 'Where readers and editors meet the taxonomy.' }),
    contexts: shownToEditors,
    readonly: true,
    properties: {
      public: seenIn('Whether readers of the site meet its terms.', (taxonomy) => taxonomy.public),
      publicly_queryable: seenIn('Whether its terms have pages.', (taxonomy) => taxonomy.public),
      show_ui: seenIn('Whether editors have a screen for it.', ({ screens }) => screens.own),
      show_admin_column: seenIn('Whether lists of items have a column for it.', ({ screens }) => screens.column),
      show_in_nav_menus: seenIn('Whether menus can link to its terms.', (taxonomy) => taxonomy.public),
      show_in_quick_edit: seenIn('Whether the form for quick changes has it.', ({ screens }) => screens.own),
    },
  }),
};

function seenIn(description: string, read: (taxonomy: ShownTaxonomy) => boolean) {
  return field({ schema: s.boolean({ description }), read });
}

/** The labels that the variant has; those of editors are made from the words for one and for many. */
function labelsOf(taxonomy: ShownTaxonomy, { content }: Variant): Record<string, string | null> {
  const { labels } = taxonomy;
  if (!content.typeDetails) return withoutLater(labels);
  return content.editorFields ? { ...editorLabels(taxonomy), ...labels } : labels;
}

function editorLabels({ labels, hierarchical, ownArchive }: ShownTaxonomy): Record<string, string | null> {
  const one = (labels['singular_name'] ?? labels.name).toLowerCase();
  const inTrees = (text: string) => (hierarchical ? text : null);
  return {
    name_field_description: `What readers call this ${one}.`,
    slug_field_description: 'The name in addresses: lower-case letters, digits and hyphens.',
    parent_field_description: inTrees(`The ${one} that this one belongs to, if any.`),
    desc_field_description: 'For notes; some themes show it.',
    filter_by_item: inTrees(`Only this ${one}`),
    item_link: `Link to a ${one}`,
    item_link_description: `Leads to the page of a ${one}.`,
    template_name: `Lists of one ${one}`,
    ...(ownArchive ? {} : { archives: `Every ${one}` }),
  };
}

function withoutLater(labels: TaxonomyType['labels']): Record<string, string | null> {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !laterLabels.includes(key)));
}
