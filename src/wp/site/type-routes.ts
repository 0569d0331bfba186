import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { presentItem, presentNamed } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, route } from '../../api/routing/route.ts';
import type { Variant } from '../../api/variant.ts';
import { defineErrors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { type Caller, capabilityTo } from '../../rules/capabilities.ts';
import { capabilityNames, isShownType, type PostType, type ShownPostType } from '../../rules/post-types.ts';

/** Errors of the post types. */
export const typeErrors = defineErrors({
  rest_cannot_view: { status: 'denied', message: () => 'You may not see types as their editors do.' },
  rest_type_invalid: { status: 404, message: () => 'There is no such type.' },
  rest_cannot_read_type: { status: 'denied', message: () => 'This type is not open to view.' },
  rest_forbidden_context: { status: 'denied', message: () => 'You may not see this type as its editors do.' },
});

/** `/wp/v2/types`: the post types of the site. */
export function types(context: { readonly variant: Variant; readonly types: readonly PostType[] }): RouteModule {
  const resource = typeResource(context.variant);
  const known = context.types.filter(isShownType);
  const listed = (call: Call, context: string) =>
    new Map(known.filter((type) => context !== 'edit' || mayEdit(call.caller, type)).map((type) => [type.name, type]));

  const routes = [
    route({
      method: 'GET',
      path: '/wp/v2/types',
      summary: 'List the types of content.',
      args: { context: contextArgument },
      permit: ({ context }, { caller }) => {
        if (context === 'edit' && !known.some((type) => mayEdit(caller, type))) throw typeErrors.rest_cannot_view();
      },
      handle: async ({ context }, call) => reply(await presentNamed(resource, listed(call, context), call, context)),
      resource: resource,
    }),
    route({
      method: 'GET',
      path: '/wp/v2/types/{type:word}',
      summary: 'Show a type of content.',
      args: { context: contextArgument },
      permit: anyone,
      handle: async ({ type: name, context: shown }, call) => {
        const type = context.types.find((one) => one.name === name);
        if (!type) throw typeErrors.rest_type_invalid();
        if (!isShownType(type)) throw typeErrors.rest_cannot_read_type();
        if (shown === 'edit' && !mayEdit(call.caller, type)) throw typeErrors.rest_forbidden_context();
        return reply(await presentItem(resource, type, call, shown));
      },
      resource: resource,
    }),
  ];
  return { routes };
}

const mayEdit = (caller: Caller, type: PostType): boolean => caller.can(capabilityTo('edit', type));

const field = fieldsOf<ShownPostType>();
const everywhere = ['view', 'edit', 'embed'] as const;
const shownToEditors = ['edit'] as const;
const notEmbedded = ['view', 'edit'] as const;

function typeResource(variant: Variant) {
  const details = variant.content.typeDetails;
  return defineResource({
    title: 'type',
    schemaUri: variant.protocol.contentSchemaUri,
    fields: {
      capabilities: field({
        schema: s.object({ description: 'Capabilities of the type.' }),
        contexts: shownToEditors,
        readonly: true,
        read: capabilityNames,
        output: json.mapOf(json.string),
      }),
      description: field({
        schema: s.string({ description: 'What the type is for.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (type) => type.description,
      }),
      hierarchical: field({
        schema: s.boolean({ description: 'Whether items can have parents.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (type) => type.hierarchical,
      }),
      ...(details ? { viewable: viewableField } : {}),
      labels: field({
        schema: s.object({ description: 'Labels of the type.' }),
        contexts: shownToEditors,
        readonly: true,
        read: (type) => (variant.content.editorFields ? { ...editorLabels(type), ...type.labels } : type.labels),
        output: json.mapOf(json.orNull(json.string)),
      }),
      name: field({
        schema: s.string({ description: 'Label of the type.' }),
        contexts: everywhere,
        readonly: true,
        read: (type) => type.labels.name,
      }),
      slug: field({
        schema: s.string({ description: 'Identifier of the type or taxonomy, for programs.' }),
        contexts: everywhere,
        readonly: true,
        read: (type) => type.name,
      }),
      ...(details ? { supports: variant.content.editorFields ? editorSupportsField : supportsField } : {}),
      taxonomies: field({
        schema: s.array(s.string(), { description: 'Taxonomies of the type.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (type) => type.taxonomies,
      }),
      rest_base: field({
        schema: s.string({ description: 'Where the interface lists items of this type.' }),
        contexts: everywhere,
        readonly: true,
        read: (type) => type.restBase,
      }),
      ...(variant.content.editorFields ? editorFields : {}),
    },
    links: [
      { rel: 'collection', to: () => ({ href: '/wp/v2/types' }) },
      { rel: 'wp:items', to: (type) => ({ href: `/wp/v2/${type.restBase}` }) },
    ],
    load: (types: readonly ShownPostType[]) => types,
  });
}

const viewableField = field({
  schema: s.boolean({ description: 'Whether items have a public page.' }),
  contexts: shownToEditors,
  readonly: true,
  read: (type) => type.public,
});

const supportsField = field({
  schema: s.object({ description: 'Features that the type supports.' }),
  contexts: shownToEditors,
  readonly: true,
  read: (type) => Object.fromEntries(type.supports.map((what) => [what, true as const])),
  output: json.mapOf(json.words(true)),
});

/** Types with texts are saved now and then; editors can leave notes beside those of some. */
const editorSupportsField = field({
  schema: s.object({ description: 'Features that the type supports.' }),
  contexts: shownToEditors,
  readonly: true,
  read: ({ supports, notes }) => {
    const plain: Readonly<Record<string, true>> = Object.fromEntries(supports.map((what) => [what, true]));
    if (!plain['editor']) return plain;
    return { ...plain, ...(notes ? { editor: [{ notes: true as const }] } : {}), autosave: true as const };
  },
  output: json.mapOf(json.anyOf(json.words(true), json.listOf(json.mapOf(json.words(true))))),
});

const templateLocks = ['all', 'insert', 'contentOnly'] as const;

const editorFields = {
  has_archive: field({
    schema: s.scalar({
      description: 'Whether the list of all items has a page, or the last part of its address.',
      published: { type: ['string', 'boolean'] },
    }),
    contexts: notEmbedded,
    readonly: true,
    read: ({ archive, linkBase }) => (archive === null || archive === linkBase ? archive !== null : archive),
  }),
  visibility: field({
    schema: s.object({ description: 'Where editors meet the type.' }),
    contexts: shownToEditors,
    readonly: true,
    properties: {
      show_ui: field({
        schema: s.boolean({ description: 'Whether editors have a screen for it.' }),
        read: ({ hasScreen, public: isPublic }) => hasScreen ?? isPublic,
      }),
      show_in_nav_menus: field({
        schema: s.boolean({ description: 'Whether menus can link to its items.' }),
        read: (type) => type.public && !type.inheritsFromParent,
      }),
    },
  }),
  rest_namespace: field({
    schema: s.string({ description: 'Namespace of the interface that lists items of this type.' }),
    contexts: everywhere,
    readonly: true,
    read: () => 'wp/v2',
  }),
  icon: field({
    schema: s.string({ description: 'Icon of the type.', published: { type: ['string', 'null'] } }),
    contexts: everywhere,
    readonly: true,
    read: ({ icon }) => icon ?? null,
    output: json.orNull(json.string),
  }),
  template: field({
    schema: s.array(s.object(), {
      description: 'Blocks that a new item begins with.',
      published: { type: ['array'], items: undefined },
    }),
    contexts: everywhere,
    readonly: true,
    read: () => [],
    output: json.emptyList,
  }),
  template_lock: field({
    schema: s.scalar({
      description: 'What may not be changed of these blocks.',
      published: { type: ['string', 'boolean'], enum: [...templateLocks, false] },
    }),
    contexts: everywhere,
    readonly: true,
    read: (): false => false,
    output: json.words(...templateLocks, false),
  }),
};

/** The labels of editors, made from the words for one and for many. */
function editorLabels({ labels, ownTemplate }: PostType): Record<string, string> {
  const one = (labels['singular_name'] ?? labels.name).toLowerCase();
  return {
    filter_by_date: 'Only from this time',
    item_published: `The ${one} is published.`,
    item_published_privately: `The ${one} is published for editors only.`,
    item_reverted_to_draft: `The ${one} is a draft again.`,
    item_trashed: `The ${one} is in the trash.`,
    item_scheduled: `The ${one} will be published later.`,
    item_updated: `The ${one} is saved.`,
    item_link: `Link to a ${one}`,
    item_link_description: `Leads to the page of a ${one}.`,
    ...(ownTemplate ? {} : { template_name: `Page of one ${one}` }),
  };
}
