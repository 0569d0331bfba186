import { expect, it } from 'vitest';
import { changeCapabilities } from '../../../src/auth/accounts.ts';
import { testPlaten } from '../../support/platen.ts';

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

it('a name or an address that is taken is refused before the password is hashed', async () => {
  const site = await testPlaten();
  try {
    const admin = site.as('administrator');
    const work = async (accounts: readonly object[]) => {
      const before = process.cpuUsage();
      const answers = await Promise.all(accounts.map((account) => admin.post('/wp/v2/users', account)));
      const { user, system } = process.cpuUsage(before);
      return { time: user + system, statuses: answers.map(({ status }) => status) };
    };
    const fresh = ['one', 'two', 'three'].map((username) => ({
      username,
      email: `${username}@example.org`,
      password: 'pw',
    }));
    const taken = fresh.flatMap((account) => [
      { ...account, email: `other-${account.email}` },
      { ...account, username: `other-${account.username}` },
    ]);
    const made = await work(fresh);
    const refused = await work(taken);
    // The process has other work now and then, such as collecting garbage.
    const again = [await work(taken), await work(taken)];
    expect(made.statuses).toEqual([201, 201, 201]);
    expect(refused.statuses).toEqual(Array(6).fill(409));
    expect(Math.min(refused.time, ...again.map(({ time }) => time))).toBeLessThan(made.time);
  } finally {
    await site.close();
  }
});

it('capabilities that are given at once all stay, and so do single ones beside new roles', async () => {
  const site = await testPlaten();
  try {
    const { store } = site.platen;
    const id = site.users.author;
    const extra = Array.from({ length: 8 }, (_, n) => `extra_${n}`);
    await Promise.all(
      extra.flatMap((name, n) => [
        changeCapabilities(store, id, (stored) => ({ ...stored, [name]: true })),
        site.as('administrator').put(`/wp/v2/users/${id}`, { roles: [n % 2 ? 'author' : 'editor'] }),
      ]),
    );
    const stored = (await store.users.capabilities([id])).get(id)!;
    expect(Object.keys(stored)).toEqual(expect.arrayContaining(extra));
    expect(Object.keys(stored).filter((name) => !extra.includes(name))).toHaveLength(1);
  } finally {
    await site.close();
  }
});
