import { type Fields, fieldsOf } from '../../api/resource/field.ts';
import { defineResource } from '../../api/resource/resource.ts';
import { version } from '../../lib/program-version.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { postFormats } from '../posts/fields/extra-fields.ts';
import type { EditorContext, ThemeIdentity } from './editor-context.ts';
import { stylesIdOf } from './global-styles.ts';

interface ThemeSubject {
  readonly theme: ThemeIdentity;
  readonly stylesId: number;
}

const field = fieldsOf<ThemeSubject>();
const readonly = true as const;
const text = (description: string, read: (subject: ThemeSubject) => string) =>
  field({ schema: s.string({ description }), readonly, read });
const address = (description: string) =>
  field({ schema: s.string({ description, format: 'uri' }), readonly, read: (_subject, { site }) => site.url });

/** A text of a theme, as it is stored and as people read it. */
function words(description: string, read: (subject: ThemeSubject) => string, format: { format?: 'uri' } = {}) {
  const form = (what: string) =>
    field({ schema: s.string({ description: `${description} ${what}`, ...format }), read });
  return field({
    schema: s.object({ description }),
    readonly,
    properties: { raw: form('As it is stored.'), rendered: form('As people read it.') },
  });
}

/** A theme of the public site. Its pages are drawn by functions, so that it has no blocks of its own. */
export function themeResource(context: EditorContext, path: string) {
  return defineResource({
    title: 'theme',
    fields: { ...identityFields, ...featureFields },
    links: [
      { rel: 'self', to: ({ theme }) => ({ href: `${path}/${theme.folder}` }) },
      { rel: 'collection', to: () => ({ href: path }) },
      { rel: 'wp:user-global-styles', to: ({ stylesId }) => ({ href: `/wp/v2/global-styles/${stylesId}` }) },
    ],
    load: async (themes: readonly ThemeIdentity[], _needs, call) => {
      const stylesId = await stylesIdOf(context.theme, call);
      return themes.map((theme): ThemeSubject => ({ theme, stylesId }));
    },
  });
}

const identityFields: Fields<ThemeSubject> = {
  stylesheet: text('Name of the theme for programs.', ({ theme }) => theme.folder),
  stylesheet_uri: address('Where the files of the theme are.'),
  template: text('Name of the theme that it is based on.', ({ theme }) => theme.folder),
  template_uri: address('Where the files of that theme are.'),
  author: words('Who made the theme.', () => ''),
  author_uri: words('Address of who made it.', () => '', { format: 'uri' }),
  description: words('What the theme is like.', () => ''),
  is_block_theme: field({
    schema: s.boolean({ description: 'Whether its pages are made of blocks.' }),
    readonly,
    read: () => false,
  }),
  name: words('Name of the theme for people.', ({ theme }) => theme.name),
  requires_php: text('Runtime that it needs.', () => ''),
  requires_wp: text('Version of the interface that it needs.', () => ''),
  screenshot: field({ schema: s.string({ description: 'A picture of it.', format: 'uri' }), readonly, read: () => '' }),
  tags: field({
    schema: s.object({ description: 'Words to find it by.' }),
    readonly,
    properties: {
      raw: field({ schema: s.array(s.string(), { description: 'The words.' }), read: () => [] }),
      rendered: field({ schema: s.string({ description: 'The words in one text.' }), read: () => '' }),
    },
  }),
  textdomain: text('Where its words are translated.', ({ theme }) => theme.folder),
  theme_uri: words('Address of a page about it.', () => '', { format: 'uri' }),
  version: text('Version of the theme.', () => version),
  status: field({
    schema: s.string({ description: 'Whether it is in use.', enum: ['inactive', 'active'] }),
    read: () => 'active' as const,
  }),
};

const off = { type: 'boolean', default: false };
const texts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const flags = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));
const uri = { type: 'string', format: 'uri' };
const integer = { type: 'integer' };
const oneOf = (...words: readonly string[]) => ({ type: 'string', enum: words });
const offOr = (properties: object) => ({
  type: ['boolean', 'object'],
  default: false,
  properties,
  additionalProperties: false,
});
const offOrList = (items: object) => ({ type: ['boolean', 'array'], default: false, items });
const presets = (properties: object) => offOrList({ type: 'object', properties, additionalProperties: false });

