import type { Call } from '../api/call.ts';
import { contextArgument } from '../api/context-argument.ts';
import { presentItem, presentNamed } from '../api/present.ts';
import { reply } from '../api/reply.ts';
import { type Context, fieldsOf, publishSchema, type Resource } from '../api/resource.ts';
import { anyone, type Route, route } from '../api/route.ts';
import type { Variant } from '../api/variant.ts';
import type { Caller } from '../content/capabilities.ts';
import { capabilityNames, isShown, type PostType } from '../content/post-types.ts';
import { defineErrors } from '../errors.ts';
import { s } from '../schema/schema.ts';

const errors = defineErrors({
  rest_cannot_view: { status: 'denied', message: () => 'You may not see types as their editors do.' },
  rest_type_invalid: { status: 404, message: () => 'There is no such type.' },
  rest_cannot_read_type: { status: 'denied', message: () => 'This type is not open to view.' },
  rest_forbidden_context: { status: 'denied', message: () => 'You may not see this type as its editors do.' },
});

/** `/wp/v2/types`: what kinds of content the site has. */
export function types(parts: { readonly variant: Variant; readonly types: readonly PostType[] }): {
  readonly routes: readonly Route[];
} {
  const resource = typeResource(parts.variant);
  const schema = () => publishSchema(resource);
  const shown = parts.types.filter(isShown);
  const listed = (call: Call, context: string) =>
    new Map(shown.filter((type) => context !== 'edit' || mayEdit(call.caller, type)).map((type) => [type.name, type]));

  const routes = [
    route({
      method: 'GET',
      path: '/wp/v2/types',
      summary: 'List the types of content.',
      args: { context: contextArgument },
      permit: ({ context }, { caller }) => {
        if (context === 'edit' && !shown.some((type) => mayEdit(caller, type))) throw errors.rest_cannot_view();
      },
      handle: async ({ context }, call) =>
        reply(await presentNamed(resource, listed(call, context), call, context as Context)),
      schema,
    }),
    route({
      method: 'GET',
      path: '/wp/v2/types/{type:word}',
      summary: 'Show a type of content.',
      args: { context: contextArgument },
      permit: anyone,
      handle: async ({ type: name, context }, call) => {
        const type = parts.types.find((one) => one.name === name);
        if (!type) throw errors.rest_type_invalid();
        if (!isShown(type)) throw errors.rest_cannot_read_type();
        if (context === 'edit' && !mayEdit(call.caller, type)) throw errors.rest_forbidden_context();
        return reply(await presentItem(resource, type, call, context as Context));
      },
      schema,
    }),
  ];
  return { routes };
}

const mayEdit = (caller: Caller, type: PostType): boolean => caller.can(`edit_${type.capabilityType}s`);

const field = fieldsOf<PostType>();
const everywhere = ['view', 'edit', 'embed'] as const;
const shownToEditors = ['edit'] as const;
const notEmbedded = ['view', 'edit'] as const;

function typeResource(variant: Variant): Resource<PostType, PostType> {
  const details = variant.content.typeDetails;
  return {
    title: 'type',
    schemaUri: variant.protocol.contentSchemaUri,
    fields: {
      capabilities: field({
        schema: s.object({ description: 'What each right is called for this type.' }),
        contexts: shownToEditors,
        readonly: true,
        read: capabilityNames,
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
    prepare: (types) => types,
  };
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
});
