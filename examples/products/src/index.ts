import {
  anyone,
  defineErrors,
  defineExtension,
  escapeHtml,
  option,
  postField,
  reply,
  route,
  s,
} from 'platen/extension';

const product = 'product';
const mostAtOnce = 50;

const productErrors = defineErrors({
  product_unknown: { status: 404, message: () => 'There is no product with one of these ids.' },
});

/** Products with a price in cents, sorted into genres. */
export default defineExtension({
  name: 'products',
  capabilities: { content: 'read' },
  options: {
    currency: option.choice({ env: 'PLATEN_PRODUCTS_CURRENCY', fallback: 'eur', help: 'Currency of prices.' }, [
      'eur',
      'usd',
      'gbp',
    ]),
  },
  postTypes: [
    {
      name: product,
      restBase: 'products',
      labels: { name: 'Products', singular_name: 'Product' },
      slug: 'products',
      supports: ['title', 'editor', 'thumbnail', 'custom-fields', 'revisions'],
      meta: { price_cents: { type: 'integer', minimum: 0, description: 'Price in cents.' } },
    },
  ],
  taxonomies: [
    {
      name: 'genre',
      restBase: 'genres',
      labels: { name: 'Genres', singular_name: 'Genre' },
      hierarchical: true,
      postTypes: [product],
    },
  ],
  fields: {
    [product]: {
      price: postField({
        schema: s.number({ description: 'Price in the currency of the site.' }),
        contexts: ['view', 'edit', 'embed'],
        load: async (products, { meta }) => {
          const cents = await meta('price_cents');
          return products.map(({ id }) => (cents.has(id) ? Number(cents.get(id)?.[0]) / 100 : null));
        },
      }),
    },
  },
  routes: ({ content, options: { currency } }) => [
    route({
      method: 'GET',
      path: '/products/v1/total',
      summary: 'Show what products cost together.',
      args: {
        ids: s.array(s.integer(), {
          required: true,
          check: (ids: readonly number[]) =>
            ids.length <= mostAtOnce ? null : `At most ${mostAtOnce} products can be added up.`,
        }),
      },
      permit: anyone,
      handle: async ({ ids }) => {
        const unique = [...new Set(ids)];
        // The host reads products of every status: what is not public must not be shown to everybody.
        const found = await content.list(product, { ids: unique, statuses: ['publish'], limit: mostAtOnce });
        if (found.filter(({ password }) => password === '').length < unique.length)
          throw productErrors.product_unknown();
        const cents = await content.meta(unique, 'price_cents');
        return reply({ currency, cents: ids.reduce((sum, id) => sum + Number(cents.get(id)?.[0] ?? 0), 0) });
      },
    }),
  ],
  adminScreens: [
    {
      path: 'prices',
      title: 'Prices',
      capability: 'edit_posts',
      script: new URL('../screen/prices.js', import.meta.url),
    },
  ],
  pages: async ({ method, url }, { ask, tags, site }, { options: { currency } }) => {
    if (method !== 'GET' || url !== '/price-list') return null;
    const query = { per_page: '100', orderby: 'title', order: 'asc', _fields: 'title,link,price' };
    const { body } = await ask('/wp/v2/products', query);
    const money = new Intl.NumberFormat(site.language, { style: 'currency', currency });
    // The members are those that `_fields` names.
    const rows = (body as Listed[]).map(({ title, link, price }) => {
      const amount = price === null ? '' : money.format(price);
      return `<tr><td><a href="${escapeHtml(link)}">${title.rendered}</a></td><td>${escapeHtml(amount)}</td></tr>`;
    });
    const payload = `<!doctype html><title>Prices</title><table>${rows.join('')}</table>`;
    return { status: 200, headers: {}, type: 'text/html; charset=UTF-8', payload, tags };
  },
});

/** The members that the page asks the interface for. */
interface Listed {
  readonly title: { readonly rendered: string };
  readonly link: string;
  readonly price: number | null;
}
