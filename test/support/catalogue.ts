import type { PlatenOptions } from '../../src/index.ts';

/** A site with types of its own, whose fields have every kind. */
export const catalogue: PlatenOptions = {
  postTypes: [
    {
      name: 'product',
      restBase: 'products',
      icon: 'shopping-bag',
      labels: { name: 'Products', singular_name: 'Product' },
      description: 'What the shop sells.',
      supports: ['title', 'editor', 'author', 'thumbnail', 'excerpt', 'custom-fields', 'revisions'],
      tabs: { shop: 'Shop', pictures: 'Pictures' },
      fields: {
        subtitle: { kind: 'text', help: 'One line below the title.', group: 'Text' },
        teaser: { kind: 'textarea', group: 'Text', width: 50 },
        story: { kind: 'richtext', group: 'Text', width: 50 },
        price: { kind: 'number', minimum: 0, group: 'Price', width: 33, column: true },
        stock: { kind: 'integer', group: 'Price', width: 33 },
        unit: {
          kind: 'choice',
          choices: [
            { value: 'cm', label: 'Centimetres' },
            { value: 'in', label: 'Inches' },
          ],
          group: 'Price',
          width: 34,
        },
        on_sale: { kind: 'boolean', label: 'On sale', help: 'Shows the old price beside the new one.', group: 'Price' },
        old_price: {
          kind: 'number',
          group: 'Price',
          width: 50,
          showWhen: [[{ field: 'on_sale', operator: '==', value: true }]],
        },
        colours: { kind: 'choices', choices: ['red', 'green', 'blue'], group: 'Price' },
        released: { kind: 'date', width: 33, group: 'Dates' },
        restock: { kind: 'datetime', width: 34, group: 'Dates' },
        opens: { kind: 'time', width: 33, group: 'Dates' },
        tint: { kind: 'color', width: 50, group: 'More' },
        contact: { kind: 'email', width: 50, group: 'More' },
        website: { kind: 'url', width: 50, group: 'More' },
        manual: { kind: 'file', width: 50, group: 'More' },
        shop_link: { kind: 'link', group: 'More' },
        picture: { kind: 'image', tab: 'pictures' },
        gallery: { kind: 'gallery', tab: 'pictures' },
        similar: { kind: 'posts', to: ['product'], tab: 'shop', column: true },
        main_genre: { kind: 'terms', to: ['genre'], multiple: false, tab: 'shop', width: 50 },
        makers: { kind: 'users', tab: 'shop', width: 50 },
        size: {
          kind: 'group',
          tab: 'shop',
          fields: { width: { kind: 'number', width: 50 }, height: { kind: 'number', width: 50 } },
        },
        variants: {
          kind: 'repeater',
          tab: 'shop',
          fields: {
            name: { kind: 'text', width: 50 },
            price: { kind: 'number', minimum: 0, width: 50 },
            note: { kind: 'textarea' },
          },
        },
        facts: {
          kind: 'repeater',
          tab: 'shop',
          fields: { name: { kind: 'text', width: 50 }, value: { kind: 'text', width: 50 } },
        },
        blocks: {
          kind: 'layouts',
          tab: 'shop',
          layouts: {
            quote: { label: 'Quote', fields: { text: { kind: 'textarea' }, by: { kind: 'text' } } },
            picture: { label: 'Picture', fields: { image: { kind: 'image' } } },
          },
        },
        data: { kind: 'json', tab: 'shop' },
      },
    },
    {
      name: 'guide',
      restBase: 'guides',
      hierarchical: true,
      labels: { name: 'Guides', singular_name: 'Guide' },
      supports: ['title', 'editor', 'page-attributes'],
    },
    {
      name: 'survey',
      restBase: 'surveys',
      labels: { name: 'Surveys', singular_name: 'Survey' },
      supports: ['title'],
      fields: {
        ...Object.fromEntries(
          Array.from({ length: 200 }, (_, at) => [`field_${at}`, { kind: 'text', width: 50 } as const]),
        ),
        answers: {
          kind: 'repeater',
          fields: { question: { kind: 'text' }, answer: { kind: 'textarea' }, remark: { kind: 'text' } },
        },
      },
    },
  ],
  taxonomies: [
    {
      name: 'genre',
      restBase: 'genres',
      labels: { name: 'Genres', singular_name: 'Genre' },
      hierarchical: true,
      postTypes: ['product'],
      fields: { mood: { kind: 'choice', choices: ['calm', 'loud'] } },
    },
  ],
  fieldSets: [
    { object: 'user', fields: { motto: { kind: 'text' } } },
    { object: 'comment', fields: { stars: { kind: 'integer', minimum: 1, maximum: 5 } } },
    { object: 'post', subtype: 'attachment', fields: { source: { kind: 'url' } } },
    { object: 'post', subtype: 'post', fields: { rating: { kind: 'integer', minimum: 1, maximum: 5 } } },
  ],
};
