import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailJobsTable } from '../../../src/background/mail/mail-jobs.ts';
import type { MailTransport } from '../../../src/background/mail/mail-transport.ts';
import { defineExtension, refuse } from '../../../src/extension.ts';
import { reviewsTable } from '../../../src/wp/reviews/review-table.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

/** A mail server; nothing is sent in these tests, and what waits is read from the queue. */
const transport: MailTransport = { send: async () => ({ kind: 'sent', note: '' }), close: () => {} };

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({}, { transport });
});
afterAll(() => site.close());

const item = async (fields: object = {}): Promise<number> =>
  (await site.as('contributor').post('/wp/v2/posts', { title: 'Herons', content: 'x', ...fields })).body.id;
const pathOf = (id: number) => `/platen/v1/content/${id}/review`;
const act = (who: Role, id: number, fields: object) => site.as(who).post(pathOf(id), fields);
const statusOf = async (id: number) => (await site.platen.store.posts.byId(id))?.status;
const mine = async (who: Role) =>
  (await site.as(who).get('/platen/v1/reviews')).body.items.map((one: { id: number }) => one.id);
/** The mails that something queues, as recipients with subjects. */
async function mails(work: () => Promise<unknown>): Promise<(readonly [string | undefined, string | undefined])[]> {
  const rows = site.platen.store.table(mailJobsTable);
  const before = await rows.count({});
  await work();
  const after = (await rows.find({}, { by: 'id', direction: 'asc' })).slice(before);
  return after.map(({ message }) => [message?.to[0]?.address, message?.subject.replace(/^\[[^\]]*\] /, '')]);
}

