import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listApplicationPasswords } from '../../../src/auth/passwords/application-passwords.ts';
import type { Scope } from '../../../src/rules/scopes.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { scopedClient } from '../../support/scoped.ts';

let site: TestPlaten;
let draft: number;
let published: number;
let hidden: number;
beforeAll(async () => {
  site = await testPlaten();
  const editor = site.as('editor');
  draft = (await editor.post('/wp/v2/posts', { title: 'Draft' })).body.id;
  published = (await editor.post('/wp/v2/posts', { title: 'Public', status: 'publish' })).body.id;
  hidden = (await editor.post('/wp/v2/posts', { title: 'Hidden', status: 'private' })).body.id;
});
afterAll(() => site.close());

const as = (role: 'administrator' | 'editor' | 'author' | 'subscriber', ...scopes: Scope[]) =>
  scopedClient(site, role, scopes);

const missing = (...scopes: Scope[]) => ({
  status: 403,
  body: { code: 'rest_scope_missing', message: expect.any(String), data: { status: 403, scopes } },
});

describe('a credential with scopes', () => {
  it('reads with `read` what its account may read, and changes nothing', async () => {
    const reader = await as('editor', 'read');
    const listed = await reader.get('/wp/v2/posts?status=draft,publish,private&context=edit');
    expect(listed.body.map((post: { id: number }) => post.id).sort()).toEqual([draft, published, hidden].sort());
    expect((await reader.get('/wp/v2/users/me?context=edit')).body.email).toBe('editor@example.org');
    expect(await reader.post('/wp/v2/posts', { title: 'No' })).toMatchObject(missing('content'));
    expect(await reader.post(`/wp/v2/posts/${published}`, { title: 'No' })).toMatchObject(missing('publish'));
    expect(await reader.delete(`/wp/v2/posts/${draft}`)).toMatchObject(missing('content'));
    expect(await reader.post('/wp/v2/users/me', { name: 'No' })).toMatchObject(missing('users'));
    expect(await reader.post('/wp/v2/comments', { post: published, content: 'No' })).toMatchObject(missing('comments'));
    expect(await reader.post('/wp/v2/media')).toMatchObject(missing('media'));
    expect(await reader.post('/wp/v2/categories', { name: 'No' })).toMatchObject(missing('content'));
  });

  it('reads the names of accounts with `read`, and with `users` alone their addresses and roles', async () => {
    const reader = await as('administrator', 'read', 'content', 'publish', 'media', 'comments', 'settings');
    const { editor } = site.users;
    const names = await reader.get(`/wp/v2/users?include=${editor}`);
    expect(names.body).toMatchObject([{ id: editor, name: expect.any(String) }]);
    for (const path of [
      '/wp/v2/users?context=edit',
      `/wp/v2/users/${editor}?context=edit`,
      '/wp/v2/users?roles=editor',
      '/wp/v2/users?orderby=email',
    ])
      expect(await reader.get(path), path).toMatchObject(missing('users'));
    expect((await reader.get('/wp/v2/users?search=editor@example')).body).toEqual([]);
    expect((await reader.get('/wp/v2/users/me?context=edit')).body.email).toBe('admin@example.org');

    const clerk = await as('administrator', 'users');
    expect((await clerk.get(`/wp/v2/users/${editor}?context=edit`)).body.email).toBe('editor@example.org');
    expect((await clerk.get('/wp/v2/users?search=editor@example')).body).toMatchObject([{ id: editor }]);
  });

  it('sees without `read` what visitors see', async () => {
    const moderator = await as('editor', 'comments');
    expect((await moderator.get('/wp/v2/posts')).body).toHaveLength(1);
    expect(await moderator.get(`/wp/v2/posts/${hidden}`)).toMatchObject(missing('read'));
    expect((await moderator.get(`/wp/v2/posts/${published}?context=edit`)).body.code).toBe('rest_scope_missing');
  });

  it('writes drafts with `content`, and nothing that visitors see without `publish`', async () => {
    const writer = await as('editor', 'content');
    const made = await writer.post('/wp/v2/posts', { title: 'By a program' });
    expect(made).toMatchObject({ status: 201, body: { status: 'draft' } });
    expect(await writer.post(`/wp/v2/posts/${made.body.id}`, { title: 'Again' })).toMatchObject({ status: 200 });
    expect(await writer.post(`/wp/v2/posts/${made.body.id}`, { status: 'publish' })).toMatchObject(missing('publish'));
    expect(await writer.post(`/wp/v2/posts/${published}`, { title: 'No' })).toMatchObject(missing('publish'));
    const both = await as('editor', 'content', 'publish');
    expect((await both.post(`/wp/v2/posts/${made.body.id}`, { status: 'publish' })).body.status).toBe('publish');
    expect((await both.delete(`/wp/v2/posts/${made.body.id}?force=true`)).status).toBe(200);
  });

  it('moderates with `comments` without a right to the post', async () => {
    const comment = await site.as('editor').post('/wp/v2/comments', { post: published, content: 'Hm' });
    const moderator = await as('editor', 'comments');
    const held = await moderator.post(`/wp/v2/comments/${comment.body.id}`, { status: 'hold' });
    expect(held).toMatchObject({ status: 200, body: { status: 'hold' } });
    const writer = await as('editor', 'content', 'publish');
    expect(await writer.post(`/wp/v2/comments/${comment.body.id}`, { status: 'approve' })).toMatchObject(
      missing('comments'),
    );
    const reader = await as('subscriber', 'comments');
    expect((await reader.post('/wp/v2/comments', { post: published, content: 'Own' })).status).toBe(201);
  });

  it('has the error of the role where the role itself may not', async () => {
    const author = await as('author', 'read', 'content', 'publish');
    expect((await author.post(`/wp/v2/posts/${published}`, { title: 'No' })).body.code).toBe('rest_cannot_edit');
    const narrow = await as('author', 'read');
    expect((await narrow.post(`/wp/v2/posts/${published}`, { title: 'No' })).body.code).toBe('rest_cannot_edit');
    expect((await narrow.get('/wp/v2/settings')).body.code).toBe('rest_forbidden');
  });

  it('says in `Allow` what it may do', async () => {
    const reader = await as('editor', 'read');
    expect((await reader.get(`/wp/v2/posts/${published}`)).headers['allow']).toBe('GET');
    const writer = await as('editor', 'content', 'publish');
    expect((await writer.get(`/wp/v2/posts/${published}`)).headers['allow']).toBe('GET, POST, PUT, PATCH, DELETE');
  });

  it('names the missing scope in a header for clients of OAuth', async () => {
    const { headers } = await (await as('editor', 'read')).post('/wp/v2/posts', { title: 'No' });
    expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="content"');
  });

  it('needs `settings` for what no scope names', async () => {
    const all = await as('administrator', 'read', 'content', 'publish', 'media', 'comments', 'users');
    expect(await all.get('/wp/v2/settings')).toMatchObject(missing('settings'));
    expect(await all.post('/wp/v2/settings', { title: 'No' })).toMatchObject(missing('settings'));
    expect(await all.get('/platen/v1/audit')).toMatchObject(missing('settings'));
    expect((await (await as('administrator', 'settings')).get('/wp/v2/settings')).status).toBe(200);
  });
});

