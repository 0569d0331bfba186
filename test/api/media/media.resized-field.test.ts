import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MediaSite, mediaSite, picture } from './media-client.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await mediaSite({
    itemFields: ['resized'],
    imageWidths: ['64', '128', '640'],
    imagePresets: { card: '60x40' },
  });
});
afterAll(() => site.close());

it('media items tell the addresses of their resized pictures, and these answer', async () => {
  const content = await picture(100, 50);
  const { body } = await site.upload('author', { name: 'told.jpg', content, type: 'image/jpeg' });
  const { resized } = (await site.as('anonymous').get(`/wp/v2/media/${body.id}`)).body;
  expect(resized).toMatchObject({ widths: [64, 128], presets: { card: `${resized.url}&preset=card` } });
  for (const url of [`${resized.url}&w=64`, resized.presets.card, resized.presets.thumbnail]) {
    const { pathname, search } = new URL(url);
    const answer = await site.fetch(pathname + search);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  }
  expect((await site.fetch(`/media/${body.id}/told.jpg?w=750`)).status).toBe(403);
});

it('a GIF and a text have none', async () => {
  const gif = await site.upload('author', { name: 'a.gif', content: await picture(9, 9, 'gif'), type: 'image/gif' });
  const text = await site.upload('author', { name: 'a.txt', content: 'x', type: 'text/plain' });
  expect([gif.body.resized, text.body.resized]).toEqual([null, null]);
});
