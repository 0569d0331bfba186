import { orEmptyList } from '../../api/reply.ts';
import { type Fields, fieldsOf } from '../../api/resource/field.ts';
import { defineResource } from '../../api/resource/resource.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import type { BlockType } from '../block-types/block-type.ts';

const field = fieldsOf<BlockType>();
const everywhere = ['embed', 'view', 'edit'] as const;
const blockName = '^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$';

/** A kind of block. Scripts and styles of editors are their own, so there are no handles of any here. */
export function blockTypeResource(path: string) {
  return defineResource({
    title: 'block-type',
    fields: { ...wordFields, ...contentFields, ...placeFields, ...styleFields, ...handleFields, ...formerFields },
    links: [
      { rel: 'collection', to: () => ({ href: path }) },
      { rel: 'self', to: ({ name }) => ({ href: `${path}/${name}` }) },
      { rel: 'up', to: ({ namespace }) => ({ href: `${path}/${namespace}` }) },
      {
        rel: 'wp:render-block',
        to: ({ name, isStatic }) => (isStatic ? null : { href: `/wp/v2/block-renderer/${name}?context=edit` }),
      },
    ],
    load: (types: readonly BlockType[]) => types,
  });
}

const list = json.listOf(json.string);
const words = { readonly: true, contexts: everywhere } as const;
/** Published members of a schema that this interface does not check. */
const nullable = (type: string) => ({ type: [type, 'null'], default: null });
const names = { items: { type: 'string' } };
const blockNames = { ...nullable('array'), items: { type: 'string', pattern: blockName } };
const shared = { context: everywhere, readonly: true };

const wordFields: Fields<BlockType> = {
  api_version: field({
    ...words,
    schema: s.integer({ description: 'Version of the interface for blocks.', published: { default: 1 } }),
    read: () => 3,
  }),
  title: field({
    ...words,
    schema: s.string({ description: 'Name of the block for people.', default: '' }),
    read: ({ title }) => title,
  }),
  name: field({
    ...words,
    schema: s.string({
      description: 'Name of the block for programs.',
      published: { pattern: blockName, required: true },
    }),
    read: ({ name }) => name,
  }),
  description: field({
    ...words,
    schema: s.string({ description: 'What the block shows.', default: '' }),
    read: ({ about }) => about,
  }),
  icon: field({
    ...words,
    schema: s.string({ description: 'Icon of the block.', published: nullable('string') }),
    read: () => null,
    output: json.nothing,
  }),
  category: field({
    ...words,
    schema: s.string({ description: 'Where editors list it.', published: nullable('string') }),
    read: ({ category }) => category,
  }),
  textdomain: field({
    ...words,
    schema: s.string({ description: 'Where its words are translated.', published: nullable('string') }),
    read: () => null,
    output: json.nothing,
  }),
  keywords: field({
    ...words,
    schema: s.array(s.string(), { description: 'Other words to find it by.', default: [] }),
    read: () => [],
  }),
};

const contentFields: Fields<BlockType> = {
  attributes: field({
    ...words,
    schema: s.object({
      description: 'Settings of the block.',
      published: { ...nullable('object'), properties: [], additionalProperties: { type: 'object' } },
    }),
    read: ({ attributes }) => attributes,
    output: json.mapOf({ type: 'object' }),
  }),
  provides_context: field({
    ...words,
    schema: s.object({
      description: 'Values that blocks inside it can read.',
      published: { properties: [], additionalProperties: { type: 'string' }, default: [] },
    }),
    read: ({ provides = {} }) => orEmptyList({ ...provides }),
    output: json.anyOf(json.mapOf(json.string), json.emptyList),
  }),
  uses_context: field({
    ...words,
    schema: s.array(s.string(), { description: 'Values that it reads from blocks around it.', default: [] }),
    read: ({ uses }) => uses,
  }),
  selectors: field({
    ...words,
    schema: s.object({ description: 'Elements that styles apply to.', published: { default: [], properties: [] } }),
    read: ({ selectors = {} }) => orEmptyList({ ...selectors }),
    output: json.anyOf(json.mapOf({ type: ['string', 'object'] }), json.emptyList),
  }),
  supports: field({
    ...words,
    schema: s.object({ description: 'What editors can change.', published: { default: [], properties: [] } }),
    read: ({ supports }) => orEmptyList({ ...supports }),
    output: json.anyOf(json.mapOf(true), json.emptyList),
  }),
  is_dynamic: field({
    ...words,
    schema: s.boolean({ description: 'Whether the server draws it each time.', default: false }),
    read: ({ isStatic }) => !isStatic,
  }),
  example: field({
    ...words,
    schema: s.object({
      description: 'A block to show what it looks like.',
      published: { ...nullable('object'), properties: exampleMembers() },
    }),
    read: () => null,
    output: json.nothing,
  }),
};

