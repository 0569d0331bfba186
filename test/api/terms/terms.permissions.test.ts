import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { postRow } from '../../support/rows.ts';

const roles: readonly Role[] = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'anonymous'];
const editors: readonly Role[] = ['administrator', 'editor'];
const writers: readonly Role[] = [...editors, 'author', 'contributor'];

describe.each([
  { variant: 'a', makesTags: writers },
  { variant: 'b', makesTags: editors },
] as const)('who may do what with terms (variant $variant)', ({ variant, makesTags }) => {
  let site: TestPlaten;
  let termId: number;
  beforeAll(async () => {
    site = await testPlaten({ variant });
    termId = (await site.as('editor').post('/wp/v2/tags', { name: 'standing' })).body.id;
  });
  afterAll(() => site.close());

  const refusedWith = (role: Role) => (role === 'anonymous' ? 401 : 403);

  it.each(roles)('making terms as %s', async (role) => {
    const tag = await site.as(role).post('/wp/v2/tags', { name: `by-${role}` });
    const category = await site.as(role).post('/wp/v2/categories', { name: `By ${role}` });
    if (makesTags.includes(role)) expect(tag.status).toBe(201);
    else expect(tag).toMatchObject({ status: refusedWith(role), body: { code: 'rest_cannot_create' } });
    if (editors.includes(role)) expect(category.status).toBe(201);
    else expect(category).toMatchObject({ status: refusedWith(role), body: { code: 'rest_cannot_create' } });
    expect(tag.headers['allow']).toBe(makesTags.includes(role) ? 'GET, POST' : 'GET');
  });

  it.each(roles)('changing and removing terms as %s', async (role) => {
    const client = site.as(role);
    const { id } = (await site.as('editor').post('/wp/v2/tags', { name: `for-${role}` })).body;
    const changed = await client.put(`/wp/v2/tags/${id}`, { description: 'changed' });
    const removed = await client.delete(`/wp/v2/tags/${id}?force=true`);
    if (editors.includes(role)) {
      expect([changed.status, removed.status]).toEqual([200, 200]);
      return;
    }
    expect(changed).toMatchObject({ status: refusedWith(role), body: { code: 'rest_cannot_update' } });
    expect(removed).toMatchObject({ status: refusedWith(role), body: { code: 'rest_cannot_delete' } });
    expect(changed.headers['allow']).toBe('GET');
    expect((await client.get(`/wp/v2/tags/${id}`)).body.description).toBe('');
  });

  it.each(roles)('seeing terms as editors do, as %s', async (role) => {
    for (const path of ['/wp/v2/tags', `/wp/v2/tags/${termId}`, '/wp/v2/categories', '/wp/v2/categories/1']) {
      const seen = await site.as(role).get(`${path}?context=edit`);
      if (editors.includes(role)) expect(seen.status).toBe(200);
      else expect(seen).toMatchObject({ status: refusedWith(role), body: { code: 'rest_forbidden_context' } });
    }
  });

  it('judges arguments before permission, and existence before permission', async () => {
    const visitor = site.as('anonymous');
    expect((await visitor.post('/wp/v2/tags', {})).body.code).toBe('rest_missing_callback_param');
    expect((await visitor.delete('/wp/v2/tags/999999?force=true')).body.code).toBe('rest_term_invalid');
  });

  it('takes one id for the check and the act', async () => {
    const editor = site.as('editor');
    const other = (await editor.post('/wp/v2/tags', { name: 'other' })).body.id;
    const changed = await editor.put(`/wp/v2/tags/${termId}`, { id: other, description: 'whose' });
    expect(changed.body).toMatchObject({ id: other, description: 'whose' });
    for (const id of ['1abc', 1.9, '0x1', [1], true, { a: 1 }]) {
      const refused = await editor.put(`/wp/v2/tags/${termId}`, { id, description: 'forged' });
      expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
      expect(refused.headers).not.toHaveProperty('allow');
    }
    expect((await editor.get(`/wp/v2/tags/${termId}`)).body.description).toBe('');
  });

  describe('terms of a post', () => {
    const rows = { public: 0, draft: 0, private: 0, trash: 0, page: 0, lost: 999_999 };
    beforeAll(async () => {
      const { store } = site.platen;
      const add = (changes: Parameters<typeof postRow>[0]) =>
        store.posts.insert(postRow({ ...changes, slug: `s${Math.random()}`, authorId: site.users.author }));
      rows.public = await add({});
      rows.draft = await add({ status: 'draft' });
      rows.private = await add({ status: 'private' });
      rows.trash = await add({ status: 'trash' });
      rows.page = await add({ type: 'page' });
      for (const id of Object.values(rows)) if (id !== rows.lost) await store.terms.assign(id, 'post_tag', [termId]);
    });

    it.each([
      ['anonymous', 'public', 200, undefined],
      ['anonymous', 'draft', 401, 'rest_forbidden_context'],
      ['anonymous', 'private', 401, 'rest_forbidden_context'],
      ['anonymous', 'trash', 401, 'rest_forbidden_context'],
      ['anonymous', 'page', 401, 'rest_forbidden_context'],
      ['anonymous', 'lost', 400, 'rest_post_invalid_id'],
      ['subscriber', 'draft', 403, 'rest_forbidden_context'],
      ['contributor', 'private', 403, 'rest_forbidden_context'],
      ['author', 'draft', 200, undefined],
      ['author', 'private', 200, undefined],
      ['editor', 'draft', 200, undefined],
      ['editor', 'private', 200, undefined],
    ] as const)('%s asks for those of the %s post', async (role, which, status, code) => {
      const asked = await site.as(role).get(`/wp/v2/tags?post=${rows[which]}`);
      expect(asked.status).toBe(status);
      expect(asked.body.code).toBe(code);
      if (status === 200) expect(asked.body.map((term: { id: number }) => term.id)).toEqual([termId]);
      else expect(asked.headers).not.toHaveProperty('x-wp-total');
    });
  });
});
