import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
});
afterAll(() => site.close());

const rounds = 8;

async function newPost(): Promise<number> {
  return (await site.as('editor').post('/wp/v2/posts', { title: 'Post', content: 'c', status: 'publish' })).body.id;
}

async function newComment(postId: number, content: string): Promise<number> {
  return (await site.as('administrator').post('/wp/v2/comments', { post: postId, content })).body.id;
}

const readOf = async (id: number) => (await site.as('administrator').get(`/wp/v2/comments/${id}?context=edit`)).body;

const approvedOf = async (postId: number) =>
  (await site.as('administrator').get(`/wp/v2/comments?post=${postId}`)).body.length;

const storedCount = async (postId: number) => (await site.platen.store.posts.byId(postId))?.commentCount;

describe('two changes of one comment at the same time', () => {
  it('are both in the answer of the later one', async () => {
    const admin = site.as('administrator');
    const id = await newComment(await newPost(), 'text 0');
    const shown = (item: { author_name: string; content: { raw: string } }) => [item.author_name, item.content.raw];
    for (let n = 1; n <= rounds; n += 1) {
      const both = [`Name ${n}`, `text ${n}`];
      const answers = await Promise.all([
        admin.post(`/wp/v2/comments/${id}`, { author_name: `Name ${n}` }),
        admin.post(`/wp/v2/comments/${id}`, { content: `text ${n}` }),
      ]);
      expect(shown(await readOf(id))).toEqual(both);
      expect(answers.map(({ body }) => shown(body))).toContainEqual(both);
    }
  });

  it('answer with the status they asked for, and leave the post with the right count', async () => {
    const admin = site.as('administrator');
    const postId = await newPost();
    for (let n = 1; n <= rounds; n += 1) {
      const id = await newComment(postId, `comment ${n}`);
      const answers = await Promise.all(
        ['hold', 'approved'].map((status) => admin.post(`/wp/v2/comments/${id}`, { status })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.map(({ body }) => body.status)).toEqual(['hold', 'approved']);
      expect(await storedCount(postId)).toBe(await approvedOf(postId));
    }
  });

  it('count a comment at the post it moved to, when it is held meanwhile', async () => {
    const admin = site.as('administrator');
    for (let n = 1; n <= rounds; n += 1) {
      const posts = [await newPost(), await newPost()] as const;
      const id = await newComment(posts[0], `moving ${n}`);
      await Promise.all([
        admin.post(`/wp/v2/comments/${id}`, { post: posts[1] }),
        admin.post(`/wp/v2/comments/${id}`, { status: 'hold' }),
      ]);
      expect(await readOf(id)).toMatchObject({ post: posts[1], status: 'hold' });
      expect([await storedCount(posts[0]), await storedCount(posts[1])]).toEqual([0, 0]);
    }
  });

  it('trash it once: the second is told that it is in the trash', async () => {
    const admin = site.as('administrator');
    const postId = await newPost();
    for (let n = 1; n <= rounds; n += 1) {
      const id = await newComment(postId, `to the trash ${n}`);
      const answers = await Promise.all([1, 2].map(() => admin.delete(`/wp/v2/comments/${id}`)));
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410]);
      expect((await admin.post(`/wp/v2/comments/${id}`, { status: 'untrash' })).body.status).toBe('approved');
    }
  });

  it('delete it once: the second is told that it is not there', async () => {
    const admin = site.as('administrator');
    const postId = await newPost();
    for (let n = 1; n <= rounds; n += 1) {
      const id = await newComment(postId, `to delete ${n}`);
      const answers = await Promise.all([
        admin.delete(`/wp/v2/comments/${id}?force=true`),
        admin.post(`/wp/v2/comments/${id}`, { content: `changed ${n}`, meta: {} }),
      ]);
      expect(answers[0]?.status).toBe(200);
      expect([200, 404]).toContain(answers[1]?.status);
      expect((await admin.get(`/wp/v2/comments/${id}`)).status).toBe(404);
    }
  });
});
