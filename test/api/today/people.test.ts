import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, testPlaten } from '../../support/platen.ts';
import { type PageSite, pageSite, pathOf } from '../pages/page-client.ts';

let site: PageSite;
beforeAll(async () => {
  site = await pageSite({ variant: 'c' });
});
afterAll(() => site.close());

const draft = async (as: Exclude<Role, 'anonymous'>, fields: object = {}) =>
  (await site.as(as).post('/wp/v2/posts', { title: 'A draft', content: 'x', ...fields })).body.id;

describe('notes of editors', () => {
  const note = (as: Role, fields: object) => site.as(as).post('/wp/v2/comments', { type: 'note', ...fields });

  it('are left on drafts by those who may edit them, answered and settled', async () => {
    const post = await draft('author');
    const { status, body: first } = await note('author', { post, content: 'Check this' });
    expect([status, first.status, first.type]).toEqual([201, 'approved', 'note']);
    const settled = await note('editor', {
      post,
      parent: first.id,
      content: '',
      meta: { _wp_note_status: 'resolved' },
    });
    expect(settled.body.meta).toEqual({ _wp_note_status: 'resolved' });
    expect((await note('editor', { post, content: '' })).body.code).toBe('rest_comment_content_invalid');
    const { body: refused } = await site
      .as('editor')
      .post(`/wp/v2/comments/${first.id}`, { meta: { _wp_note_status: 'bogus' } });
    expect(refused.code).toBe('rest_not_in_enum');
    const list = await site.as('author').get(`/wp/v2/comments?post=${post}&type=note&status=all`);
    expect(list.body).toHaveLength(2);
    expect((await site.as('author').delete(`/wp/v2/comments/${first.id}`)).body.status).toBe('trash');
    expect((await site.as('author').get(`/wp/v2/comments?post=${post}&type=note&status=all`)).body).toEqual([]);
  });

  it('are neither written, read nor counted by anybody else', async () => {
    const post = await draft('author', { status: 'publish' });
    const { body: own } = await note('author', { post, content: 'Between us' });
    for (const as of ['anonymous', 'subscriber', 'contributor'] as const) {
      expect((await note(as, { post, content: 'x' })).status).toBe(as === 'anonymous' ? 401 : 403);
      expect((await site.as(as).get(`/wp/v2/comments/${own.id}`)).status).toBe(as === 'anonymous' ? 401 : 403);
      const list = await site.as(as).get(`/wp/v2/comments?post=${post}`);
      expect([list.body, list.headers['x-wp-total']]).toEqual([[], '0']);
    }
    const { body: shown } = await site.as('anonymous').get(`/wp/v2/posts/${post}?_embed=replies`);
    expect(JSON.stringify(shown)).not.toContain('Between us');
    for (const as of ['anonymous', 'editor'] as const) {
      const { status, html } = await site.get(pathOf(shown.link), { as });
      expect([as, status, html.includes('Between us')]).toEqual([as, 200, false]);
    }
    expect((await site.platen.store.posts.byId(post))?.commentCount).toBe(0);
  });
});

describe('comments', () => {
  it('are changed by the author of their post, and empty ones refused', async () => {
    const post = await draft('author', { status: 'publish' });
    const { body: comment } = await site.as('subscriber').post('/wp/v2/comments', { post, content: 'Well said' });
    expect((await site.as('contributor').post(`/wp/v2/comments/${comment.id}`, { content: 'y' })).status).toBe(403);
    expect((await site.as('author').post(`/wp/v2/comments/${comment.id}`, { status: 'spam' })).body.status).toBe(
      'spam',
    );
    const blank = await site.as('editor').post('/wp/v2/comments', { post, content: '   ' });
    expect([blank.status, blank.body.code]).toEqual([400, 'rest_comment_content_invalid']);
  });
});

describe('users', () => {
  it('have pictures by a SHA-256 of their address, and preferences for editors only', async () => {
    const { body } = await site.as('editor').get('/wp/v2/users/me?context=edit');
    expect(body.avatar_urls['24']).toContain(hash('sha256', body.email));
    expect(body.meta).toEqual({ persisted_preferences: [] });
    const preferences = { core: { fullscreen: true }, _modified: '2021-03-01T08:00:00.000Z' };
    const { body: changed } = await site
      .as('editor')
      .post('/wp/v2/users/me', { meta: { persisted_preferences: preferences } });
    expect(changed.meta.persisted_preferences).toEqual(preferences);
    expect((await site.as('editor').get('/wp/v2/users/me')).body.meta).toEqual([]);
  });

  it('are refused with a code that does not tell whether the account exists', async () => {
    const code = async (credentials: `${string}:${string}`) =>
      (await site.as(credentials).get('/wp/v2/users/me')).body.code;
    expect(await code('the-editor:wrong')).toBe('incorrect_password');
    expect(await code('nobody:wrong')).toBe('incorrect_password');
    expect(await code('the-editor:')).toBe('empty_password');
    expect(await code(':wrong')).toBe('empty_username');
  });
});

describe('the site', () => {
  it('tells programs where to ask for a password, and what its front page is', async () => {
    const { body: page } = await site.as('editor').post('/wp/v2/pages', { title: 'Front', status: 'publish' });
    const settings = { show_on_front: 'page', page_on_front: page.id };
    const { body: stored } = await site.as('administrator').post('/wp/v2/settings', settings);
    expect(stored).toMatchObject({ ...settings, page_for_posts: 0, site_icon: 0 });
    const { body } = await site.as('anonymous').get('/');
    expect(body).toMatchObject({ ...settings, site_icon_url: '' });
    expect(body.authentication['application-passwords'].endpoints.authorization).toMatch(
      /\/wp-admin\/authorize-application\.php$/,
    );
  });

  it.each(['a', 'b'] as const)('of variant %s tells programs where to ask if its owner wants that', async (variant) => {
    for (const announceAppLogin of [false, true]) {
      const earlier = await testPlaten({ variant, announceAppLogin });
      try {
        const { authentication } = (await earlier.as('anonymous').get('/')).body;
        const authorization = 'http://site.test/wp-admin/authorize-application.php';
        expect(authentication).toEqual(
          announceAppLogin ? { 'application-passwords': { endpoints: { authorization } } } : [],
        );
      } finally {
        await earlier.close();
      }
    }
  });

  it('takes empty values as none, and names what it refuses', async () => {
    const post = (await site.as('editor').post('/wp/v2/posts', { title: 'Whole', status: 'publish' })).body.id;
    expect((await site.as('anonymous').get(`/wp/v2/posts/${post}?_fields=`)).body).toHaveProperty('title');
    expect((await site.as('anonymous').get('/wp/v2/tags?include=')).status).toBe(200);
    const { body } = await site.as('anonymous').get('/wp/v2/tags?per_page=x');
    expect(body.data.details.per_page).toMatchObject({ code: 'rest_invalid_type', data: { param: 'per_page' } });
    const { body: term } = await site.as('editor').post('/wp/v2/tags', { name: 'Twice' });
    const again = await site.as('editor').post('/wp/v2/tags', { name: 'Twice' });
    expect(again.body).toMatchObject({
      code: 'term_exists',
      data: { status: 400 },
      additional_data: [term.id, term.id],
    });
  });
});
