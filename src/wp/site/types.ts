import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { fieldsOf } from '../../api/resource/field.ts';
import { presentItem, presentNamed } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, route } from '../../api/routing/route.ts';
import type { Variant } from '../../api/variant.ts';
import { defineErrors } from '../../errors.ts';
import { type Caller, thingsOf } from '../../rules/capabilities.ts';
import { capabilityNames, isShownType, type PostType } from '../../rules/post-types.ts';
import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';

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
      shows: resource,
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
      shows: resource,
    }),
  ];
  return { routes };
}

const mayEdit = (caller: Caller, type: PostType): boolean => caller.can(`edit_${thingsOf(type)}`);

const field = fieldsOf<PostType>();
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
        schema: s.object({ description: 'What each right is called for this type.' }),
        contexts: shownToEditors,
        readonly: true,
        read: capabilityNames,
        shown: json.mapOf(json.string),
      }),
      description: field({
        schema: s.string({ description: 'What the type is for.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (type) => type.description,
      }),
      hierarchical: field({
        schema: s.boolean({ description: 'Whether items can stand below others.' }),
        contexts: notEmbedded,
        readonly: true,
        read: (type) => type.hierarchical,
      }),
      ...(details ? { viewable: viewableField } : {}),
      labels: field({
        schema: s.object({ description: 'Words for screens that deal with the type.' }),
        contexts: shownToEditors,
        readonly: true,
        read: (type) => type.labels,
        shown: json.mapOf(json.orNull(json.string)),
      }),
      name: field({
        schema: s.string({ description: 'What the type is called.' }),
        contexts: everywhere,
        readonly: true,
        read: (type) => type.labels.name,
      }),
      slug: field({
        schema: s.string({ description: 'Name that programs use.' }),
        contexts: everywhere,
        readonly: true,
        read: (type) => type.name,
      }),
      ...(details ? { supports: supportsField } : {}),
      taxonomies: field({
        schema: s.array(s.string(), { description: 'Taxonomies that sort items of this type.' }),
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
    },
    links: [
      { rel: 'collection', to: () => ({ href: '/wp/v2/types' }) },
      { rel: 'wp:items', to: (type) => ({ href: `/wp/v2/${type.restBase}` }) },
    ],
    load: (types: readonly PostType[]) => types,
  });
}

const viewableField = field({
  schema: s.boolean({ description: 'Whether items have a public page.' }),
  contexts: shownToEditors,
  readonly: true,
  read: (type) => type.public,
});

const supportsField = field({
  schema: s.object({ description: 'What items of this type can carry.' }),
  contexts: shownToEditors,
  readonly: true,
  read: (type) => Object.fromEntries(type.supports.map((what) => [what, true])),
  shown: json.mapOf(json.words(true)),
});
