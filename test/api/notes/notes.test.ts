import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailJobsTable } from '../../../src/background/mail/mail-jobs.ts';
import type { MailTransport } from '../../../src/background/mail/mail-transport.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

/** A mail server; nothing is sent in these tests, and what waits is read from the queue. */
const transport: MailTransport = { send: async () => ({ kind: 'sent', note: '' }), close: () => {} };

describe.each(['a', 'b', 'c'] as const)('notes on items, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant }, { transport });
  });
  afterAll(() => site.close());

  const item = async (who: Role = 'author', fields: object = {}): Promise<number> =>
    (await site.as(who).post('/wp/v2/posts', { title: 'Herons', content: 'x', status: 'publish', ...fields })).body.id;
  const pathOf = (id: number) => `/platen/v1/content/${id}/notes`;
  const write = (who: Role, id: number, fields: object) => site.as(who).post(pathOf(id), fields);
  const listed = async (who: Role, id: number) => (await site.as(who).get(pathOf(id))).body.notes;
  const row = (id: number) => site.platen.store.comments.byId(id);

  it('are stored as existing sites do: held while they are open, approved once they are resolved', async () => {
    const id = await item();
    const { status, body: first, headers } = await write('editor', id, { content: 'Is <this> right & true?' });
    expect([status, headers['location']]).toEqual([201, expect.stringContaining(`${pathOf(id)}/${first.id}`)]);
    expect(first).toMatchObject({ parent: 0, author: site.users.editor, resolved: false, action: null, own: true });
    expect(await row(first.id)).toMatchObject({
      type: 'note',
      approved: '0',
      postId: id,
      content: 'Is &lt;this&gt; right &amp; true?',
    });
    const answer = (await write('author', id, { content: 'Yes.', parent: first.id })).body;
    expect(await row(answer.id)).toMatchObject({ type: 'note', approved: '0', parentId: first.id });
    const settled = (await write('author', id, { parent: first.id, resolved: true })).body;
    expect(settled).toMatchObject({ content: '', action: 'resolved' });
    const meta = await site.platen.store.meta.of('comment', [settled.id], ['_wp_note_status']);
    expect(meta.get(settled.id)?.map(({ value }) => value)).toEqual(['resolved']);
    expect((await row(first.id))?.approved).toBe('1');
    expect((await listed('editor', id)).map((one: { resolved: boolean }) => one.resolved)).toEqual([true, false, true]);
    await write('editor', id, { parent: first.id, resolved: false, content: 'Not yet.' });
    expect((await row(first.id))?.approved).toBe('0');
    expect((await listed('author', id)).at(-1)).toMatchObject({ action: 'reopen', content: 'Not yet.', own: false });
  });

  it('are changed by whoever wrote them, and removed with their answers', async () => {
    const id = await item();
    const first = (await write('editor', id, { content: 'One' })).body.id;
    const answer = (await write('author', id, { content: 'Two', parent: first })).body.id;
    const changed = await site.as('editor').post(`${pathOf(id)}/${first}`, { content: 'Better' });
    expect([changed.status, changed.body.content]).toEqual([200, 'Better']);
    const others = await site.as('author').post(`${pathOf(id)}/${first}`, { content: 'Mine' });
    expect([others.status, others.body.code]).toEqual([403, 'platen_note_not_yours']);
    expect((await site.as('author').delete(`${pathOf(id)}/${first}`)).body).toEqual({ deleted: true });
    expect(await listed('editor', id)).toEqual([]);
    expect([(await row(first))?.approved, (await row(answer))?.approved]).toEqual(['trash', 'trash']);
    expect((await site.as('editor').delete(`${pathOf(id)}/${first}`)).body.code).toBe('platen_note_not_found');
  });

  it.each([
    [{ content: '  ' }, 400, 'platen_note_empty'],
    [{ resolved: true }, 400, 'platen_note_parent'],
    [{ content: 'x', parent: 999_999 }, 404, 'platen_note_not_found'],
    [{ content: 'x', mentions: [999_999] }, 400, 'platen_note_mention'],
    [{ content: 'x'.repeat(20_001) }, 400, 'rest_invalid_param'],
  ])('refuse %o', async (fields, status, code) => {
    const refused = await write('editor', await item(), fields);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
  });

  it('answer a note of the same item only, and the first of its thread', async () => {
    const [one, other] = [await item(), await item()];
    const first = (await write('editor', one, { content: 'One' })).body.id;
    const answer = (await write('editor', one, { content: 'Two', parent: first })).body.id;
    expect((await write('editor', other, { content: 'x', parent: first })).status).toBe(404);
    expect((await write('editor', one, { content: 'x', parent: answer })).body.code).toBe('platen_note_parent');
    const comment = await site.as('editor').post('/wp/v2/comments', { post: one, content: 'For all' });
    expect((await site.as('editor').delete(`${pathOf(one)}/${comment.body.id}`)).status).toBe(404);
  });

  it('are neither read nor written by those who may not edit the item', async () => {
    const id = await item();
    const { id: note } = (await write('author', id, { content: 'Between us' })).body;
    for (const who of ['anonymous', 'subscriber', 'contributor'] as const) {
      const status = who === 'anonymous' ? 401 : 403;
      expect((await site.as(who).get(pathOf(id))).status).toBe(status);
      expect((await write(who, id, { content: 'x' })).status).toBe(status);
      expect((await site.as(who).delete(`${pathOf(id)}/${note}`)).status).toBe(status);
      expect((await site.as(who).get(`/platen/v1/content/${id}/editors`)).status).toBe(status);
    }
  });

  it('are shown by the interface of comments only in the variant that has them', async () => {
    const id = await item();
    const { id: note } = (await write('author', id, { content: 'Between us' })).body;
    const asked = `/wp/v2/comments?post=${id}&status=all&per_page=100`;
    const shown = variant === 'c';
    for (const type of ['note', 'all']) {
      const list = await site.as('editor').get(`${asked}&type=${type}`);
      expect([type, list.body.length, list.headers['x-wp-total']]).toEqual([type, shown ? 1 : 0, shown ? '1' : '0']);
    }
    expect((await site.as('editor').get(`/wp/v2/comments/${note}`)).status).toBe(shown ? 200 : 404);
    for (const who of ['anonymous', 'editor'] as const) {
      expect((await site.as(who).get(`/wp/v2/comments?post=${id}`)).body).toEqual([]);
      const { body } = await site.as(who).get(`/wp/v2/posts/${id}?_embed=replies`);
      expect(JSON.stringify(body)).not.toContain('Between us');
    }
    if (!shown) expect((await site.as('editor').delete(`/wp/v2/comments/${note}?force=true`)).status).toBe(404);
    expect((await site.platen.store.posts.byId(id))?.commentCount).toBe(0);
  });

  it('offer the people who may edit the item', async () => {
    const id = await item('contributor', { status: 'draft' });
    const named = async (search: string) =>
      (await site.as('editor').get(`/platen/v1/content/${id}/editors?search=${search}`)).body.people.map(
        (one: { id: number }) => one.id,
      );
    expect((await named('')).sort()).toEqual([1, site.users.editor, site.users.contributor].sort());
    expect(await named('contrib')).toEqual([site.users.contributor]);
    expect(await named('the-author')).toEqual([]);
    expect(await named(`&include[]=${site.users.editor}&include[]=${site.users.author}`)).toEqual([site.users.editor]);
  });

  it('tell those who are mentioned by mail, once the note is stored and not otherwise', async () => {
    const id = await item();
    const { store } = site.platen;
    const before = await store.table(mailJobsTable).count({});
    const mentions = [site.users.author, site.users.editor];
    const refused = await write('editor', id, { content: 'Look, @the-author', mentions: [...mentions, 999_999] });
    expect(refused.status).toBe(400);
    expect(await store.table(mailJobsTable).count({})).toBe(before);
    const { id: note } = (await write('editor', id, { content: 'Look, @the-author', mentions })).body;
    const [mail, ...others] = (await store.table(mailJobsTable).find({}, { by: 'id', direction: 'asc' })).slice(before);
    expect(others).toEqual([]);
    expect(mail?.message).toMatchObject({ to: [{ address: 'author@example.org' }] });
    expect(mail?.message?.body).toContain('Look, @the-author');
    expect(mail?.message?.body).toContain(`http://site.test/admin/posts/${id}?note=${note}`);
  });
});