describe('no scope is a way to more', () => {
  it.each<[string, (steps: object[]) => [string, object]]>([
    ['a batch', (requests) => ['/platen/v1/batch', { requests }]],
    ['an atomic batch', (requests) => ['/platen/v1/batch', { requests, atomic: true }]],
  ])('%s asks as the credential does', async (_, batchOf) => {
    const reader = await as('administrator', 'read');
    const [path, body] = batchOf([{ method: 'POST', path: '/wp/v2/posts', body: { title: 'No' } }]);
    const { body: answered } = await reader.post(path, body);
    expect(answered.responses[0]).toMatchObject({ status: 403, body: { code: 'rest_scope_missing' } });
  });

  it('a read in a batch, which is a write, is a read', async () => {
    const reader = await as('editor', 'read');
    const requests = [{ method: 'GET', path: `/wp/v2/posts/${draft}?context=edit` }];
    const { body } = await reader.post('/platen/v1/batch', { requests });
    expect(body.responses[0]).toMatchObject({ status: 200, body: { title: { raw: 'Draft' } } });
  });

  it('cannot change what an account logs in with', async () => {
    const limited = await as('administrator', 'read', 'content', 'publish', 'media', 'comments', 'users', 'settings');
    const own = '/platen/v1/users/me';
    const answers = [
      await limited.post(`${own}/application-passwords`, { name: 'Mine' }),
      await limited.delete(`${own}/application-passwords`),
      await limited.delete(`${own}/sessions`),
      await limited.delete(`/platen/v1/users/${site.users.editor}/sessions`),
      await limited.delete(`/platen/v1/users/${site.users.editor}/two-factor`),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'rest_credential_limited'));
    expect((await limited.post(`${own}/two-factor/key`, { password: 'pw-administrator' })).body.code).toBe(
      'platen_two_factor_needs_session',
    );
  });

  it('gives nobody rights that it has not, by a password, an address or a role', async () => {
    const users = await as('administrator', 'read', 'users');
    const account = { username: 'made', email: 'made@example.org', password: 'pw-made' };
    const refused = [
      await users.post('/wp/v2/users', { ...account, roles: ['administrator'] }),
      await users.post('/wp/v2/users', { ...account, roles: ['editor'] }),
      await users.post('/wp/v2/users/me', { password: 'pw-mine' }),
      await users.post('/wp/v2/users/1', { email: 'mine@example.org' }),
      await users.post(`/wp/v2/users/${site.users.subscriber}`, { roles: ['administrator'] }),
      await users.post(`/wp/v2/users/${site.users.editor}`, { password: 'pw-mine' }),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'rest_credential_limited'));
    expect((await users.post('/wp/v2/users', { ...account, roles: ['subscriber'] })).status).toBe(201);
    expect((await users.post('/wp/v2/users/me', { first_name: 'Ada' })).body.first_name).toBe('Ada');
  });

  it('a password with an end makes none without', async () => {
    const brief = await scopedClient(site, 'editor', null, { expiresAt: Math.floor(Date.now() / 1000) + 3600 });
    expect((await brief.get('/wp/v2/posts?context=edit')).status).toBe(200);
    const made = await brief.post('/platen/v1/users/me/application-passwords', { name: 'Lasting' });
    expect(made).toMatchObject({ status: 403, body: { code: 'rest_credential_limited' } });
  });
});

