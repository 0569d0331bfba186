import type { PlatenOptions } from '../../../src/index.ts';

/** One flat and one hierarchical type, a taxonomy of each sort, and meta of every type. */
export const shop: Required<Pick<PlatenOptions, 'postTypes' | 'taxonomies' | 'meta'>> = {
  postTypes: [
    {
      name: 'product',
      restBase: 'products',
      labels: { name: 'Products', singular_name: 'Product' },
      slug: 'products',
      hasArchive: true,
      supports: ['title', 'editor', 'author', 'thumbnail', 'excerpt', 'custom-fields', 'comments', 'revisions'],
      taxonomies: ['genre', 'post_tag'],
      meta: {
        price: { type: 'number', default: 1.5, description: 'Price.' },
        stock: { type: 'integer', minimum: 0 },
        sold: { type: 'boolean' },
        colours: { type: 'string', single: false },
        parts: { type: 'array', items: { type: 'integer' } },
        size: {
          type: 'object',
          properties: { width: { type: 'number' }, unit: { type: 'string', enum: ['cm', 'in'] } },
        },
        _hidden: { type: 'string' },
        quiet: { type: 'string', showInRest: false },
        cost: { type: 'number', mayRead: 'edit_others_posts', mayWrite: 'manage_options' },
      },
    },
    {
      name: 'guide',
      labels: { name: 'Guides', singular_name: 'Guide' },
      description: 'How to do things.',
      hierarchical: true,
      capabilityType: 'page',
      supports: ['title', 'editor', 'page-attributes'],
    },
    { name: 'recipe', restBase: 'recipes', capabilityType: 'recipe', roles: { author: 'own' }, supports: ['title'] },
  ],
  taxonomies: [
    {
      name: 'genre',
      restBase: 'genres',
      labels: { name: 'Genres', singular_name: 'Genre' },
      hierarchical: true,
      meta: { mood: { type: 'string' } },
    },
    {
      name: 'shelf',
      restBase: 'shelves',
      labels: { name: 'Shelves', singular_name: 'Shelf' },
      postTypes: ['product', 'guide'],
      slug: 'on-shelf',
    },
  ],
  meta: [{ object: 'user', key: 'motto', type: 'string' }],
};
