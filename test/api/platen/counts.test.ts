import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('counts without items, variant %s', (variant) => {
  let site: TestPlaten;
  let category: number;
  beforeAll(async () => {
    site = await testPlaten({ variant });
    const admin = site.as('administrator');
    category = (await admin.post('/wp/v2/categories', { name: 'News' })).body.id;
    const make = async (fields: object, who: Role = 'administrator', type = 'posts') => {
      const made = await site.as(who).post(`/wp/v2/${type}`, { title: 'T', content: 'c', ...fields });
      expect(made.status).toBe(201);
      return made.body.id;
    };
    for (let n = 0; n < 3; n += 1) await make({ status: 'publish', categories: [category] });
    await make({ status: 'publish', password: 'secret' });
    await make({ status: 'private', categories: [category] });
    await make({ status: 'draft' });
    await make({ status: 'draft' }, 'contributor');
    await make({ status: 'pending' }, 'author');
    await make({ status: 'future', date: '2099-01-01T00:00:00' });
    await admin.delete(`/wp/v2/posts/${await make({ status: 'publish' })}`);
    await make({ status: 'publish' }, 'administrator', 'pages');
  });
  afterAll(() => site.close());

  const counts = (who: Role, query: string) => site.as(who).get(`/platen/v1/counts?${query}`);

  it('shows a visitor what a visitor may list', async () => {
    const answer = await counts('anonymous', 'type=post');
    expect([answer.status, answer.body]).toEqual([200, { publish: 4 }]);
    expect(answer.headers['x-wp-total']).toBe('4');
    expect((await counts('anonymous', '')).body).toEqual({ publish: 4 });
    expect((await counts('subscriber', 'type=post')).body).toEqual({ publish: 4 });
  });

  it('shows an administrator every state, also those with none', async () => {
    expect((await counts('administrator', 'type=post')).body).toEqual({
      publish: 4,
      future: 1,
      draft: 2,
      pending: 1,
      private: 1,
      trash: 1,
    });
    expect((await counts('administrator', 'type=page')).body).toEqual({
      publish: 1,
      future: 0,
      draft: 0,
      pending: 0,
      private: 0,
      trash: 0,
    });
    expect((await counts('administrator', 'type=attachment')).body).toEqual({ inherit: 0, private: 0, trash: 0 });
  });

  it.each(['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const)(
    'equals the totals of the lists of a %s, in every state and context',
    async (who) => {
      for (const context of who === 'anonymous' || who === 'subscriber' ? ['view'] : ['view', 'edit']) {
        const { body } = await counts(who, `type=post&context=${context}`);
        for (const [status, n] of Object.entries(body)) {
          const list = await site.as(who).get(`/wp/v2/posts?status=${status}&context=${context}&per_page=1`);
          expect([who, context, status, list.headers['x-wp-total']]).toEqual([who, context, status, String(n)]);
        }
      }
    },
  );

  it('counts by type and by term', async () => {
    expect((await counts('administrator', 'type=post,page&by=type')).body).toEqual({ post: 10, page: 1 });
    expect((await counts('anonymous', 'type=page,post&by=type')).body).toEqual({ page: 1, post: 4 });
    const visitor = (await counts('anonymous', 'by=category')).body;
    expect(visitor[category]).toBe(3);
    const admin = (await counts('administrator', 'by=category')).body;
    expect(admin[category]).toBe(4);
    expect((await counts('author', 'by=category')).body[category]).toBe(3);
    expect(Object.values(admin)).not.toContain(0);
    expect((await counts('anonymous', 'by=post_tag')).body).toEqual({});
  });

  it('counts the states that are named', async () => {
    expect((await counts('administrator', 'type=post&status=draft,pending')).body).toEqual({ draft: 2, pending: 1 });
    expect((await counts('anonymous', 'type=post,attachment&status=publish')).body).toEqual({ publish: 4, inherit: 0 });
  });

  it('counts what matches a condition', async () => {
    const where = encodeURIComponent(JSON.stringify({ category: 'news', not: { author: site.users.author } }));
    expect((await counts('anonymous', `where=${where}`)).body).toEqual({ publish: 3 });
    expect((await counts('administrator', `where=${where}`)).body).toMatchObject({ publish: 3, private: 1, draft: 0 });
    const either = encodeURIComponent(JSON.stringify({ or: [{ category }, { status: 'draft' }] }));
    expect((await counts('administrator', `where=${either}`)).body).toMatchObject({ publish: 3, private: 1, draft: 2 });
    expect((await counts('administrator', `by=type&type=post,page&where=${either}`)).body).toEqual({
      post: 6,
      page: 0,
    });
    expect((await counts('administrator', `by=category&where=${either}`)).body[category]).toBe(4);
  });

  it('refuses what lists refuse', async () => {
    for (const status of ['draft', 'private', 'trash']) {
      const refused = await counts('anonymous', `status=${status}`);
      expect([refused.status, refused.body.code]).toEqual([400, 'rest_invalid_param']);
    }
    expect((await counts('anonymous', 'context=edit')).status).toBe(401);
    expect((await counts('subscriber', 'context=edit')).status).toBe(403);
    for (const query of ['type=none', 'type=revision', 'by=author', 'status=auto-draft', 'type=', 'type[]=x'])
      expect((await counts('administrator', query)).status).toBe(400);
  });
});
