import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('users of variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  const admin = () => site.as('administrator');
  let made = 0;
  const makeUser = (fields: Record<string, unknown> = {}) => {
    const username = `made-${variant}-${++made}`;
    return admin().post('/wp/v2/users', { username, email: `${username}@example.org`, password: 'pw', ...fields });
  };

  describe('a slug that is asked for', () => {
    it('is reduced to what a login could hold, and falls back to the login where nothing is left', async () => {
      expect((await makeUser({ slug: 'marketελληνικά' })).body.slug).toBe('market');
      const { status, body } = await makeUser({ slug: '日本語' });
      expect([status, body.slug]).toEqual([201, body.username]);
      const changed = await admin().put(`/wp/v2/users/${body.id}`, { slug: 'Ünï/ќод' });
      expect([changed.status, changed.body.slug]).toEqual([200, 'uni']);
      expect((await admin().put(`/wp/v2/users/${body.id}`, { slug: '日本語' })).body.slug).toBe(body.username);
    });

    it('is measured once it is reduced', async () => {
      const slug = `${'x'.repeat(45)}-${variant}`;
      expect((await makeUser({ slug: `${slug}${'語'.repeat(200)}` })).body.slug).toBe(slug);
      const long = await makeUser({ slug: 'y'.repeat(51) });
      expect([long.status, long.body.code]).toEqual([400, 'user_nicename_too_long']);
    });
  });

  describe('a name is measured once it is clean', () => {
    it.each(['name', 'first_name', 'last_name', 'nickname'])('%s', async (field) => {
      const { status, body } = await makeUser({ [field]: `<i class="${'x'.repeat(300)}">Grace</i> Hopper` });
      expect([status, body[field]]).toEqual([201, 'Grace Hopper']);
      const changed = await admin().put(`/wp/v2/users/${body.id}`, { [field]: `${'<b></b>'.repeat(100)}Ada` });
      expect([changed.status, changed.body[field]]).toEqual([200, 'Ada']);
    });

    it('and refused where it is too long then', async () => {
      const { status, body } = await makeUser({ name: `<i>${'x'.repeat(251)}</i>` });
      expect([status, Object.keys(body.data.params)]).toEqual([400, ['name']]);
    });
  });

  describe('stars at the ends of a search', () => {
    const found = async (search: string) => {
      const { headers } = await admin().get(`/wp/v2/users?search=${encodeURIComponent(search)}`);
      return Number(headers['x-wp-total']);
    };
    it.each(['*edit*', 'the-edit*', '*editor', '**editor**', ' *editor* '])(
      '%s finds what the word finds',
      async (text) => {
        expect(await found(text)).toBe(1);
      },
    );

    it('stars within are letters like any other, and stars alone ask for nothing', async () => {
      expect(await found('the*editor')).toBe(0);
      const everybody = Number((await admin().get('/wp/v2/users')).headers['x-wp-total']);
      expect(await found('*')).toBe(everybody);
    });

    it('do not open e-mail addresses to those who may not search them', async () => {
      const { headers } = await site.as('anonymous').get('/wp/v2/users?search=*@example.org*');
      expect(headers['x-wp-total']).toBe('0');
    });
  });
});

describe.each(['a', 'b'] as const)('authors of what only some may read, variant %s', (variant) => {
  let site: TestPlaten;
  const pages: Record<string, number> = {};
  beforeAll(async () => {
    site = await testPlaten({ variant });
    const write = async (who: Role, base: string, status: string) =>
      (await site.as(who).post(`/wp/v2/${base}`, { title: `A ${status} one`, status, comment_status: 'open' })).body.id;
    pages['secret'] = await write('administrator', 'pages', 'private');
    await write('author', 'posts', 'private');
    await write('contributor', 'posts', 'draft');
    pages['open'] = await write('editor', 'pages', 'publish');
  });
  afterAll(() => site.close());

  const statusOf = async (who: Role, id: number) => (await site.as(who).get(`/wp/v2/users/${id}`)).status;

  it('are shown to those who may read it, and to nobody else', async () => {
    const { administrator, author } = site.users;
    expect([await statusOf('editor', administrator), await statusOf('editor', author)]).toEqual([200, 200]);
    for (const who of ['author', 'contributor', 'subscriber'] as Role[]) {
      expect(await statusOf(who, administrator)).toBe(403);
    }
    expect([await statusOf('anonymous', administrator), await statusOf('anonymous', author)]).toEqual([401, 401]);
  });

  it('drafts do not count, whoever may read them', async () => {
    expect(await statusOf('editor', site.users.contributor)).toBe(403);
  });

  it('one who may read private pages sees authors of pages, not of posts', async () => {
    const { administrator, author, subscriber } = site.users;
    const { users } = site.platen.store;
    await users.setCapabilities(subscriber, { subscriber: true, read_private_pages: true });
    const seen = [await statusOf('subscriber', administrator), await statusOf('subscriber', author)];
    await users.setCapabilities(subscriber, { subscriber: true });
    expect(seen).toEqual([200, 403]);
  });

  it('nor is more shown of them than of others', async () => {
    const { administrator } = site.users;
    const { body } = await site.as('editor').get(`/wp/v2/users/${administrator}`);
    expect(['email', 'roles', 'capabilities'].some((name) => name in body)).toBe(false);
    expect((await site.as('editor').get(`/wp/v2/users/${administrator}?context=edit`)).status).toBe(403);
  });

  it('are embedded in what they wrote', async () => {
    const { body } = await site.as('editor').get(`/wp/v2/pages/${pages['secret']}?_embed`);
    expect(body._embedded.author).toMatchObject([{ id: site.users.administrator, name: 'admin' }]);
  });

  it('are embedded for nobody else, though their name stands on something public', async () => {
    const said = await site.as('administrator').post('/wp/v2/comments', { post: pages['open'], content: 'Seen' });
    const { id } = said.body;
    const embedded = async (who: Role) =>
      (await site.as(who).get(`/wp/v2/comments/${id}?_embed`)).body._embedded.author[0];
    expect(await embedded('editor')).toMatchObject({ id: site.users.administrator });
    expect((await embedded('anonymous')).code).toBe('rest_user_cannot_view');
  });

  it.each(['anonymous', 'subscriber', 'editor'] as Role[])('are not in the list that %s sees', async (who) => {
    const { headers, body } = await site.as(who).get('/wp/v2/users');
    expect(body.map(({ id }: { id: number }) => id)).toEqual([site.users.editor]);
    expect(headers['x-wp-total']).toBe('1');
  });
});