/** What themes can support, as a schema; this one supports lead images, and nothing that blocks would need. */
const features: Readonly<Record<string, object>> = {
  'align-wide': off,
  'automatic-feed-links': off,
  'block-templates': off,
  'block-template-parts': off,
  'custom-background': offOr({
    'default-image': uri,
    'default-preset': oneOf('default', 'fill', 'fit', 'repeat', 'custom'),
    'default-position-x': oneOf('left', 'center', 'right'),
    'default-position-y': oneOf('left', 'center', 'right'),
    'default-size': oneOf('auto', 'contain', 'cover'),
    'default-repeat': oneOf('repeat-x', 'repeat-y', 'repeat', 'no-repeat'),
    'default-attachment': oneOf('scroll', 'fixed'),
    ...texts('default-color'),
  }),
  'custom-header': offOr({
    'default-image': uri,
    width: integer,
    height: integer,
    ...flags('random-default', 'flex-height', 'flex-width', 'header-text', 'uploads', 'video'),
    ...texts('default-text-color'),
  }),
  'custom-logo': offOr({
    width: integer,
    height: integer,
    ...flags('flex-width', 'flex-height', 'unlink-homepage-logo'),
    'header-text': { type: 'array', items: { type: 'string' } },
  }),
  'customize-selective-refresh-widgets': off,
  'dark-editor-style': off,
  'disable-custom-colors': off,
  'disable-custom-font-sizes': off,
  'disable-custom-gradients': off,
  'disable-layout-styles': off,
  'editor-color-palette': presets(texts('name', 'slug', 'color')),
  'editor-font-sizes': presets({ ...texts('name', 'slug'), size: { type: 'number' } }),
  'editor-gradient-presets': presets(texts('name', 'gradient', 'slug')),
  'editor-spacing-sizes': presets(texts('name', 'size', 'slug')),
  'editor-styles': off,
  html5: offOrList(oneOf('search-form', 'comment-form', 'comment-list', 'gallery', 'caption', 'script', 'style')),
  formats: {
    type: 'array',
    default: ['standard'],
    items: { type: 'string', enum: Object.fromEntries(postFormats.map((name) => [name, name])) },
  },
  'post-thumbnails': offOrList({ type: 'string' }),
  'responsive-embeds': off,
  'title-tag': off,
  'wp-block-styles': off,
};

const supported: Readonly<Record<string, boolean | readonly string[]>> = {
  ...Object.fromEntries(Object.keys(features).map((name) => [name, false])),
  formats: ['standard'],
  'post-thumbnails': true,
};

/** The templates that themes can have, by the pages that they are for. */
const templates: readonly (readonly [slug: string, title: string])[] = [
  ['index', 'Any page'],
  ['home', 'Latest posts'],
  ['front-page', 'Front page'],
  ['singular', 'Single item'],
  ['single', 'Single post'],
  ['page', 'Page'],
  ['archive', 'Archive'],
  ['author', 'Posts of an author'],
  ['category', 'Posts of a category'],
  ['taxonomy', 'Posts of a term'],
  ['date', 'Posts of a date'],
  ['tag', 'Posts of a tag'],
  ['attachment', 'Media item'],
  ['search', 'Search results'],
  ['privacy-policy', 'Privacy policy'],
  ['404', 'Nothing found'],
  ...postFormats.map((name) => [`taxonomy-post_format-post-format-${name}`, `Posts of the format ${name}`] as const),
];

const areas = [
  { area: 'uncategorized', label: 'General', description: 'For any place.', icon: 'layout', area_tag: 'div' },
  { area: 'header', label: 'Head', description: 'Above every page.', icon: 'header', area_tag: 'header' },
  { area: 'footer', label: 'Foot', description: 'Below every page.', icon: 'footer', area_tag: 'footer' },
  {
    area: 'navigation-overlay',
    label: 'Menu over the page',
    description: 'A menu that covers the page.',
    icon: 'navigation-overlay',
    area_tag: 'div',
  },
];

const templateType = json.object({ title: json.string, description: json.string, slug: json.string });
const templateArea = json.object({
  area: json.string,
  label: json.string,
  description: json.string,
  icon: json.string,
  area_tag: json.string,
});
const members = (...names: readonly string[]) => ({ items: { type: 'object', properties: texts(...names) } });

const featureFields: Fields<ThemeSubject> = {
  theme_supports: field({
    schema: s.object({ description: 'What the theme supports.', published: { properties: features } }),
    readonly,
    read: () => supported,
    output: json.mapOf(json.anyOf(json.boolean, json.listOf(json.string))),
  }),
  default_template_types: field({
    schema: s.array(s.object(), {
      description: 'Templates that themes can have.',
      published: members('slug', 'title', 'description'),
    }),
    readonly,
    read: () => templates.map(([slug, title]) => ({ title, description: `Shows: ${title.toLowerCase()}.`, slug })),
    output: json.listOf(templateType),
  }),
  default_template_part_areas: field({
    schema: s.array(s.object(), {
      description: 'Places that template parts can be for.',
      published: members('area', 'label', 'description', 'icon', 'area_tag'),
    }),
    readonly,
    read: () => areas,
    output: json.listOf(templateArea),
  }),
};
