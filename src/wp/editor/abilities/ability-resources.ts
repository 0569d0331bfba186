import { fieldsOf } from '../../../api/resource/field.ts';
import { defineResource } from '../../../api/resource/resource.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import type { Ability, AbilityCategory } from './core-abilities.ts';

const everywhere = { contexts: ['view', 'edit', 'embed'], readonly: true } as const;
const notEmbedded = { contexts: ['view', 'edit'], readonly: true } as const;
const ofAbility = fieldsOf<Ability>();
const ofCategory = fieldsOf<AbilityCategory>();
const open = json.mapOf(true);

/** What is known of every ability here: each of them only reads. */
export const abilityFacts = {
  annotations: { readonly: true, destructive: false, idempotent: true },
  public: true,
  show_in_rest: true,
};

const orUnknown = (description: string) => ({ type: ['boolean', 'null'], description });

/** The facts of an ability that say what using it may do, as a schema. */
export const annotations = {
  description: 'What using it may do.',
  type: 'object',
  properties: {
    readonly: orUnknown('Whether it changes nothing.'),
    destructive: orUnknown('Whether something may be lost.'),
    idempotent: orUnknown('Whether doing it twice is the same as once.'),
  },
  additionalProperties: true,
};

export function abilityResource(path: string) {
  return defineResource({
    title: 'ability',
    fields: {
      name: ofAbility({
        ...everywhere,
        schema: s.string({ description: 'Name for programs.' }),
        read: ({ name }) => name,
      }),
      label: ofAbility({
        ...everywhere,
        schema: s.string({ description: 'Name for people.' }),
        read: ({ label }) => label,
      }),
      description: ofAbility({
        ...notEmbedded,
        schema: s.string({ description: 'What it does.' }),
        read: ({ description }) => description,
      }),
      category: ofAbility({
        ...everywhere,
        schema: s.string({ description: 'The category that it belongs to.' }),
        read: ({ category }) => category,
      }),
      input_schema: ofAbility({
        ...notEmbedded,
        schema: s.object({ description: 'What its input may be.' }),
        read: inputSchema,
        output: open,
      }),
      output_schema: ofAbility({
        ...notEmbedded,
        schema: s.object({ description: 'What it answers with.' }),
        read: ({ answers }) => ({ type: 'object', properties: answers, additionalProperties: false }),
        output: open,
      }),
      meta: ofAbility({
        ...notEmbedded,
        schema: s.object({
          description: 'Further facts.',
          published: {
            properties: { annotations, public: { type: 'boolean', description: 'Whether programs may use it.' } },
          },
        }),
        read: () => abilityFacts,
        output: open,
      }),
    },
    links: [
      { rel: 'self', to: ({ name }) => ({ href: `${path}/${name}` }) },
      { rel: 'collection', to: () => ({ href: path }) },
      { rel: 'wp:action-run', undeclared: true, to: ({ name }) => ({ href: `${path}/${name}/run` }) },
    ],
    load: (abilities: readonly Ability[]) => abilities,
  });
}

function inputSchema({ answers }: Ability) {
  return {
    type: 'object',
    properties: {
      fields: {
        type: 'array',
        items: { type: 'string', enum: Object.keys(answers) },
        description: 'The members to answer with; all of them where it is left out.',
      },
    },
    additionalProperties: false,
    default: {},
  };
}

export function categoryResource(path: string) {
  return defineResource({
    title: 'ability-category',
    fields: {
      slug: ofCategory({
        ...everywhere,
        schema: s.string({ description: 'Name for programs.' }),
        read: ({ slug }) => slug,
      }),
      label: ofCategory({
        ...everywhere,
        schema: s.string({ description: 'Name for people.' }),
        read: ({ label }) => label,
      }),
      description: ofCategory({
        ...notEmbedded,
        schema: s.string({ description: 'What its abilities are about.' }),
        read: ({ description }) => description,
      }),
      meta: ofCategory({
        ...notEmbedded,
        schema: s.object({ description: 'Further facts.' }),
        read: () => [],
        output: json.emptyList,
      }),
    },
    links: [
      { rel: 'self', to: ({ slug }) => ({ href: `${path}/categories/${slug}` }) },
      { rel: 'collection', to: () => ({ href: `${path}/categories` }) },
      { rel: 'abilities', to: ({ slug }) => ({ href: `${path}/abilities?category=${slug}` }) },
    ],
    load: (categories: readonly AbilityCategory[]) => categories,
  });
}

/** What using an ability answers with; its own description says more. */
export const runResource = defineResource({
  title: 'ability-execution',
  fields: {
    result: fieldsOf<never>()({
      ...notEmbedded,
      schema: s.scalar({
        description: 'What the ability answers with.',
        published: { type: ['integer', 'number', 'boolean', 'string', 'array', 'object', 'null'] },
      }),
    }),
  },
  links: [],
  load: () => [],
});
