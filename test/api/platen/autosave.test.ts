import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const texts = { title: 'Old title', content: 'Old text.', excerpt: 'Old excerpt.' };

describe.each(['a', 'b'] as const)('autosaves of the admin page, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  const created = async (who: Role, fields: object = {}, type = 'posts'): Promise<number> => {
    const { status, body } = await site.as(who).post(`/wp/v2/${type}`, { ...texts, ...fields });
    expect(status).toBe(201);
    return body.id;
  };
  const pathOf = (id: number) => `/platen/v1/content/${id}/autosave`;
  const raw = async (id: number, type = 'posts') => {
    const { body, headers } = await site.as('administrator').get(`/wp/v2/${type}/${id}?context=edit`);
    return { title: body.title.raw, content: body.content.raw, modified: body.modified, tag: headers['etag'] };
  };
  /** As if it had been written an hour ago. */
  const age = (id: number) =>
    site.platen.store.posts.update(id, { modifiedGmt: '2020-01-01 00:00:00', modified: '2020-01-01 00:00:00' });

  it.each(['publish', 'draft', 'future'])('keep what is written and leave an item that is %s alone', async (status) => {
    const date = status === 'future' ? { date: '2090-01-01T00:00:00' } : {};
    const id = await created('author', { status, ...date });
    await age(id);
    const before = await raw(id);
    const saved = await site.as('author').post(pathOf(id), { title: 'New', content: 'New <b>bold</b>' });
    expect(saved).toMatchObject({
      status: 200,
      body: { autosave: { title: 'New', content: 'New <b>bold</b>', excerpt: texts.excerpt } },
    });
    expect(await raw(id)).toEqual(before);
    const again = await site.as('author').post(pathOf(id), { content: 'Newer' });
    expect(again.body.autosave).toMatchObject({ id: saved.body.autosave.id, title: texts.title, content: 'Newer' });
    expect((await site.as('author').get(pathOf(id))).body).toEqual(again.body);
  });

  it.each(['publish', 'draft'])('are told from revisions, which stay beside an item that is %s', async (status) => {
    const id = await created('author', { status });
    await age(id);
    const before = await raw(id);
    const keep = (fields: object) => site.as('editor').post(`/platen/v1/content/${id}/revisions`, fields);
    const { body } = await keep({ content: 'Given up, but not lost.' });
    expect(await raw(id)).toEqual(before);
    await site.as('editor').post(pathOf(id), { content: 'Something else' });
    const kept = await site.as('editor').get(`/wp/v2/posts/${id}/revisions/${body.revision}?context=edit`);
    expect(kept.body).toMatchObject({ content: { raw: 'Given up, but not lost.' }, author: site.users.editor });
    expect((await keep({ content: 'Given up, but not lost.' })).body).toEqual({ revision: null });
    expect((await keep({})).body).toEqual({ revision: null });
    const denied = await site.as('contributor').post(`/platen/v1/content/${id}/revisions`, { content: 'x' });
    expect(denied).toMatchObject({ status: 403, body: { code: 'rest_cannot_edit' } });
  });

  it('are one for each user, who sees only their own', async () => {
    const id = await created('author', { status: 'publish' });
    await age(id);
    await site.as('author').post(pathOf(id), { content: 'By the author' });
    await site.as('editor').post(pathOf(id), { content: 'By the editor' });
    const own = async (who: Role) => (await site.as(who).get(pathOf(id))).body.autosave?.content ?? null;
    expect(await own('author')).toBe('By the author');
    expect(await own('editor')).toBe('By the editor');
    expect(await own('administrator')).toBeNull();
    expect(await site.as('editor').delete(pathOf(id))).toMatchObject({ status: 200, body: { deleted: true } });
    expect(await site.as('editor').delete(pathOf(id))).toMatchObject({ status: 200, body: { deleted: false } });
    expect(await own('editor')).toBeNull();
    expect(await own('author')).toBe('By the author');
  });

  it('are not offered once the item is as new, and end with the texts of the item', async () => {
    const id = await created('editor', { status: 'publish' }, 'pages');
    await age(id);
    await site.as('editor').post(pathOf(id), { content: 'Changed' });
    expect((await site.as('editor').get(pathOf(id))).body.autosave).not.toBeNull();
    await site.as('editor').post(`/wp/v2/pages/${id}`, { content: 'Saved' });
    expect((await site.as('editor').get(pathOf(id))).body.autosave).toBeNull();
    expect((await site.as('editor').post(pathOf(id), { content: ' Saved' })).body.autosave).toBeNull();
    const { body: revisions } = await site.as('editor').get(`/wp/v2/pages/${id}/revisions?context=edit`);
    expect(revisions.filter((one: { slug: string }) => one.slug.includes('autosave'))).toEqual([]);
  });

  it('are cleaned as the texts of an item are', async () => {
    const id = await created('contributor');
    const { body } = await site
      .as('contributor')
      .post(pathOf(id), { title: '<script>1</script>T', content: 'x<script>alert(1)</script><b onclick="y()">z</b>' });
    expect(JSON.stringify(body)).not.toMatch(/<script|onclick/);
  });

  it('are for those who may edit the item', async () => {
    const id = await created('author', { status: 'publish' });
    const draft = await created('contributor');
    for (const [who, of, status] of [
      ['anonymous', id, 401],
      ['subscriber', id, 403],
      ['contributor', id, 403],
      ['author', id, 200],
      ['editor', id, 200],
      ['contributor', draft, 200],
      ['author', draft, 403],
      ['editor', draft, 200],
    ] as const) {
      const client = site.as(who);
      expect((await client.post(pathOf(of), { content: `By ${who}` })).status, `${who} writes`).toBe(status);
      expect((await client.get(pathOf(of))).status, `${who} reads`).toBe(status);
      expect((await client.delete(pathOf(of))).status, `${who} removes`).toBe(status);
    }
    expect((await raw(id)).content).toBe(texts.content);
  });

  it('refuse what is no item, what is too long, and take no text of another kind', async () => {
    const editor = site.as('editor');
    const { body: revision } = await editor.post(pathOf(await created('editor')), { content: 'x' });
    for (const id of [0, 999_999, revision.autosave.id])
      expect(await editor.post(pathOf(id), { content: 'x' })).toMatchObject({
        status: 404,
        body: { code: 'rest_post_invalid_id' },
      });
    const id = await created('editor');
    const tooLong = await editor.post(pathOf(id), { title: 'x'.repeat(70_000) });
    expect(tooLong).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    for (const content of [7, ['x'], { rendered: 'x' }, null]) {
      const { status, body } = await editor.post(pathOf(id), { title: 'T', content });
      expect([200, 400]).toContain(status);
      if (status === 200) expect(body.autosave.content).toBe(texts.content);
    }
  });

  it('stay one for each user when several arrive at once', async () => {
    const id = await created('author', { status: 'publish' });
    await Promise.all(
      Array.from({ length: 6 }, (_, number) => site.as('author').post(pathOf(id), { content: `Version ${number}` })),
    );
    const { body: revisions } = await site.as('author').get(`/wp/v2/posts/${id}/revisions?context=edit`);
    expect(revisions.filter((one: { slug: string }) => one.slug.includes('autosave'))).toHaveLength(1);
  });
});
