import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
  await site.as('author').post('/wp/v2/posts', { title: 'Seen', status: 'publish' });
  await site.as('contributor').post('/wp/v2/posts', { title: 'Unseen', status: 'draft' });
  await site.as('editor').post('/wp/v2/posts', { title: 'Hidden', status: 'private' });
});
afterAll(() => site.close());

const ids = (body: { id: number }[]) => body.map(({ id }) => id);

describe('what the public sees of users', () => {
  it.each(['anonymous', 'subscriber', 'contributor', 'editor'] as Role[])(
    'is authors of what is published, to %s',
    async (role) => {
      const { headers, body } = await site.as(role).get('/wp/v2/users');
      expect(ids(body)).toEqual([site.users.author]);
      expect(headers['x-wp-total']).toBe('1');
    },
  );

  it('is name, address, description and picture, never e-mail, roles or rights', async () => {
    const { body } = await site.as('anonymous').get(`/wp/v2/users/${site.users.author}`);
    expect(Object.keys(body).sort()).toEqual(
      ['id', 'name', 'url', 'description', 'link', 'slug', 'avatar_urls', 'meta', '_links'].sort(),
    );
    expect(JSON.stringify(body)).not.toContain('author@example.org');
  });

  it('is nothing of the others, and not whether they exist beside what their number tells', async () => {
    const hidden = await site.as('anonymous').get(`/wp/v2/users/${site.users.contributor}`);
    expect([hidden.status, hidden.body.code]).toEqual([401, 'rest_user_cannot_view']);
    expect((await site.as('subscriber').get(`/wp/v2/users/${site.users.contributor}`)).status).toBe(403);
    const missing = await site.as('anonymous').get('/wp/v2/users/999999');
    expect([missing.status, missing.body.code]).toEqual([404, 'rest_user_invalid_id']);
  });

  it('includes oneself, to oneself', async () => {
    const own = await site.as('subscriber').get(`/wp/v2/users/${site.users.subscriber}?context=edit`);
    expect([own.status, own.body.email]).toEqual([200, 'subscriber@example.org']);
  });
});

describe('searching and sorting tell nothing that is hidden', () => {
  it.each(['@', 'author@ex', 'example.org', 'author@example.org'])('search=%s finds nobody by e-mail', async (text) => {
    const { headers } = await site.as('anonymous').get(`/wp/v2/users?search=${encodeURIComponent(text)}`);
    expect(headers['x-wp-total']).toBe('0');
  });

  it('finds by public names, in any letter case', async () => {
    expect(ids((await site.as('anonymous').get('/wp/v2/users?search=THE-AUTH')).body)).toEqual([site.users.author]);
  });

  it('an administrator searches by e-mail', async () => {
    const { body } = await site.as('administrator').get('/wp/v2/users?search=contributor@example.org');
    expect(ids(body)).toEqual([site.users.contributor]);
  });

  it.each([
    ['orderby=email', 'rest_forbidden_orderby'],
    ['orderby=registered_date', 'rest_forbidden_orderby'],
    ['roles=administrator', 'rest_user_cannot_view'],
    ['who=authors', 'rest_forbidden_who'],
    ['context=edit', 'rest_forbidden_context'],
  ])('%s is refused to a visitor', async (query, code) => {
    const { status, body } = await site.as('anonymous').get(`/wp/v2/users?${query}`);
    expect([status, body.code]).toEqual([401, code]);
  });

  it('who=authors lists writers to those who write', async () => {
    const { body } = await site.as('contributor').get('/wp/v2/users?who=authors&orderby=id');
    const { editor, author, contributor } = site.users;
    expect(ids(body)).toEqual([1, editor, author, contributor]);
  });

  it('filters by one role, several, or one nobody has', async () => {
    const admin = site.as('administrator');
    const { editor, author } = site.users;
    expect(ids((await admin.get('/wp/v2/users?roles=author')).body)).toEqual([author]);
    expect(ids((await admin.get('/wp/v2/users?roles=author,editor&orderby=id')).body)).toEqual([editor, author]);
    expect((await admin.get('/wp/v2/users?roles=captain')).headers['x-wp-total']).toBe('0');
  });
});

describe('pages of the list', () => {
  it('by page and by offset, with totals of the whole list', async () => {
    const admin = site.as('administrator');
    const all = ids((await admin.get('/wp/v2/users?orderby=id&per_page=100')).body);
    expect(all).toHaveLength(5);
    const second = await admin.get('/wp/v2/users?orderby=id&per_page=2&page=2');
    expect(ids(second.body)).toEqual(all.slice(2, 4));
    expect(second.headers['x-wp-totalpages']).toBe('3');
    const skipped = await admin.get('/wp/v2/users?orderby=id&per_page=2&offset=3');
    expect(ids(skipped.body)).toEqual(all.slice(3));
    expect(skipped.headers['x-wp-total']).toBe('5');
    const beyond = await admin.get('/wp/v2/users?per_page=2&page=9');
    expect([beyond.status, beyond.body]).toEqual([200, []]);
  });

  it('costs the same number of statements whatever its length', async () => {
    const admin = site.as('administrator');
    const cost = async (query: string) => {
      await admin.get(`/wp/v2/users?${query}`);
      return countStatements(site.platen.store, async () => {
        await admin.get(`/wp/v2/users?${query}`);
      });
    };
    // The first alone is the caller, whose account is known.
    expect(await cost('context=edit&per_page=5')).toBe(await cost('context=edit&per_page=2'));
  });
});
