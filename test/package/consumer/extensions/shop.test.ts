import { equal, match, partialDeepStrictEqual } from 'node:assert/strict';
import { after, it } from 'node:test';
import { startPlaten } from 'platen/testing';
import shop from './shop.ts';

const site = await startPlaten({ extensions: [shop], leads: true, extensionOptions: { PLATEN_SHOP_MOST: 3 } });
after(() => site.close());

const waiting = async () => {
  const answer = await site.fetch('/wp-json/shop/v1/orders/waiting');
  return ((await answer.json()) as { count: number }).count;
};

const send = async (path: string, body: object) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await site.as(site.admin)(`/wp-json${path}`, init);
  return { status: answer.status, body: (await answer.json()) as { id: number; message?: string } };
};

it('an extension written from the guide does all that it declares', async () => {
  const genre = await send('/wp/v2/genres', { name: 'Jazz', meta: { colour: 'blue' } });
  partialDeepStrictEqual(genre, { status: 201, body: { meta: { colour: 'blue' } } });
  const { body: product } = await send('/wp/v2/products', {
    title: 'Record',
    status: 'draft',
    genres: [genre.body.id],
    meta: { price: 9.5 },
  });
  const unnamed = await send(`/wp/v2/products/${product.id}`, { title: '', status: 'publish' });
  equal(unnamed.status, 400);
  match(unnamed.body.message ?? '', /needs a name/);
  equal((await send(`/wp/v2/products/${product.id}`, { status: 'publish' })).status, 200);
  equal((await site.mail.find(({ subject }) => subject === 'New: Record')).body.includes('published'), true);

  equal((await send('/shop/v1/orders', { product: product.id, amount: 2 })).status, 201);
  equal((await send('/shop/v1/orders', { product: product.id, amount: 4 })).status, 403);
  equal((await site.fetch('/wp-json/shop/v1/orders', { method: 'POST' })).status, 400);
  const listed = await site.fetch(`/wp-json/wp/v2/products?genres=${genre.body.id}`);
  partialDeepStrictEqual(await listed.json(), [{ id: product.id, meta: { price: 9.5 }, ordered: 2 }]);
  // The job may have run by itself before.
  await site.clock.advance(60_000);
  equal(await waiting(), 0);
});
