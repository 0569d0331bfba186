import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';

describe.each(['a', 'b'] as const)('what lists cost, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
    const editor = site.as('editor');
    const parent = (await editor.post('/wp/v2/pages', { title: 'Top', status: 'publish' })).body.id;
    for (let n = 0; n < 40; n++) {
      const { id } = (
        await editor.post('/wp/v2/posts', { title: `Post ${n}`, status: 'publish', content: `Text ${n}` })
      ).body;
      if (n % 3 === 0) await editor.put(`/wp/v2/posts/${id}`, { content: `Changed ${n}` });
      await editor.post('/wp/v2/pages', { title: `Page ${n}`, status: 'publish', ...(n % 2 ? { parent } : {}) });
    }
  });
  afterAll(() => site.close());

  const statements = async (path: string): Promise<number> => {
    await site.as('anonymous').get(path);
    return countStatements(site.platen.store, async () => {
      const answer = await site.as('anonymous').get(path);
      expect(answer.status).toBe(200);
    });
  };

  it.each(['/wp/v2/posts?', '/wp/v2/pages?', '/wp/v2/posts?_embed&', '/wp/v2/posts?context=embed&'])(
    '%s takes as many statements for many rows as for few',
    async (path) => {
      const few = await statements(`${path}per_page=3`);
      expect(await statements(`${path}per_page=30`)).toBe(few);
      expect(few).toBeLessThanOrEqual(path.includes('_embed') ? 16 : 7);
    },
  );

  it('asks the database for less where fewer fields are wanted', async () => {
    const whole = await statements('/wp/v2/posts?per_page=10');
    const chosen = await statements('/wp/v2/posts?per_page=10&_fields=id,slug');
    if (variant === 'a') expect(chosen).toBeLessThan(whole);
    else expect(chosen).toBe(whole);
  });
});
