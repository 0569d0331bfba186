import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
});
afterAll(() => site.close());

const rounds = 5;

describe('two changes of one post at the same time', () => {
  it('are both in the answer and the revision of the later one', async () => {
    const editor = site.as('editor');
    const { id } = (await editor.post('/wp/v2/posts', { title: 'T0', content: 'C0', status: 'publish' })).body;
    const textsOf = (item: { title: { raw: string }; content: { raw: string } }) => [item.title.raw, item.content.raw];
    for (let n = 1; n <= rounds; n += 1) {
      const both = [`T${n}`, `C${n}`];
      const answers = await Promise.all([
        editor.post(`/wp/v2/posts/${id}`, { title: `T${n}` }),
        editor.post(`/wp/v2/posts/${id}`, { content: `C${n}` }),
      ]);
      expect(textsOf((await editor.get(`/wp/v2/posts/${id}?context=edit`)).body)).toEqual(both);
      expect(answers.map(({ body }) => textsOf(body))).toContainEqual(both);
      const { body: revisions } = await editor.get(`/wp/v2/posts/${id}/revisions?context=edit&per_page=5`);
      expect(revisions.map(textsOf)).toContainEqual(both);
    }
  });

  it('leave a post in the trash under a slug of the trash, whichever comes first', async () => {
    const editor = site.as('editor');
    for (let n = 1; n <= rounds; n += 1) {
      const { id } = (await editor.post('/wp/v2/posts', { title: `X${n}`, content: 'c', status: 'publish' })).body;
      const [moved, trashed] = await Promise.all([
        editor.post(`/wp/v2/posts/${id}`, { slug: `moved-${n}` }),
        editor.delete(`/wp/v2/posts/${id}`),
      ]);
      expect(trashed.status).toBe(200);
      const { body: item } = await editor.get(`/wp/v2/posts/${id}?context=edit`);
      expect(item.status).toBe('trash');
      // An update that comes after it is one of a post in the trash, and sets what it asks for.
      expect(item.slug).toBe(moved.body.status === 'trash' ? moved.body.slug : `moved-${n}__trashed`);
    }
  });
});
