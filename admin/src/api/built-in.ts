import type { ContentType, Taxonomy } from './description.ts';

const common = {
  description: '',
  icon: '',
  public: true,
  source: 'built-in',
  columns: [],
  tabs: [],
  fields: [],
} as const satisfies Partial<ContentType>;

const supports = ['title', 'editor', 'author', 'thumbnail', 'excerpt', 'custom-fields', 'comments', 'revisions'];

const capabilities = (many: string): ContentType['capabilities'] => ({
  edit: `edit_${many}`,
  publish: `publish_${many}`,
  edit_others: `edit_others_${many}`,
  delete: `delete_${many}`,
});

/** The types that every site has, as far as they are the same everywhere. */
export const builtInTypes: readonly ContentType[] = [
  {
    ...common,
    name: 'post',
    rest_path: '/wp/v2/posts',
    labels: { name: 'Posts', singular_name: 'Post' },
    hierarchical: false,
    supports: [...supports, 'post-formats', 'sticky'],
    taxonomies: ['category', 'post_tag'],
    capabilities: capabilities('posts'),
  },
  {
    ...common,
    name: 'page',
    rest_path: '/wp/v2/pages',
    labels: { name: 'Pages', singular_name: 'Page' },
    hierarchical: true,
    supports: [...supports, 'page-attributes'],
    taxonomies: [],
    capabilities: capabilities('pages'),
  },
];

const terms = {
  description: '',
  source: 'built-in',
  types: ['post'],
  capabilities: {
    manage: 'manage_categories',
    edit: 'manage_categories',
    delete: 'manage_categories',
    assign: 'edit_posts',
  },
  fields: [],
} as const satisfies Partial<Taxonomy>;

export const builtInTaxonomies: readonly Taxonomy[] = [
  {
    ...terms,
    name: 'category',
    rest_path: '/wp/v2/categories',
    labels: { name: 'Categories', singular_name: 'Category' },
    hierarchical: true,
  },
  {
    ...terms,
    name: 'post_tag',
    rest_path: '/wp/v2/tags',
    labels: { name: 'Tags', singular_name: 'Tag' },
    hierarchical: false,
  },
];
