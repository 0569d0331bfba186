import { deepEqual, equal, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { startPlaten } from 'platen/testing';
import products from './index.ts';

const site = await startPlaten({ extensions: [products] });
beforeEach(() => site.reset());
after(() => site.close());

async function product(fields: object): Promise<{ id: number }> {
  const answer = await site.as(site.admin)('/wp-json/wp/v2/products', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'publish', ...fields }),
  });
  equal(answer.status, 201);
  return (await answer.json()) as { id: number };
}

const get = async (path: string) => (await site.fetch(`/wp-json${path}`)).json();

describe('products', () => {
  it('have a price and are found by genre', async () => {
    const jazz = await site.term({ name: 'Jazz' }, 'genres');
    const record = await product({ title: 'Record', genres: [jazz.id], meta: { price_cents: 1999 } });
    await product({ title: 'Poster', meta: { price_cents: 500 } });
    deepEqual(await get(`/wp/v2/products?genres=${jazz.id}&_fields=id,price,meta`), [
      { id: record.id, price: 19.99, meta: { price_cents: 1999 } },
    ]);
  });

  it('need no price', async () => {
    await product({ title: 'Priced', meta: { price_cents: 100 } });
    await product({ title: 'Unpriced' });
    deepEqual(await get('/wp/v2/products?orderby=title&order=asc&_fields=price'), [{ price: 1 }, { price: null }]);
  });

  it('refuse a price below zero', async () => {
    const answer = await site.as(site.admin)('/wp-json/wp/v2/products', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Gift', meta: { price_cents: -1 } }),
    });
    equal(answer.status, 400);
  });

  it('are added up, but not those that are hidden', async () => {
    const one = await product({ title: 'One', meta: { price_cents: 100 } });
    const two = await product({ title: 'Two', meta: { price_cents: 250 } });
    const draft = await product({ title: 'Draft', status: 'draft', meta: { price_cents: 1 } });
    deepEqual(await get(`/products/v1/total?ids=${one.id},${two.id},${two.id}`), { currency: 'eur', cents: 600 });
    partialDeepStrictEqual(await get(`/products/v1/total?ids=${one.id},${draft.id}`), { code: 'product_unknown' });
    const many = Array.from({ length: 51 }, (_, i) => i + 1);
    partialDeepStrictEqual(await get(`/products/v1/total?ids=${many}`), { code: 'rest_invalid_param' });
  });

  it('have a screen in the admin page, for those who may edit', async () => {
    const answer = await site.as(site.admin)('/wp-json/platen/v1/admin-screens');
    const { screens } = (await answer.json()) as { screens: { path: string; title: string }[] };
    partialDeepStrictEqual(screens, [{ path: 'prices', title: 'Prices' }]);
    equal((await site.fetch('/wp-json/platen/v1/admin-screens')).status, 401);
  });

  it('are on a page, whose cached copy follows them', async () => {
    const { id } = await product({ title: 'Lamp & shade', meta: { price_cents: 4_250 } });
    const page = async () => (await site.fetch('/price-list')).text();
    includes(await page(), '>Lamp &#038; shade</a></td><td>€42.50<');
    const cheaper = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"meta":{"price_cents":4000}}',
    };
    await site.as(site.admin)(`/wp-json/wp/v2/products/${id}`, cheaper);
    includes(await page(), '€40.00');
  });
});

function includes(text: string, part: string): void {
  ok(text.includes(part), `${part} is missing from ${text}`);
}
