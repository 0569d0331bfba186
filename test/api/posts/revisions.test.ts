import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('revisions, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  const changed = async (times: number): Promise<number> => {
    const { id } = (await site.as('author').post('/wp/v2/posts', { title: 'One', content: 'First', status: 'publish' }))
      .body;
    for (let n = 1; n <= times; n++) await site.as('author').put(`/wp/v2/posts/${id}`, { content: `Change ${n}` });
    return id;
  };
  const revisions = (id: number, who: Role = 'author', query = '') =>
    site.as(who).get(`/wp/v2/posts/${id}/revisions${query}`);

  it('are kept of the state that a change led to, newest first', async () => {
    const id = await changed(0);
    expect((await revisions(id)).body).toEqual([]);
    await site.as('author').put(`/wp/v2/posts/${id}`, { title: 'Two' });
    await site.as('editor').put(`/wp/v2/posts/${id}`, { content: 'Second', excerpt: 'Short' });
    const { body } = await revisions(id, 'author', '?context=edit');
    expect(
      body.map((one: { title: { raw: string }; content: { raw: string }; author: number }) => [
        one.title.raw,
        one.content.raw,
        one.author,
      ]),
    ).toEqual([
      ['Two', 'Second', site.users.editor],
      ['Two', 'First', site.users.author],
    ]);
    expect(body[0]).toMatchObject({ parent: id, slug: `${id}-revision-v1`, excerpt: { rendered: '<p>Short</p>\n' } });
    expect(body[1].excerpt.rendered).toBe('');
    expect(body[0]._links).toEqual({ parent: [{ href: `http://site.test/wp-json/wp/v2/posts/${id}` }] });
  });

  it('are made by the first update whatever it says, then only where a text became another', async () => {
    const id = await changed(0);
    for (const body of [{}, { comment_status: 'closed' }, { content: 'First ' }]) {
      await site.as('author').put(`/wp/v2/posts/${id}`, body);
    }
    expect((await revisions(id)).body).toHaveLength(1);
    await site.as('author').put(`/wp/v2/posts/${id}`, { content: 'Other' });
    expect((await revisions(id)).body).toHaveLength(2);
  });

  it('stand in the links of the post, in one variant', async () => {
    const id = await changed(2);
    const [latest] = (await revisions(id)).body;
    const { _links } = (await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body;
    if (variant === 'b') return expect(_links).not.toHaveProperty('predecessor-version');
    expect(_links['version-history'][0].count).toBe(2);
    expect(_links['predecessor-version'][0].id).toBe(latest.id);
  });

  it.each([
    ['anonymous', 401],
    ['contributor', 403],
  ] as const)('are not for %s', async (who, status) => {
    const id = await changed(1);
    const [one] = (await revisions(id)).body;
    for (const answer of [
      await revisions(id, who),
      await revisions(id, who, `/${one.id}`),
      await site.as(who).delete(`/wp/v2/posts/${id}/revisions/${one.id}?force=true`),
    ]) {
      expect(answer).toMatchObject({ status, body: { code: 'rest_cannot_read' } });
    }
    expect((await revisions(id)).body).toHaveLength(1);
  });

  it('are found and removed under their own parent only', async () => {
    const [id, other] = [await changed(1), await changed(1)];
    const [one] = (await revisions(id)).body;
    const astray = await site.as('editor').delete(`/wp/v2/posts/${other}/revisions/${one.id}?force=true`);
    expect(astray).toMatchObject({ status: 404, body: { code: 'rest_post_invalid_id' } });
    expect((await site.as('editor').get(`/wp/v2/posts/${other}/revisions/${one.id}`)).status).toBe(404);
    expect((await site.as('editor').get(`/wp/v2/pages/${id}/revisions`)).body.code).toBe('rest_post_invalid_parent');
    expect((await site.as('editor').get(`/wp/v2/posts/${id}/revisions/${id}`)).status).toBe(404);
  });

  it('have no trash', async () => {
    const id = await changed(1);
    const [one] = (await revisions(id)).body;
    const path = `/wp/v2/posts/${id}/revisions/${one.id}`;
    const refused = await site.as('author').delete(path);
    expect(refused).toMatchObject({ status: 501, body: { code: 'rest_trash_not_supported' } });
    const removed = await site.as('author').delete(`${path}?force=true`);
    expect(removed.body).toMatchObject({
      deleted: true,
      previous: { id: one.id, content: { rendered: '<p>Change 1</p>\n' } },
    });
    expect(removed.headers['allow']).toBe('GET');
    expect((await site.as('author').delete(`${path}?force=true`)).status).toBe(404);
  });
});
