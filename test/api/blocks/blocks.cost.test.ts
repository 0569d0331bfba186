import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';

const block = (name: string, attributes: object = {}) => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;
const everything = [
  block('latest-posts', { displayAuthor: true, displayFeaturedImage: true }),
  '<!-- wp:query {"queryId":1,"query":{"perPage":3,"postType":"post"}} --><div><!-- wp:post-template --><!-- wp:post-title /--><!-- wp:post-terms {"term":"category"} /--><!-- /wp:post-template --></div><!-- /wp:query -->',
  ...['latest-comments', 'archives', 'categories', 'tag-cloud', 'page-list', 'post-title', 'post-author'].map((name) =>
    block(name),
  ),
].join('');

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
});
afterAll(() => site?.close());

describe('texts with dynamic blocks', () => {
  it('cost as many statements on a page of a hundred posts as on one of twenty', async () => {
    const { store } = site.platen;
    const body = { title: 'Post', content: everything, status: 'publish' };
    const first = (await site.as('administrator').post('/wp/v2/posts', body)).body.id;
    const { id: _id, ...row } = (await store.posts.byId(first))!;
    await store.transaction(async (inside) => {
      for (let n = 1; n < 120; n++) await inside.posts.insert({ ...row, slug: `post-${n}` });
    });
    const statements = async (perPage: number): Promise<number> => {
      const path = `/wp/v2/posts?per_page=${perPage}&_fields=content`;
      await site.as('anonymous').get(path);
      return countStatements(site.platen.store, async () => {
        expect((await site.as('anonymous').get(path)).body).toHaveLength(perPage);
      });
    };
    const few = await statements(20);
    expect(await statements(100)).toBe(few);
    expect(few).toBeLessThan(60);
  });

  it('cannot ask for any number of statements', async () => {
    const lists = Array.from({ length: 200 }, (_, i) =>
      block('latest-posts', { postsToShow: 1, selectedAuthor: i + 1 }),
    );
    const clouds = Array.from({ length: 200 }, (_, i) => block('tag-cloud', { numberOfTags: (i % 99) + 1 }));
    const answer = await site
      .as('administrator')
      .post('/wp/v2/posts', { title: 'Greedy', content: [...lists, ...clouds].join(''), status: 'publish' });
    const statements = await countStatements(site.platen.store, async () => {
      expect((await site.as('anonymous').get(`/wp/v2/posts/${answer.body.id}`)).status).toBe(200);
    });
    expect(statements).toBeLessThan(200);
  });
});
