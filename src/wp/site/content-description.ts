import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { errors } from '../../lib/errors.ts';
import { json, type OutputOf } from '../../lib/schema/json-schema.ts';
import { type Caller, capabilityTo } from '../../rules/capabilities.ts';
import type { MetaDefinition, MetaRegistry } from '../../rules/meta-registry.ts';
import { contentSources, isShownType, type PostType, type ShownPostType, showsMeta } from '../../rules/post-types.ts';
import { isShownTaxonomy, type ShownTaxonomy, type TaxonomyType } from '../../rules/taxonomies.ts';
import { fieldSchema, shownField } from './field-description.ts';

interface DescribedContent {
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly meta: MetaRegistry;
}

const labels = json.mapOf(json.orNull(json.string));
const fields = json.listOf(fieldSchema);

const typeSchema = json.object({
  name: json.string,
  rest_path: json.string,
  labels,
  description: json.string,
  icon: json.string,
  hierarchical: json.boolean,
  public: json.boolean,
  source: json.words(...contentSources),
  supports: json.listOf(json.string),
  taxonomies: json.listOf(json.string),
  capabilities: json.object({
    edit: json.string,
    publish: json.string,
    edit_others: json.string,
    delete: json.string,
  }),
  columns: json.listOf(json.string),
  tabs: json.listOf(json.object({ name: json.string, label: json.string })),
  fields,
});

const taxonomySchema = json.object({
  name: json.string,
  rest_path: json.string,
  labels,
  description: json.string,
  hierarchical: json.boolean,
  source: json.words(...contentSources),
  types: json.listOf(json.string),
  capabilities: json.object({ manage: json.string, edit: json.string, delete: json.string, assign: json.string }),
  fields,
});

const contentSchema = json.object({
  types: json.listOf(typeSchema),
  taxonomies: json.listOf(taxonomySchema),
  user_fields: fields,
  comment_fields: fields,
  attachment_fields: fields,
});

/** `GET /platen/v1/types`: types, taxonomies and fields as forms and lists need them, as far as the caller edits them. */
export function contentDescription({ types, taxonomies, meta }: DescribedContent): RouteModule {
  const shown = types.filter(isShownType);
  const files = shown.find((type) => type.inheritsFromParent);
  const items = shown.filter((type) => !type.inheritsFromParent);
  const fieldsOf = (caller: Caller, ...[object, subtype]: Parameters<MetaRegistry['declared']>) =>
    meta.declared(object, subtype).flatMap((definition) => shownField(definition, caller) ?? []);
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/types',
        summary: 'Describe the types, taxonomies and fields that you may edit, for forms and lists.',
        response: { schema: contentSchema },
        permit: (_input, { caller }) => {
          if (!caller.can('edit_posts') && !shown.some((type) => mayEdit(caller, type))) throw errors.rest_forbidden();
        },
        handle: (_input, { caller }) =>
          reply({
            types: items
              .filter((type) => mayEdit(caller, type))
              .map((type) => {
                const definitions = showsMeta(type) ? meta.declared('post', type.name) : [];
                return {
                  ...shownType(type, definitions),
                  fields: showsMeta(type) ? fieldsOf(caller, 'post', type.name) : [],
                };
              }),
            taxonomies: taxonomies
              .filter(isShownTaxonomy)
              .filter((taxonomy) => mayUse(caller, taxonomy))
              .map((taxonomy) => ({ ...shownTaxonomy(taxonomy), fields: fieldsOf(caller, 'term', taxonomy.name) })),
            user_fields: fieldsOf(caller, 'user', 'user'),
            comment_fields: fieldsOf(caller, 'comment', 'comment'),
            attachment_fields: files && mayEdit(caller, files) ? fieldsOf(caller, 'post', files.name) : [],
          }),
        shareable: false,
      }),
    ],
  };
}

const mayEdit = (caller: Caller, type: PostType): boolean => caller.can(capabilityTo('edit', type));

const mayUse = (caller: Caller, { capabilities: { manage, edit, assign } }: ShownTaxonomy): boolean =>
  [manage, edit, assign].some((capability) => caller.can(capability));

function shownType(
  type: ShownPostType,
  definitions: readonly MetaDefinition[],
): Omit<OutputOf<typeof typeSchema>, 'fields'> {
  return {
    name: type.name,
    rest_path: `/wp/v2/${type.restBase}`,
    labels: type.labels,
    description: type.description,
    icon: type.adminIcon ?? '',
    hierarchical: type.hierarchical,
    public: type.public,
    source: type.source,
    supports: type.supports,
    taxonomies: type.taxonomies,
    capabilities: {
      edit: capabilityTo('edit', type),
      publish: capabilityTo('publish', type),
      edit_others: capabilityTo('edit_others', type),
      delete: capabilityTo('delete', type),
    },
    columns: definitions.filter(({ field }) => field?.column).map(({ key }) => key),
    tabs: tabsOf(type, definitions),
  };
}

/** The tabs that have fields, in the order in which the type names them; others follow. */
function tabsOf({ tabs = {} }: PostType, definitions: readonly MetaDefinition[]) {
  const used = new Set(definitions.flatMap(({ field }) => field?.tab ?? []));
  const named = Object.keys(tabs).filter((name) => used.has(name));
  return [...new Set([...named, ...used])].map((name) => ({ name, label: tabs[name] ?? name }));
}

function shownTaxonomy(taxonomy: ShownTaxonomy): Omit<OutputOf<typeof taxonomySchema>, 'fields'> {
  const { name, labels: words, description, hierarchical, source, types, capabilities } = taxonomy;
  const { manage, edit, delete: remove, assign } = capabilities;
  return {
    name,
    rest_path: `/wp/v2/${taxonomy.restBase}`,
    labels: words,
    description,
    hierarchical,
    source,
    types,
    capabilities: { manage, edit, delete: remove, assign },
  };
}
