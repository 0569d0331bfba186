import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeKind } from '../../support/database.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements, forgetRead } from '../../support/statements/count-statements.ts';

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

  /** The statements of a request that is not the first of its kind, while nothing is known of what it shows. */
  const statements = async (path: string): Promise<number> => {
    await site.as('anonymous').get(path);
    await forgetRead(site);
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

  it.runIf(storeKind() === 'sqlite')('asks only for what is listed where the posts are known', async () => {
    const { store } = site.platen;
    const ask = (path: string) => site.as('anonymous').get(path);
    const [{ id }] = (await ask('/wp/v2/posts')).body;
    for (const [path, statements] of [
      ['/wp/v2/posts', 1],
      [`/wp/v2/posts/${id}`, 0],
    ] as const) {
      await ask(path);
      await ask(path);
      expect(await store.statementsDuring(() => ask(path))).toBe(statements);
    }
  });
});

describe('what writes cost', () => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten();
  });
  afterAll(() => site.close());

  /** The statements of a request, and how often the database was asked for them, once everything is warm. */
  const cost = async (work: () => Promise<{ status: number }>) => {
    const { store } = site.platen;
    for (let run = 0; run < 3; run += 1) expect((await work()).status).toBeLessThan(300);
    const least = { statements: Number.POSITIVE_INFINITY, roundTrips: Number.POSITIVE_INFINITY };
    // What the process does beside it is counted too, but not every time.
    for (let run = 0; run < 5; run += 1) {
      const [statements, roundTrips] = [store.statements(), store.roundTrips()];
      await work();
      least.statements = Math.min(least.statements, store.statements() - statements);
      least.roundTrips = Math.min(least.roundTrips, store.roundTrips() - roundTrips);
    }
    return least;
  };

  it('is few statements, of which a server gets several at once', async () => {
    const editor = site.as('editor');
    const make = async (path: string, name: string) => (await editor.post(path, { name })).body.id;
    const categories = [await make('/wp/v2/categories', 'News')];
    const tags = [await make('/wp/v2/tags', 'One'), await make('/wp/v2/tags', 'Two')];
    let n = 0;
    const create = () => {
      n += 1;
      return editor.post('/wp/v2/posts', {
        title: `Post ${n}`,
        content: `Text ${n}`,
        status: 'publish',
        categories,
        tags,
      });
    };
    const { id } = (await create()).body;
    const update = () => {
      n += 1;
      return editor.post(`/wp/v2/posts/${id}`, { title: `Post ${n}`, content: `Text ${n}` });
    };
    const created = await cost(create);
    const updated = await cost(update);
    const isServer = site.platen.store.dialect.name === 'mariadb';
    expect(created.statements).toBeLessThanOrEqual(isServer ? 15 : 12);
    expect(created.roundTrips).toBeLessThanOrEqual(isServer ? 6 : 12);
    expect(updated.statements).toBeLessThanOrEqual(isServer ? 14 : 13);
    expect(updated.roundTrips).toBeLessThanOrEqual(isServer ? 9 : 13);
  });
});
