import { reply } from '../../api/reply.ts';
import { type Fields, fieldsOf } from '../../api/resource/field.ts';
import { presentList } from '../../api/resource/present.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { route } from '../../api/routing/route.ts';
import { defineErrors } from '../../lib/errors.ts';
import { s } from '../../lib/schema/schema.ts';
import { type BlockPattern, type PatternCategory, patternCategories, patterns } from './block-patterns.ts';
import { writesContent } from './editor-access.ts';
import type { EditorContext } from './editor-context.ts';

/** Errors of the patterns. */
export const patternErrors = defineErrors({
  rest_cannot_view: { status: 'denied', message: () => 'Patterns are for those who write content.' },
});

const always = { contexts: ['view', 'edit', 'embed'], readonly: true } as const;
const ofPattern = fieldsOf<BlockPattern>();
const ofCategory = fieldsOf<PatternCategory>();

const text = (description: string, read: (pattern: BlockPattern) => string) =>
  ofPattern({ ...always, schema: s.string({ description }), read });
const names = (description: string, read: (pattern: BlockPattern) => readonly string[] | undefined) =>
  ofPattern({
    ...always,
    schema: s.array(s.string(), { description, published: { items: undefined } }),
    optional: true,
    read,
  });

const sources = ['core', 'plugin', 'theme', 'pattern-directory/core', 'pattern-directory/theme'];

const patternFields: Fields<BlockPattern> = {
  name: text('Name of the pattern for programs.', ({ name }) => name),
  title: text('Name of the pattern for people.', ({ title }) => title),
  content: text('The blocks of the pattern.', ({ content }) => content),
  description: ofPattern({
    ...always,
    schema: s.string({ description: 'What the pattern is for.' }),
    optional: true,
    read: () => undefined,
  }),
  viewport_width: ofPattern({
    ...always,
    schema: s.number({ description: 'Width of the window that shows it best.' }),
    optional: true,
    read: () => undefined,
  }),
  inserter: ofPattern({
    ...always,
    schema: s.boolean({ description: 'Whether editors offer it.' }),
    optional: true,
    read: () => undefined,
  }),
  categories: names('Categories of the pattern.', ({ categories }) => categories),
  keywords: names('Other words to find it by.', () => undefined),
  block_types: names('Blocks that it is offered for.', ({ blockTypes }) => blockTypes),
  post_types: names('Types of content that it is offered for.', () => undefined),
  template_types: names('Templates that it is offered for.', () => undefined),
  source: ofPattern({
    ...always,
    schema: s.string({ description: 'Where it comes from.', enum: [...sources, 'pattern-directory/featured'] }),
    read: () => 'core',
  }),
};

const categoryText = (description: string, read: (category: PatternCategory) => string) =>
  ofCategory({ ...always, schema: s.string({ description }), read });

const categoryFields: Fields<PatternCategory> = {
  name: categoryText('Name of the category for programs.', ({ name }) => name),
  label: categoryText('Name of the category for people.', ({ label }) => label),
  description: categoryText('What the category is for.', ({ about }) => about),
};

/** `/wp/v2/block-patterns`: blocks to begin with, for editors. */
export function patternRoutes({ types }: Pick<EditorContext, 'types'>): RouteModule {
  const permit = writesContent(types, patternErrors.rest_cannot_view);
  const pattern = defineResource({
    title: 'block-pattern',
    fields: patternFields,
    links: [],
    load: (rows: readonly BlockPattern[]) => rows,
  });
  const category = defineResource({
    title: 'block-pattern-category',
    fields: categoryFields,
    links: [],
    load: (rows: readonly PatternCategory[]) => rows,
  });
  const routes = [
    route({
      method: 'GET',
      path: '/wp/v2/block-patterns/patterns',
      summary: 'List the patterns that editors offer.',
      permit,
      handle: async (_input, call) => reply(await presentList(pattern, patterns, call, 'view')),
      resource: pattern,
    }),
    route({
      method: 'GET',
      path: '/wp/v2/block-patterns/categories',
      summary: 'List the categories of patterns.',
      permit,
      handle: async (_input, call) => reply(await presentList(category, patternCategories, call, 'view')),
      resource: category,
    }),
  ];
  return { routes };
}