describe('a review', () => {
  it('is requested of somebody, who is told and finds it, and approved by them', async () => {
    const id = await item();
    expect((await site.as('contributor').get(pathOf(id))).body).toMatchObject({ waits: false, may_decide: false });
    const told = await mails(() => act('contributor', id, { act: 'request', reviewer: site.users.editor }));
    expect(told).toEqual([['editor@example.org', 'Please review: Herons']]);
    expect(await statusOf(id)).toBe('pending');
    expect(await mine('editor')).toEqual([id]);
    expect(await mine('administrator')).toEqual([]);
    expect((await site.as('editor').get(pathOf(id))).body).toMatchObject({
      waits: true,
      requested_by: { id: site.users.contributor },
      reviewer: { id: site.users.editor, name: 'the-editor' },
      may_decide: true,
    });
    const approved = await mails(() => act('editor', id, { act: 'approve' }));
    expect(approved).toEqual([['contributor@example.org', 'Approved: Herons']]);
    expect(await statusOf(id)).toBe('publish');
    expect(await mine('editor')).toEqual([]);
    const again = await act('editor', id, { act: 'approve' });
    expect([again.status, again.body.code]).toEqual([409, 'platen_review_state']);
  });

  it('sends back with a note, which stands on the item and in the mail', async () => {
    const id = await item();
    await act('contributor', id, { act: 'request' });
    expect((await act('editor', id, { act: 'send_back' })).body.code).toBe('platen_review_note');
    const told = await mails(() => act('editor', id, { act: 'send_back', note: 'Which herons?' }));
    expect(told).toEqual([['contributor@example.org', 'To be changed: Herons']]);
    expect(await statusOf(id)).toBe('draft');
    const { notes } = (await site.as('contributor').get(`/platen/v1/content/${id}/notes`)).body;
    expect(notes).toMatchObject([{ content: 'Which herons?', author: site.users.editor }]);
    await act('contributor', id, { act: 'request', note: 'Grey ones.' });
    expect(await statusOf(id)).toBe('pending');
  });

  it('is assigned to another, who may publish the item', async () => {
    const id = await item();
    await act('contributor', id, { act: 'request', reviewer: site.users.editor });
    const told = await mails(() => act('editor', id, { act: 'assign', reviewer: 1 }));
    expect(told.map(([to]) => to)).toEqual([expect.stringContaining('@')]);
    expect([await mine('editor'), await mine('administrator')]).toEqual([[], [id]]);
    expect((await site.as('administrator').get(pathOf(id))).body.requested_by.id).toBe(site.users.contributor);
    for (const reviewer of [site.users.author, site.users.contributor, 999_999])
      expect((await act('editor', id, { act: 'assign', reviewer })).body.code).toBe('platen_review_reviewer');
    await act('editor', id, { act: 'assign', reviewer: 0 });
    expect((await site.as('editor').get(pathOf(id))).body.reviewer).toBeNull();
  });

  it('is decided only by those who may publish the item', async () => {
    const id = await item();
    await act('contributor', id, { act: 'request' });
    expect((await act('contributor', id, { act: 'approve' })).body.code).toBe('platen_review_forbidden');
    expect((await act('author', id, { act: 'approve' })).status).toBe(403);
    expect((await act('anonymous', id, { act: 'approve' })).status).toBe(401);
    expect((await site.as('author').get(pathOf(id))).status).toBe(403);
    expect((await site.as('anonymous').get('/platen/v1/reviews')).status).toBe(401);
    expect((await site.as('contributor').get('/platen/v1/reviews')).status).toBe(403);
    expect(await statusOf(id)).toBe('pending');
  });

  it('of two decisions, one is made, and an approval under a version that is gone is refused', async () => {
    const id = await item();
    await act('contributor', id, { act: 'request' });
    const { headers } = await site.as('editor').get(`/wp/v2/posts/${id}?context=edit`);
    await site.as('contributor').post(`/wp/v2/posts/${id}`, { content: 'Something else' });
    const stale = await site.as('editor').post(pathOf(id), { act: 'approve' }, { 'if-match': String(headers['etag']) });
    expect(stale.status).toBe(412);
    const both = await Promise.all([
      act('editor', id, { act: 'approve' }),
      act('administrator', id, { act: 'send_back', note: 'No.' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isBack = both[0]?.status === 409;
    expect(await statusOf(id)).toBe(isBack ? 'draft' : 'publish');
    const { notes } = (await site.as('editor').get(`/platen/v1/content/${id}/notes`)).body;
    expect(notes).toHaveLength(isBack ? 1 : 0);
  });

  it('of an item with a date to come schedules it', async () => {
    const id = await item({ date: '2090-01-01T00:00:00' });
    await act('contributor', id, { act: 'request' });
    await act('editor', id, { act: 'approve' });
    expect(await statusOf(id)).toBe('future');
  });

  it('is refused for what is published', async () => {
    const { body } = await site.as('editor').post('/wp/v2/posts', { title: 'Out', status: 'publish' });
    expect((await act('editor', body.id, { act: 'request' })).body.code).toBe('platen_review_state');
    expect((await act('editor', body.id, { act: 'dance' })).body.code).toBe('rest_invalid_param');
  });
});

describe('what was asked of somebody', () => {
  const rowsOf = (id: number) => site.platen.store.table(reviewsTable).count({ postId: id });
  const write = (who: Role, id: number, fields: object) => site.as(who).post(`/wp/v2/posts/${id}`, fields);

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['is published', (id) => write('editor', id, { status: 'publish' })],
    ['is a draft again', (id) => write('contributor', id, { status: 'draft' })],
    ['is moved to the trash', (id) => site.as('editor').delete(`/wp/v2/posts/${id}`)],
    ['is removed for good', (id) => site.as('editor').delete(`/wp/v2/posts/${id}?force=true`)],
    [
      'is published by a pending change',
      async (id) => {
        const change = { type: 'posts', item: id, fields: { status: 'publish' } };
        const { body } = await site.as('editor').post('/platen/v1/pending-changes', change);
        await site.as('editor').post(`/platen/v1/pending-changes/${body.id}/accept`);
      },
    ],
  ])('is over where the item %s', async (_, end) => {
    const id = await item();
    await act('contributor', id, { act: 'request', reviewer: site.users.editor });
    await write('contributor', id, { title: 'Herons still' });
    expect([await rowsOf(id), await statusOf(id)]).toEqual([1, 'pending']);
    await end(id);
    expect(await rowsOf(id)).toBe(0);
    expect(await statusOf(id)).not.toBe('pending');
  });

  it('is not asked again because the item waits again', async () => {
    const id = await item();
    await site.platen.store
      .table(reviewsTable)
      .put({ postId: id, requestedBy: 1, reviewerId: site.users.editor, requestedMs: 1 });
    await write('contributor', id, { status: 'pending' });
    expect((await site.as('editor').get(pathOf(id))).body).toMatchObject({ waits: true, reviewer: null });
    expect(await mine('editor')).not.toContain(id);
  });

  it('is found among a hundred others that another program has decided about', async () => {
    const rows = site.platen.store.table(reviewsTable);
    const reviewerId = site.users.author;
    const others = Array.from({ length: 100 }, (_, n) => 900_000 + n);
    for (const postId of others) await rows.put({ postId, requestedBy: 1, reviewerId, requestedMs: 1 });
    const { body } = await site.as('author').post('/wp/v2/posts', { title: 'Own', content: 'x' });
    await act('author', body.id, { act: 'request', reviewer: reviewerId });
    expect(await mine('author')).toEqual([body.id]);
    await rows.remove({ postId: { in: others } });
  });
});

it('extensions are asked about the note of a review, before anything of it is stored', async () => {
  const strict = defineExtension({
    name: 'strict',
    hooks: {
      before: {
        comment: {
          create: ({ draft }) =>
            draft.content?.includes('bad') ? refuse('Not this word.') : { content: `${draft.content}!` },
        },
      },
    },
  });
  const other = await testPlaten({ extensions: [strict] });
  const { body: post } = await other.as('contributor').post('/wp/v2/posts', { title: 'Herons', content: 'x' });
  const request = (note: string) => other.as('contributor').post(pathOf(post.id), { act: 'request', note });
  expect((await request('A bad one')).body.message).toBe('Not this word.');
  expect((await other.platen.store.posts.byId(post.id))?.status).toBe('draft');
  expect((await request('A good one')).status).toBe(200);
  const { notes } = (await other.as('contributor').get(`/platen/v1/content/${post.id}/notes`)).body;
  expect(notes).toMatchObject([{ content: 'A good one!' }]);
  await other.close();
});
