import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
});
afterAll(() => site.close());

const admin = () => site.as('administrator');
let made = 0;
async function makeUser(fields: Record<string, unknown> = {}) {
  const username = `made-${++made}`;
  const sent = { username, email: `${username}@example.org`, password: 'pw', ...fields };
  return admin().post('/wp/v2/users', sent);
}

describe('making a user', () => {
  it('fills in what was not sent', async () => {
    const { status, headers, body } = await makeUser({
      username: 'Plain Name',
      first_name: 'Plain',
      last_name: 'Name',
    });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`http://site.test/wp-json/wp/v2/users/${body.id}`);
    expect(body).toMatchObject({
      username: 'Plain Name',
      name: 'Plain Name',
      nickname: 'Plain Name',
      slug: 'plain-name',
      roles: ['subscriber'],
      locale: 'en_US',
      link: 'http://site.test/author/plain-name/',
    });
  });

  it('keeps every field, cleaned', async () => {
    const { body } = await makeUser({
      name: '<b>Grace</b> & co <script>x</script>',
      nickname: 'amazing',
      url: 'example.org/grace',
      description: 'Likes <em>ships</em><script>x</script>',
      slug: 'Admiral Grace',
      roles: ['author', 'editor'],
    });
    expect(body).toMatchObject({
      name: 'Grace &amp; co',
      nickname: 'amazing',
      url: 'http://example.org/grace',
      description: 'Likes <em>ships</em>x',
      slug: 'admiral-grace',
      roles: ['author', 'editor'],
    });
    expect(body.capabilities).toMatchObject({ edit_others_posts: true, author: true, editor: true });
  });

  it.each([
    [{ username: 'bad name!' }, 400, 'rest_invalid_param'],
    [{ username: 'ünïcode' }, 400, 'rest_invalid_param'],
    [{ username: ' blanks ' }, 400, 'rest_invalid_param'],
    [{ username: 'x'.repeat(61) }, 400, 'user_login_too_long'],
    [{ username: 'ADMIN' }, 409, 'existing_user_login'],
    [{ email: 'EDITOR@example.org' }, 409, 'existing_user_email'],
    [{ email: 'not an address' }, 400, 'rest_invalid_param'],
    [{ email: `${'x'.repeat(95)}@example.org` }, 400, 'rest_invalid_param'],
    [{ password: 'back\\slash' }, 400, 'rest_invalid_param'],
    [{ password: '' }, 400, 'rest_invalid_param'],
    [{ roles: ['captain'] }, 400, 'rest_user_invalid_role'],
    [{ roles: ['__proto__'] }, 400, 'rest_user_invalid_role'],
    [{ locale: 'xx_XX' }, 400, 'rest_invalid_param'],
    [{ slug: 's'.repeat(51) }, 400, 'user_nicename_too_long'],
    [{ name: 'n'.repeat(251) }, 400, 'rest_invalid_param'],
    [{ url: `http://example.org/${'u'.repeat(100)}` }, 400, 'user_url_too_long'],
    [{ id: 5 }, 400, 'rest_user_exists'],
  ])('refuses %j', async (fields, status, code) => {
    const before = await site.platen.store.users.count({});
    const answer = await makeUser(fields);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await site.platen.store.users.count({})).toBe(before);
  });

  it('names every missing argument at once', async () => {
    const { body } = await admin().post('/wp/v2/users', {});
    expect(body.data.params).toEqual(['username', 'email', 'password']);
  });

  it('gives a slug that is taken a number', async () => {
    await makeUser({ slug: 'popular' });
    expect((await makeUser({ slug: 'popular' })).body.slug).toBe('popular-2');
    expect((await makeUser({ slug: 'Popular' })).body.slug).toBe('popular-3');
  });
});

