import { expect, it } from 'vitest';
import { testPlaten } from '../support/platen.ts';

it('one name and one address make one account, however many ask at once', async () => {
  const site = await testPlaten();
  try {
    const admin = site.as('administrator');
    const account = { username: 'wanted', email: 'wanted@example.org', password: 'pw' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin.post('/wp/v2/users', account)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const listed = await admin.get('/wp/v2/users?search=wanted');
    expect(listed.headers['x-wp-total']).toBe('1');
  } finally {
    await site.close();
  }
});

it.each([
  [{ email: 'prize@example.org' }, 'rest_user_invalid_email'],
  [{ slug: 'prize' }, 'rest_user_invalid_slug'],
])('one account gets %j, however many ask for it at once', async (wish, code) => {
  const site = await testPlaten();
  try {
    const admin = site.as('administrator');
    const asking = Object.values(site.users).map((id) => admin.put(`/wp/v2/users/${id}`, wish));
    const answers = await Promise.all(asking);
    const [won, ...lost] = answers.sort((one, other) => one.status - other.status);
    expect(won).toMatchObject({ status: 200, body: wish });
    expect(lost.length).toBeGreaterThan(2);
    for (const answer of lost) expect(answer).toMatchObject({ status: 400, body: { code } });
  } finally {
    await site.close();
  }
});

it('the same words at once make one comment', async () => {
  const site = await testPlaten();
  try {
    const editor = site.as('editor');
    const post = (await editor.post('/wp/v2/posts', { title: 'Talk', status: 'publish' })).body.id;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => editor.post('/wp/v2/comments', { post, content: 'Echo' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await site.platen.store.posts.byId(post))?.commentCount).toBe(1);
  } finally {
    await site.close();
  }
});
