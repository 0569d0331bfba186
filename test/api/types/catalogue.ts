import type { PlatenOptions } from '../../../src/index.ts';

/** A type with a field of every kind, and fields of terms, users, comments and files. */
export const catalogue: Required<Pick<PlatenOptions, 'postTypes' | 'taxonomies' | 'fieldSets'>> = {
  postTypes: [
    {
      name: 'article',
      restBase: 'articles',
      labels: { name: 'Articles', singular_name: 'Article' },
      icon: 'shopping-bag',
      supports: ['title', 'revisions'],
      taxonomies: ['post_tag'],
      tabs: { shop: 'Shop', more: 'More' },
      fields: {
        sku: { kind: 'text', required: true, minLength: 3, maxLength: 10, pattern: '[A-Z]+-\\d+', tab: 'shop' },
        summary: { kind: 'textarea', help: 'Two sentences.' },
        story: { kind: 'richtext' },
        price: { kind: 'number', minimum: 0, step: 0.01, column: true, index: true, group: 'Money', width: 50 },
        stock: { kind: 'integer', minimum: 0, maximum: 1_000, default: 1, index: true },
        sold: { kind: 'boolean' },
        unit: { kind: 'choice', choices: [{ value: 'cm', label: 'Centimetres' }, 'in'] },
        colours: { kind: 'choices', choices: ['red', 'blue', 'green'], maxItems: 2 },
        day: { kind: 'date' },
        moment: { kind: 'datetime' },
        opens: { kind: 'time' },
        tint: { kind: 'color' },
        more: { kind: 'link' },
        contact: { kind: 'email' },
        source: { kind: 'url' },
        manual: { kind: 'file', mimeTypes: ['application/pdf'] },
        cover: { kind: 'image' },
        pictures: { kind: 'gallery' },
        related: { kind: 'posts', to: ['article'] },
        parent_page: { kind: 'posts', to: ['page'], multiple: false, index: true },
        labels: { kind: 'terms', to: ['post_tag'] },
        keeper: { kind: 'users', to: ['editor'], multiple: false },
        shipping: {
          kind: 'choice',
          choices: ['post', 'none'],
        },
        weight: {
          kind: 'number',
          required: true,
          showWhen: [[{ field: 'shipping', operator: '==', value: 'post' }]],
        },
        size: {
          kind: 'group',
          fields: { width: { kind: 'number', minimum: 0 }, unit: { kind: 'choice', choices: ['cm', 'in'] } },
        },
        variants: {
          kind: 'repeater',
          minItems: 1,
          fields: {
            name: { kind: 'text', required: true },
            price: { kind: 'number', minimum: 0 },
            notes: { kind: 'repeater', fields: { text: { kind: 'richtext' } } },
          },
        },
        parts: {
          kind: 'layouts',
          tab: 'more',
          layouts: {
            quote: { label: 'Quotation', fields: { text: { kind: 'text', required: true }, by: { kind: 'users' } } },
            figure: { fields: { picture: { kind: 'image' }, caption: { kind: 'text', maxLength: 20 } } },
          },
        },
        data: { kind: 'json' },
        code: { kind: 'text', readonly: true },
        cost: { kind: 'number', mayRead: 'edit_others_posts', mayWrite: 'manage_options' },
      },
    },
  ],
  taxonomies: [
    {
      name: 'brand',
      restBase: 'brands',
      postTypes: ['article'],
      fields: { country: { kind: 'text', required: true } },
    },
  ],
  fieldSets: [
    { object: 'user', fields: { motto: { kind: 'text', maxLength: 20 } } },
    { object: 'comment', fields: { stars: { kind: 'integer', minimum: 1, maximum: 5 } } },
    { object: 'post', subtype: 'attachment', fields: { credit: { kind: 'text', required: true } } },
    { object: 'post', subtype: 'page', fields: { lead: { kind: 'textarea', maxLength: 100 } } },
  ],
};