describe('application passwords', () => {
  const path = '/platen/v1/users/me/application-passwords';

  it('take scopes and an end, and show them', async () => {
    const owner = site.as('editor');
    const sent = { name: 'Limited', scopes: ['content', 'read'], expires: '2099-01-31T12:00:00+02:00' };
    const { body } = await owner.post(path, sent);
    expect(body).toMatchObject({ scopes: ['read', 'content'], expires: '2099-01-31T10:00:00', last_used: null });
    await site.as(`the-editor:${body.password}`).get('/wp/v2/posts');
    expect((await owner.get(`${path}/${body.uuid}`)).body.last_used).not.toBeNull();
    const plain = await owner.post(path, { name: 'Whole' });
    expect(plain.body).toMatchObject({ scopes: null, expires: null });
    expect(await owner.post(path, { name: 'None', scopes: [] })).toMatchObject({ status: 400 });
    expect(await owner.post(path, { name: 'Odd', scopes: ['root'] })).toMatchObject({ status: 400 });
  });

  it('get other limits for their next request', async () => {
    const owner = site.as('author');
    const { body } = await owner.post(path, { name: 'Changing', scopes: ['content'] });
    const program = site.as(`the-author:${body.password}`);
    expect((await program.post('/wp/v2/posts', { title: 'One' })).status).toBe(201);
    expect((await owner.post(`${path}/${body.uuid}`, { scopes: ['read'] })).body.scopes).toEqual(['read']);
    expect(await program.post('/wp/v2/posts', { title: 'Two' })).toMatchObject(missing('content'));
    await owner.post(`${path}/${body.uuid}`, { expires: '2001-01-01T00:00:00' });
    expect(await program.get('/wp/v2/posts')).toMatchObject({
      status: 401,
      body: { code: 'rest_credential_expired' },
    });
  });

  it('are stored with their limits as further members, and those without any as before', async () => {
    const { store } = site.platen;
    const all = await listApplicationPasswords(store, site.users.editor);
    expect(all.find(({ name }) => name === 'Limited')?.scopes).toEqual(['read', 'content']);
    const [row] = (await store.meta.of('user', [site.users.editor], ['_application_passwords'])).get(
      site.users.editor,
    )!;
    expect(row!.value).toMatch(/s:6:"scopes";a:2:\{i:0;s:4:"read";i:1;s:7:"content";\}s:7:"expires";i:\d+;/);
  });
});
