import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';
import { shop } from './shop.ts';

describe('what lists of declared types cost', () => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten(shop);
    const editor = site.as('editor');
    const genre = (await editor.post('/wp/v2/genres', { name: 'Crime' })).body.id;
    const parent = (await editor.post('/wp/v2/guide', { title: 'Top', status: 'publish' })).body.id;
    for (let n = 0; n < 20; n++) {
      const meta = { price: n, parts: [n] };
      await editor.post('/wp/v2/products', { title: `Product ${n}`, status: 'publish', genres: [genre], meta });
      await editor.post('/wp/v2/guide', { title: `Guide ${n}`, status: 'publish', ...(n % 2 ? { parent } : {}) });
    }
  });
  afterAll(() => site.close());

  const statements = async (path: string): Promise<number> => {
    await site.as('anonymous').get(path);
    return countStatements(site.platen.store, async () => {
      expect((await site.as('anonymous').get(path)).status).toBe(200);
    });
  };

  it.each(['/wp/v2/products?', '/wp/v2/guide?', '/wp/v2/products?_embed&', '/wp/v2/genres?'])(
    '%s takes as many statements for many rows as for few',
    async (path) => {
      const few = await statements(`${path}per_page=3`);
      expect(await statements(`${path}per_page=20`)).toBe(few);
      expect(few).toBeLessThanOrEqual(path.includes('_embed') ? 16 : 7);
    },
  );

  it('makes nothing else dearer', async () => {
    const plain = await testPlaten();
    try {
      for (const path of ['/wp/v2/posts', '/wp/v2/pages', '/wp/v2/media', '/wp/v2/comments']) {
        await plain.as('anonymous').get(path);
        const alone = await countStatements(plain.platen.store, () => plain.as('anonymous').get(path));
        expect(alone).toBeGreaterThan(0);
        expect(await statements(path)).toBe(alone);
      }
    } finally {
      await plain.close();
    }
  });
});
