import {
  anyone,
  defineExtension,
  type ExtensionTable,
  errors,
  option,
  postField,
  refuse,
  reply,
  route,
  s,
} from 'platen/extension';

interface Order {
  id: number;
  productId: number;
  amount: number;
  placedMs: number;
  sentMs: number;
}

const orders: ExtensionTable<Order> = {
  name: 'shop_orders',
  columns: { id: 'id', productId: 'integer', amount: 'integer', placedMs: 'integer', sentMs: 'integer' },
  key: 'id',
};

export default defineExtension({
  name: 'shop',
  capabilities: { content: 'read', mail: true },
  options: {
    most: option.integer(
      { env: 'PLATEN_SHOP_MOST', fallback: '10', help: 'Most of one product.' },
      { from: 1, to: 99 },
    ),
    mailTo: option.text({ env: 'PLATEN_SHOP_MAIL_TO', fallback: 'shop@example.org', help: 'Who sends orders.' }),
  },
  postTypes: [
    {
      name: 'product',
      restBase: 'products',
      supports: ['title', 'editor', 'custom-fields'],
      meta: { price: { type: 'number', minimum: 0 } },
    },
  ],
  taxonomies: [{ name: 'genre', restBase: 'genres', hierarchical: true, postTypes: ['product'] }],
  meta: [{ object: 'term', subtype: 'genre', key: 'colour', type: 'string', enum: ['red', 'blue'] }],
  tables: [orders],
  migrations: [
    { version: 1, up: async ({ table }) => void (await table(orders).update({ amount: 0 }, { amount: 1 })) },
  ],
  fields: {
    product: {
      ordered: postField({
        schema: s.integer({ description: 'How many were ordered.' }),
        load: async (products, { table }) => {
          const found = await table(orders).find({ productId: { in: products.map(({ id }) => id) } });
          return products.map(({ id }) =>
            found.filter((order) => order.productId === id).reduce((sum, order) => sum + order.amount, 0),
          );
        },
      }),
    },
  },
  routes: ({ table, content, clock, options }) => [
    route({
      method: 'GET',
      path: '/shop/v1/orders/waiting',
      summary: 'Count the orders that wait to be sent.',
      permit: anyone,
      handle: async () => reply({ count: await table(orders).count({ sentMs: 0 }) }),
    }),
    route({
      method: 'POST',
      path: '/shop/v1/orders',
      summary: 'Order a product.',
      args: { product: s.integer({ required: true }), amount: s.integer({ default: 1, minimum: 1 }) },
      permit: (_input, { caller }) => {
        if (!caller.can('read')) throw errors.rest_forbidden();
      },
      handle: async ({ product, amount }) => {
        const found = await content.get('product', product);
        if (found?.status !== 'publish' || amount > options.most) throw errors.rest_forbidden();
        const id = await table(orders).insert({ productId: product, amount, placedMs: clock(), sentMs: 0 });
        return reply({ id }, { status: 201 });
      },
    }),
  ],
  hooks: {
    before: {
      post: {
        publish: ({ draft, item }) => {
          if ((item?.type ?? '') === 'product' && draft.title === '') return refuse('A product needs a name.');
        },
      },
    },
    after: {
      post: {
        publish: async ({ item }, { mail, options }) => {
          if (item.type !== 'product') return;
          await mail.send({ to: options.mailTo, subject: `New: ${item.title}`, text: 'A product was published.' });
        },
      },
    },
  },
  jobs: [
    {
      name: 'send orders',
      everyMs: 60_000,
      run: async ({ table, clock, log }, signal) => {
        for (const { id } of await table(orders).find({ sentMs: 0 })) {
          if (signal.aborted) return;
          await table(orders).update({ id }, { sentMs: clock() });
          log.info({ order: id }, 'sent');
        }
      },
    },
  ],
});
