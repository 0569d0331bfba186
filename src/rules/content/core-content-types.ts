import type { MetaDefinition } from '../meta-registry.ts';
import type { PostType, Support } from '../post-types.ts';
import type { TaxonomyType } from '../taxonomies.ts';
import { type PostTypeDeclaration, postTypeFrom } from './post-type-declaration.ts';
import { taxonomyFrom } from './taxonomy-declaration.ts';

/** The built-in types, in the order the interface lists them. */
export const corePostTypes: readonly PostType[] = [
  {
    ...postTypeFrom({
      name: 'post',
      restBase: 'posts',
      labels: { name: 'Posts', singular_name: 'Post' },
      taxonomies: ['category', 'post_tag'],
      supports: [
        'title',
        'editor',
        'author',
        'thumbnail',
        'excerpt',
        'trackbacks',
        'custom-fields',
        'comments',
        'revisions',
        'post-formats',
      ],
    }),
    linkStyle: 'dated',
    sticky: true,
    notes: true,
    ownTemplate: true,
    icon: 'dashicons-admin-post',
  },
  {
    ...postTypeFrom({
      name: 'page',
      restBase: 'pages',
      labels: { name: 'Pages', singular_name: 'Page' },
      capabilityType: 'page',
      hierarchical: true,
      supports: ['title', 'editor', 'author', 'thumbnail', 'page-attributes', 'custom-fields', 'comments', 'revisions'],
    }),
    alsoShows: ['excerpt'],
    linkStyle: 'path',
    notes: true,
    ownTemplate: true,
    icon: 'dashicons-admin-page',
    siteDiscussion: { comments: false, pings: false },
  },
  {
    ...postTypeFrom({
      name: 'attachment',
      restBase: 'media',
      labels: { name: 'Media', singular_name: 'Media item' },
      supports: ['title', 'author', 'comments'],
    }),
    inheritsFromParent: true,
    linkStyle: 'attached',
    icon: 'dashicons-admin-media',
    openStatus: 'inherit',
    createCapability: 'upload_files',
  },
  ...[
    internalType('revision', { label: 'Revisions', supports: ['author'] }),
    internalType('nav_menu_item', { label: 'Menu items' }),
    internalType('custom_css', { label: 'Style sheets' }),
    internalType('customize_changeset', { label: 'Sets of changes' }),
    internalType('oembed_cache', { label: 'Kept embeds' }),
    internalType('user_request', { label: 'Requests of users' }),
  ].map((one) => postTypeFrom(one)),
];

/** A type whose rows are for internal use and never shown as content. */
export function internalType(
  name: string,
  facts: { label: string; supports?: readonly Support[] },
): PostTypeDeclaration {
  return { name, restBase: null, public: false, labels: { name: facts.label }, supports: facts.supports ?? [] };
}

/** The built-in taxonomies, in the order the interface lists them. */
export const coreTaxonomies: readonly TaxonomyType[] = [
  {
    ...taxonomyFrom({
      name: 'category',
      restBase: 'categories',
      labels: { name: 'Categories', singular_name: 'Category', name_admin_bar: 'category' },
      hierarchical: true,
      postTypes: ['post'],
    }),
    capabilityNames: ownNames('categories'),
    screens: { own: true, column: true },
    ownArchive: true,
    linkBase: null,
    nestedLinks: true,
    defaultTerm: (site) => site.defaultCategoryId,
  },
  {
    ...taxonomyFrom({
      name: 'post_tag',
      restBase: 'tags',
      labels: { name: 'Tags', singular_name: 'Tag', name_admin_bar: 'post_tag' },
      postTypes: ['post'],
    }),
    capabilityNames: ownNames('post_tags'),
    screens: { own: true, column: true },
    ownArchive: true,
    linkBase: null,
  },
  internalTaxonomy('nav_menu', { label: 'Menus', types: ['nav_menu_item'] }),
  internalTaxonomy('link_category', { label: 'Kinds of links', types: [] }),
  internalTaxonomy('post_format', { label: 'Formats', types: ['post'] }),
];

/** A taxonomy for internal use that is never shown. */
export function internalTaxonomy(name: string, facts: { label: string; types: readonly string[] }): TaxonomyType {
  const taxonomy = taxonomyFrom({ name, restBase: null, labels: { name: facts.label }, postTypes: facts.types });
  return { ...taxonomy, showCloud: false };
}

/** What the interface calls the capabilities of a built-in taxonomy; which ones are needed is another matter. */
function ownNames(things: string): TaxonomyType['capabilityNames'] {
  return {
    manage_terms: `manage_${things}`,
    edit_terms: `edit_${things}`,
    delete_terms: `delete_${things}`,
    assign_terms: `assign_${things}`,
  };
}

