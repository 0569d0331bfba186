import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const open = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];

describe.each([
  { variant: 'a', ofRequests: { status: 403, code: 'rest_cannot_read_status' } },
  { variant: 'b', ofRequests: { status: 404, code: 'rest_status_invalid' } },
] as const)('states of content (variant $variant)', ({ variant, ofRequests }) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());
  const get = (path: string, role: Role = 'anonymous') => site.as(role).get(`/wp/v2/statuses${path}`);

  it.each([
    ['anonymous', ['publish']],
    ['subscriber', ['publish']],
    ['contributor', open],
    ['author', open],
    ['editor', open],
    ['administrator', open],
  ] as const)('shows %s what concerns them', async (role, names) => {
    expect(Object.keys((await get('', role)).body)).toEqual(names);
  });

  it('describes a state in each context', async () => {
    const links = { archives: [{ href: 'http://site.test/wp-json/wp/v2/posts?status=draft' }] };
    const view = { name: 'Draft', public: false, queryable: false, slug: 'draft', _links: links };
    expect((await get('/draft', 'author')).body).toEqual(view);
    expect((await get('/draft?context=embed', 'author')).body).toEqual({ name: 'Draft', slug: 'draft', _links: links });
    expect((await get('/draft?context=edit', 'author')).body).toEqual({
      ...view,
      private: false,
      protected: true,
      show_in_list: true,
    });
    expect((await get('/trash?context=edit', 'editor')).body).toMatchObject({ protected: false, show_in_list: false });
    expect((await get('/private?context=edit', 'editor')).body).toMatchObject({ private: true, protected: false });
  });

  it('is open to all about what is published, but not as a list for editors', async () => {
    expect((await get('/publish?context=edit')).body).toMatchObject({ public: true, queryable: true, slug: 'publish' });
    expect(await get('?context=edit')).toMatchObject({ status: 401, body: { code: 'rest_cannot_view' } });
    expect(await get('?context=edit', 'subscriber')).toMatchObject({ status: 403, body: { code: 'rest_cannot_view' } });
  });

  it.each([
    ['/draft', 'anonymous', 401, 'rest_cannot_read_status'],
    ['/draft', 'subscriber', 403, 'rest_cannot_read_status'],
    ['/inherit', 'editor', 403, 'rest_cannot_read_status'],
    ['/auto-draft', 'administrator', 403, 'rest_cannot_read_status'],
    ['/lost', 'anonymous', 404, 'rest_status_invalid'],
    ['/any', 'editor', 404, 'rest_status_invalid'],
  ] as const)('refuses %s to %s', async (path, role, status, code) => {
    const refused = await get(path, role);
    expect(refused).toMatchObject({ status, body: { code } });
    expect(refused.headers).not.toHaveProperty('allow');
  });

  it('knows the states of requests where the variant has them', async () => {
    expect(await get('/request-pending', 'editor')).toMatchObject({
      status: ofRequests.status,
      body: { code: ofRequests.code },
    });
  });
});