const placeFields: Fields<BlockType> = {
  parent: field({
    ...words,
    schema: s.array(s.string(), { description: 'Blocks that it must stand directly in.', published: blockNames }),
    read: ({ parent }) => parent ?? null,
    output: json.orNull(list),
  }),
  ancestor: field({
    ...words,
    schema: s.array(s.string(), { description: 'Blocks that it must stand in.', published: blockNames }),
    read: ({ ancestor }) => ancestor ?? null,
    output: json.orNull(list),
  }),
  allowed_blocks: field({
    ...words,
    schema: s.array(s.string(), { description: 'The only blocks that may stand in it.', published: blockNames }),
    read: ({ allowed }) => allowed ?? null,
    output: json.orNull(list),
  }),
  block_hooks: field({
    ...words,
    schema: s.object({
      description: 'Blocks that it is put beside by itself, and where.',
      published: {
        patternProperties: {
          [blockName]: { type: 'string', enum: ['before', 'after', 'first_child', 'last_child'] },
        },
        default: [],
      },
    }),
    read: () => [],
    output: json.emptyList,
  }),
};

const styleFields: Fields<BlockType> = {
  styles: field({
    ...words,
    schema: s.array(s.object(), {
      description: 'Looks to choose from.',
      published: {
        items: {
          type: 'object',
          properties: {
            name: { description: 'Name of the look for programs.', type: 'string', required: true },
            label: { description: 'Name of the look for people.', type: 'string' },
            inline_style: { description: 'Rules of the look.', type: 'string' },
            style_handle: { description: 'Style sheet of the look.', type: 'string' },
          },
        },
        default: [],
      },
    }),
    read: () => [],
    output: json.emptyList,
  }),
  variations: field({
    ...words,
    schema: s.array(s.object(), {
      description: 'Forms that the block is offered in.',
      published: { items: { type: 'object', properties: variationMembers() }, default: null },
    }),
    read: () => [],
    output: json.emptyList,
  }),
};

const handles = [
  'editor_script_handles',
  'script_handles',
  'view_script_handles',
  'view_script_module_ids',
  'editor_style_handles',
  'style_handles',
  'view_style_handles',
];

const handleFields: Fields<BlockType> = Object.fromEntries(
  handles.map((name) => [
    name,
    field({
      ...words,
      schema: s.array(s.string(), {
        description: 'Scripts or style sheets that the server sends for it.',
        published: { type: ['array'], default: [] },
      }),
      read: () => [],
      output: json.emptyList,
    }),
  ]),
);

const formerFields: Fields<BlockType> = Object.fromEntries(
  ['editor_script', 'script', 'view_script', 'editor_style', 'style'].map((name) => [
    name,
    field({
      ...words,
      schema: s.string({ description: 'Earlier form of its handles.', published: nullable('string') }),
      read: () => null,
      output: json.nothing,
    }),
  ]),
);

function innerBlocks() {
  return {
    description: 'Blocks inside it.',
    type: 'array',
    items: {
      type: 'object',
      properties: {
        name: { description: 'Name of the block.', type: 'string', pattern: blockName, required: true },
        attributes: { description: 'Its settings.', type: 'object' },
        innerBlocks: { description: 'Blocks inside it.', type: 'array' },
      },
    },
  };
}

function exampleMembers() {
  return { attributes: { description: 'Settings of the example.', type: 'object' }, innerBlocks: innerBlocks() };
}

function variationMembers() {
  return {
    name: { description: 'Name of the form for programs.', type: 'string', required: true },
    title: { description: 'Name of the form for people.', type: 'string', required: true },
    description: { description: 'What the form is for.', type: 'string', required: false },
    category: { description: 'Where editors list it.', ...nullable('string'), ...shared },
    icon: { description: 'Icon of the form.', ...nullable('string'), ...shared },
    isDefault: { description: 'Whether it is the usual form.', type: 'boolean', required: false, default: false },
    attributes: { description: 'Settings that it begins with.', type: 'object' },
    innerBlocks: innerBlocks(),
    example: { description: 'A block to show.', ...nullable('object'), properties: exampleMembers(), ...shared },
    scope: {
      description: 'Where it is offered.',
      ...nullable('array'),
      items: { type: 'string', enum: ['block', 'inserter', 'transform'] },
      readonly: true,
    },
    keywords: { description: 'Other words to find it by.', type: 'array', ...names, default: [], ...shared },
  };
}