/** Types, taxonomies and meta keys that are built in for some variants only. */
export interface BuiltInContent {
  readonly types?: readonly PostType[];
  readonly taxonomies?: readonly TaxonomyType[];
  readonly meta?: readonly MetaDefinition[];
}

/** Blocks that are stored once and used in many texts. */
const patterns: PostType = {
  ...postTypeFrom({
    name: 'wp_block',
    restBase: 'blocks',
    labels: { name: 'Patterns', singular_name: 'Pattern' },
    public: false,
    supports: ['title', 'excerpt', 'editor', 'revisions', 'custom-fields'],
  }),
  readCapability: 'edit_posts',
  createCapability: 'publish_posts',
  linkStyle: 'dated',
  siteDiscussion: { comments: false, pings: false },
  storedTexts: true,
  later: true,
  hasScreen: true,
  capabilityNames: {
    edit_post: 'edit_block',
    read_post: 'read_block',
    delete_post: 'delete_block',
    publish_posts: 'publish_blocks',
    read_private_posts: 'read_private_blocks',
    delete_private_posts: 'delete_private_blocks',
    edit_private_posts: 'edit_private_blocks',
    read: 'edit_posts',
  },
};

/** Menus that are made of blocks: readers see what is published, and whoever may change the theme writes them. */
const navigation: PostType = {
  ...postTypeFrom({
    name: 'wp_navigation',
    restBase: 'navigation',
    labels: { name: 'Navigation Menus', singular_name: 'Navigation Menu' },
    description: 'Menus made of blocks, for any place of the site.',
    public: false,
    supports: ['title', 'editor', 'revisions'],
  }),
  soleCapability: 'edit_theme_options',
  openParts: true,
  rawInEmbeds: true,
  hasScreen: true,
  linkStyle: 'dated',
  siteDiscussion: { comments: false, pings: false },
  later: true,
};

const patternCategories: TaxonomyType = {
  ...taxonomyFrom({
    name: 'wp_pattern_category',
    labels: { name: 'Pattern Categories', singular_name: 'Pattern Category' },
    postTypes: ['wp_block'],
    showCloud: false,
  }),
  public: false,
  screens: { own: true, column: true },
  linkBase: '',
  later: true,
};

const footnotes = (subtype: string): MetaDefinition => ({
  object: 'post',
  subtype,
  key: 'footnotes',
  title: 'Footnotes',
  type: 'string',
  single: true,
  versioned: true,
  default: '',
});

/** What an editor remembers about its own screens; the stored key begins with the prefix of the tables. */
const preferences = (tablePrefix: string): MetaDefinition => ({
  object: 'user',
  key: 'persisted_preferences',
  storedAs: `${tablePrefix}persisted_preferences`,
  title: 'Preferences',
  type: 'object',
  single: true,
  contexts: ['edit'],
  properties: { _modified: { type: 'string', format: 'date-time', readonly: false } },
  additionalProperties: true,
});

const noteStatus: MetaDefinition = {
  object: 'comment',
  key: '_wp_note_status',
  title: 'State of the note',
  type: 'string',
  enum: ['resolved', 'reopen'],
  single: true,
  default: null,
  // Whoever may change the note.
  mayWrite: () => true,
};

/** Whether changes of a pattern show wherever it is used; empty for those that do. */
const syncStatus: MetaDefinition = {
  object: 'post',
  subtype: 'wp_block',
  key: 'wp_pattern_sync_status',
  title: 'Synchronisation of the pattern',
  type: 'string',
  single: true,
  default: '',
  enum: ['partial', 'unsynced'],
  asMember: true,
};

/** The content of the later routes. */
export const laterContent = {
  types: [
    patterns,
    ...[
      internalType('wp_template', { label: 'Templates' }),
      internalType('wp_template_part', { label: 'Template Parts' }),
      internalType('wp_global_styles', { label: 'Global Styles' }),
    ].map((one) => postTypeFrom(one)),
    navigation,
    ...[
      internalType('wp_font_family', { label: 'Font Families' }),
      internalType('wp_font_face', { label: 'Font Faces' }),
    ].map((one) => postTypeFrom(one)),
  ],
  taxonomies: [patternCategories],
  meta: [footnotes('wp_block'), syncStatus],
} satisfies BuiltInContent;

/** What the interface of today adds. */
export const todayContent = (tablePrefix: string): BuiltInContent => ({
  ...laterContent,
  meta: [footnotes('post'), footnotes('page'), ...laterContent.meta, preferences(tablePrefix), noteStatus],
});
