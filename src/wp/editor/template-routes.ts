import type { Call } from '../../api/call.ts';
import { reply } from '../../api/reply.ts';
import { contextArgument } from '../../api/resource/context.ts';
import { type Fields, fieldsOf } from '../../api/resource/field.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { type Route, route, writing } from '../../api/routing/route.ts';
import { defineErrors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { ids } from '../posts/content-list-arguments.ts';
import { writableStatuses } from '../posts/operations/post-draft.ts';
import { themeCapability, writesContent } from './editor-access.ts';
import type { EditorContext } from './editor-context.ts';

/** Errors of templates and their parts. */
export const templateErrors = defineErrors({
  rest_cannot_manage_templates: { status: 'denied', message: () => 'You may not work with templates.' },
  rest_template_not_found: { status: 404, message: () => 'There is no such template.' },
  rest_templates_not_supported: {
    status: 400,
    message: () => 'The pages of the theme are not made of blocks, so that it takes no templates.',
  },
});

/**
 * `/wp/v2/templates` and `/wp/v2/template-parts`: there are none, because the pages of the theme are drawn by functions.
 * Editors ask for them all the same.
 */
export function templateRoutes(context: EditorContext): RouteModule {
  return {
    routes: [
      ...collection('/wp/v2/templates', context, { described: describedAs('wp_template', templateFields), more: {} }),
      ...collection('/wp/v2/template-parts', context, {
        described: describedAs('wp_template_part', partFields),
        more: { area },
      }),
    ],
  };
}

const area = s.string({ description: 'The place that the part is for.' });
const rawText = (what: string, contexts: readonly string[]) => ({
  description: `${what} as it is stored.`,
  type: 'string',
  context: contexts,
});
const notEmbedded = ['view', 'edit'];
const everywhere = ['view', 'edit', 'embed'];
const number = { type: 'integer', context: ['edit'], readonly: true, description: 'Version of the block format.' };
const shown = { type: 'string', context: everywhere, readonly: true, description: 'As readers see it.' };
const content = { raw: rawText('Content', notEmbedded), block_version: number };
const title = { raw: rawText('Title', everywhere), rendered: shown };
const textOf = (description: string, properties: object) =>
  s.text({ description, published: { type: ['object', 'string'], properties } });
const slug = { minLength: 1, pattern: '[a-zA-Z0-9_\\%-]+' };
const revisionOrders = ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'];

const field = fieldsOf<never>();
const always = { contexts: ['embed', 'view', 'edit'], readonly: true } as const;
const written = { contexts: ['embed', 'view', 'edit'] } as const;
const mentioned = { contexts: ['view', 'edit', 'embed'], readonly: true } as const;
const dated = { contexts: ['view', 'edit'], readonly: true } as const;
const orNull = { type: ['string', 'null'] };
const flag = { type: 'bool' };

/** How a template is described; there are none to show. */
const describedFields: Fields<never> = {
  id: field({ ...always, schema: s.string({ description: 'Theme and name of the template.' }) }),
  slug: field({ ...written, schema: s.string({ description: 'Name for programs.', required: true, published: slug }) }),
  theme: field({ ...written, schema: s.string({ description: 'Theme that it belongs to.' }) }),
  type: field({ ...written, schema: s.string({ description: 'What kind of template it is.' }) }),
  source: field({ ...always, schema: s.string({ description: 'Where it comes from.' }) }),
  origin: field({ ...always, schema: s.string({ description: 'Where it came from at first.' }) }),
  content: field({ ...written, schema: { ...textOf('Content.', content), default: '' } }),
  title: field({ ...written, schema: { ...textOf('Title.', title), default: '' } }),
  description: field({ ...written, schema: s.string({ description: 'What it is for.', default: '' }) }),
  status: field({
    ...written,
    schema: s.string({ description: 'Status.', enum: writableStatuses, default: 'publish' }),
  }),
  wp_id: field({ ...always, schema: s.integer({ description: 'Id of the stored template.' }) }),
  has_theme_file: field({
    ...always,
    schema: s.boolean({ description: 'Whether the theme has it.', published: flag }),
  }),
  author: field({ contexts: mentioned.contexts, schema: s.integer({ description: 'Id of the author.' }) }),
  modified: field({
    ...dated,
    schema: s.string({ description: 'When it was last changed.', format: 'date-time', published: orNull }),
  }),
  author_text: field({ ...mentioned, schema: s.string({ description: 'Name of who made it.' }) }),
  original_source: field({
    ...mentioned,
    schema: s.string({ description: 'Who made it.', enum: ['theme', 'plugin', 'site', 'user'] }),
  }),
  date: field({
    ...dated,
    schema: s.string({ description: 'When it was made.', format: 'date-time', published: orNull }),
  }),
};

const templateFields: Fields<never> = {
  ...describedFields,
  is_custom: field({
    ...always,
    schema: s.boolean({ description: 'Whether it is of the site alone.', published: flag }),
  }),
  plugin: field({ ...mentioned, schema: s.string({ description: 'Extension that brought it.' }) }),
};

const partFields: Fields<never> = {
  ...describedFields,
  area: field({ ...written, schema: s.string({ description: 'The place that the part is for.' }) }),
};

const parent = field({ contexts: mentioned.contexts, schema: s.integer({ description: 'Id of the template.' }) });

/** A template and an earlier form of it, as OPTIONS describes them. */
function describedAs(name: string, fields: Fields<never>) {
  const resource = (all: Fields<never>) =>
    defineResource({ title: name, fields: all, links: [], load: (none: readonly never[]) => none });
  return { item: resource(fields), revision: resource({ ...fields, parent }) };
}

/** What a template is made of, as arguments. */
const members = {
  slug: s.string({ description: 'Name of the template for programs.', published: slug }),
  theme: s.string({ description: 'Theme that it belongs to.' }),
  type: s.string({ description: 'What kind of template it is.' }),
  content: textOf('Content.', content),
  title: textOf('Title.', title),
  description: s.string({ description: 'What it is for.' }),
  status: s.string({ description: 'Status.', enum: writableStatuses }),
  author: s.integer({ description: 'Id of the author.' }),
};

/** The same for a new one, which begins empty and published. */
const newMembers = {
  ...members,
  slug: { ...members.slug, required: true },
  content: { ...members.content, default: '' },
  title: { ...members.title, default: '' },
  description: { ...members.description, default: '' },
  status: { ...members.status, default: 'publish' },
};

function collection(
  path: '/wp/v2/templates' | '/wp/v2/template-parts',
  { types }: EditorContext,
  { described, more }: { described: ReturnType<typeof describedAs>; more: { readonly area?: typeof area } },
): readonly Route[] {
  const read = writesContent(types, templateErrors.rest_cannot_manage_templates);
  const write = (_input: object, { caller }: Call): void => {
    if (!caller.can(themeCapability)) throw templateErrors.rest_cannot_manage_templates();
  };
  const nothing = (): never => {
    throw templateErrors.rest_template_not_found();
  };
  const item = `${path}/{id:template}` as const;
  const ofParent = `${path}/{parent:template}` as const;
  const context = contextArgument;
  return [
    route({
      method: 'GET',
      path: `${ofParent}/revisions`,
      summary: 'List earlier forms of a template.',
      args: {
        context,
        page: s.integer({ default: 1, minimum: 1, description: 'Page of the list.' }),
        per_page: s.integer({ minimum: 1, maximum: 100, description: 'Items per page.' }),
        search: s.string({ description: 'Limit to those that contain these words.' }),
        exclude: ids('Leave these ids out.'),
        include: ids('Only these ids.'),
        offset: s.integer({ description: 'Items to skip.' }),
        order: s.string({ default: 'desc', enum: ['asc', 'desc'], description: 'Direction of the order.' }),
        orderby: s.string({ default: 'date', enum: revisionOrders, description: 'What the order goes by.' }),
      },
      permit: write,
      handle: nothing,
      resource: described.revision,
    }),
    route({
      method: 'GET',
      path: `${ofParent}/revisions/{id:int}`,
      summary: 'Show an earlier form of a template.',
      args: { context },
      permit: write,
      handle: nothing,
      resource: described.revision,
    }),
    route({
      method: 'DELETE',
      path: `${ofParent}/revisions/{id:int}`,
      summary: 'Remove an earlier form of a template.',
      args: { force },
      permit: write,
      requiresLogin: true,
      handle: nothing,
    }),
    route({
      method: 'GET',
      path: `${item}/autosaves`,
      summary: 'List what was saved of a template in between.',
      args: { context },
      permit: write,
      handle: nothing,
      resource: described.revision,
    }),
    route({
      method: 'POST',
      path: `${item}/autosaves`,
      summary: 'Save a template in between.',
      args: { ...members, ...more },
      permit: write,
      requiresLogin: true,
      handle: nothing,
    }),
    route({
      method: 'GET',
      path: `${ofParent}/autosaves/{id:int}`,
      summary: 'Show what was saved of a template in between.',
      args: { context },
      permit: write,
      handle: nothing,
      resource: described.revision,
    }),
    route({
      method: 'GET',
      path,
      summary: 'List the templates of the theme.',
      args: {
        context,
        wp_id: s.integer({ description: 'Limit to the template that is stored under this id.' }),
        area: s.string({ description: 'Limit to parts for this place.' }),
        post_type: s.string({ description: 'Limit to templates for this type of content.' }),
      },
      permit: read,
      handle: () => reply([]),
      response: { schema: json.emptyList },
      resource: described.item,
    }),
    route({
      method: 'POST',
      path,
      summary: 'Make a template.',
      args: { ...newMembers, ...more },
      permit: write,
      requiresLogin: true,
      handle: () => {
        throw templateErrors.rest_templates_not_supported();
      },
    }),
    route({
      method: 'GET',
      path: `${path}/lookup`,
      summary: 'Show the template that stands in for another.',
      args: {
        slug: s.string({ required: true, description: 'Name of the template that is missing.' }),
        is_custom: s.boolean({ description: 'Whether it is one of the site alone.' }),
        template_prefix: s.string({ description: 'What its name begins with.' }),
      },
      permit: read,
      handle: () => reply({}),
      response: { schema: json.object({}) },
    }),
    route({
      method: 'GET',
      path: item,
      summary: 'Show a template.',
      args: { context },
      permit: read,
      handle: nothing,
      resource: described.item,
    }),
    route({
      method: writing,
      path: item,
      summary: 'Change a template.',
      args: { ...members, ...more },
      permit: write,
      requiresLogin: true,
      handle: nothing,
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Remove a template.',
      args: { force },
      permit: write,
      requiresLogin: true,
      handle: nothing,
    }),
  ];
}

const force = s.boolean({ default: false, description: 'Delete permanently instead of moving to the trash.' });