describe('changing a user', () => {
  it('changes what is sent and nothing else', async () => {
    const { body: before } = await makeUser({ name: 'Before', first_name: 'First' });
    const { body } = await admin().put(`/wp/v2/users/${before.id}`, { last_name: 'Last' });
    expect(body).toEqual({ ...before, last_name: 'Last' });
  });

  it.each([
    [{ email: 'editor@example.org' }, 400, 'rest_user_invalid_email'],
    [{ slug: 'the-editor' }, 400, 'rest_user_invalid_slug'],
    [{ username: 'renamed' }, 400, 'rest_user_invalid_argument'],
    [{ roles: ['captain'] }, 400, 'rest_user_invalid_role'],
    [{ email: '' }, 400, 'rest_invalid_param'],
    [{ password: '' }, 400, 'rest_invalid_param'],
  ])('refuses %j', async (fields, status, code) => {
    const { body: before } = await makeUser();
    const answer = await admin().put(`/wp/v2/users/${before.id}`, fields);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('an empty name or slug goes back to the login', async () => {
    const { body } = await makeUser({ name: 'Shown', slug: 'shown', nickname: 'Nick' });
    const reset = await admin().put(`/wp/v2/users/${body.id}`, { name: '', slug: '', nickname: '' });
    expect(reset.body).toMatchObject({ name: body.username, slug: body.username, nickname: body.username });
  });

  it('the id in the body beats the one in the path, for permission and act alike', async () => {
    const answer = await site
      .as('subscriber')
      .post(`/wp/v2/users/${site.users.subscriber}`, { id: site.users.editor, name: 'Taken' });
    expect(answer.status).toBe(403);
    expect((await admin().get(`/wp/v2/users/${site.users.editor}`)).body.name).toBe('the-editor');
  });
});

describe('roles', () => {
  it.each(['subscriber', 'contributor', 'author', 'editor'] as const)('%s gives nobody a role', async (role) => {
    for (const roles of [['administrator'], [role], []]) {
      const own = await site.as(role).post('/wp/v2/users/me', { roles });
      expect([own.status, own.body.code]).toEqual([403, 'rest_cannot_edit_roles']);
    }
    const self = await admin().get(`/wp/v2/users/${site.users[role]}?context=edit`);
    expect(self.body.roles).toEqual([role]);
  });

  it('an administrator who may not promote gives none either', async () => {
    const { body } = await makeUser({ roles: ['administrator'] });
    await site.platen.store.users.setCapabilities(body.id, { administrator: true, promote_users: false });
    const answer = await site.as(`${body.username}:pw`).put(`/wp/v2/users/${site.users.editor}`, { roles: ['author'] });
    expect([answer.status, answer.body.code]).toEqual([403, 'rest_cannot_edit_roles']);
  });

  it('an administrator cannot give up the right to edit users', async () => {
    for (const roles of [['editor'], [], ['administrator', 'editor']]) {
      const answer = await admin().put('/wp/v2/users/me', { roles });
      expect([answer.status, answer.body.code]).toEqual([403, 'rest_user_invalid_role']);
    }
    expect((await admin().put('/wp/v2/users/me', { roles: ['administrator'] })).status).toBe(200);
  });
});

describe('removing a user', () => {
  async function leaver() {
    const { body } = await makeUser({ roles: ['author'] });
    const post = await site.as(`${body.username}:pw`).post('/wp/v2/posts', { title: 'Left', status: 'publish' });
    return { id: body.id as number, login: body.username as string, postId: post.body.id as number };
  }

  it('gives everything to the reassignee in one go', async () => {
    const { id, login, postId } = await leaver();
    const { status, body } = await admin().delete(`/wp/v2/users/${id}?force=true&reassign=${site.users.author}`);
    expect([status, body.deleted, body.previous.username]).toEqual([200, true, login]);
    expect((await admin().get(`/wp/v2/posts/${postId}`)).body.author).toBe(site.users.author);
    expect((await site.as(`${login}:pw`).get('/wp/v2/users/me')).status).toBe(401);
  });

  it('trashes everything where there is explicitly no reassignee', async () => {
    const { id, postId } = await leaver();
    expect((await admin().delete(`/wp/v2/users/${id}`, { force: true, reassign: false })).status).toBe(200);
    expect((await admin().get(`/wp/v2/posts/${postId}?context=edit`)).body.status).toBe('trash');
  });

  it.each([
    ['force=true', 400, 'rest_missing_callback_param'],
    ['force=true&reassign=', 400, 'rest_invalid_param'],
    ['force=true&reassign=-1', 400, 'rest_invalid_param'],
    ['force=true&reassign=nobody', 400, 'rest_invalid_param'],
    ['force=true&reassign=1.5', 400, 'rest_invalid_param'],
    ['force=true&reassign=0', 400, 'rest_user_invalid_reassign'],
    ['force=true&reassign=999999', 400, 'rest_user_invalid_reassign'],
    ['reassign=1', 501, 'rest_trash_not_supported'],
  ])('asks for a reassignee and for force: %s', async (query, status, code) => {
    const { body } = await makeUser();
    const answer = await admin().delete(`/wp/v2/users/${body.id}?${query}`);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await admin().get(`/wp/v2/users/${body.id}`)).status).toBe(200);
  });
});

describe('a password that could never log in', () => {
  const unusable = [
    ['one byte too long', `${'ä'.repeat(2048)}b`],
    ['far too long', 'p'.repeat(10_000)],
    ['blank', ' \t '],
  ] as const;

  it.each(unusable)('is refused where a user is made or changed: %s', async (_, password) => {
    const admin = site.as('administrator');
    const made = await admin.post('/wp/v2/users', { username: 'longpass', email: 'long@example.org', password });
    expect(made.status).toBe(400);
    expect((await admin.post(`/wp/v2/users/${site.users.author}`, { password })).status).toBe(400);
    expect((await site.as('author').post('/wp/v2/users/me', { password })).status).toBe(400);
    expect((await site.as('author').get('/wp/v2/users/me')).status).toBe(200);
  });

  it('and the longest that can, does', async () => {
    const password = 'ä'.repeat(2048);
    const account = { username: 'longest', email: 'longest@example.org', password };
    expect((await site.as('administrator').post('/wp/v2/users', account)).status).toBe(201);
    expect((await site.as(`longest:${password}`).get('/wp/v2/users/me')).status).toBe(200);
  });
});
