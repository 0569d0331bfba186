import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailMessage } from '../../../src/background/mail/mail-message.ts';
import type { MailTransport } from '../../../src/background/mail/mail-transport.ts';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { scopedClient } from '../../support/scoped.ts';

let site: TestPlaten;
let editor: Client;
let now = Date.parse('2026-03-02T08:00:00Z');
const sent: MailMessage[] = [];
beforeAll(async () => {
  const transport: MailTransport = {
    send: async (message) => {
      sent.push(message);
      return { kind: 'sent', note: '' };
    },
    close: () => {},
  };
  site = await testPlaten({ clock: () => now, smtpUrl: 'smtp://mail.test' }, { transport });
  editor = site.as('editor');
  await site.as('administrator').post('/wp/v2/settings', { timezone: 'Europe/Berlin' });
});
afterAll(() => site.close());

const path = '/platen/v1/pending-changes';
const publish = async (more: object = {}, who: Client = editor) =>
  (await who.post('/wp/v2/posts', { title: 'Public', content: 'One two', status: 'publish', ...more })).body;
const titleFor = async (id: number) =>
  (await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.title.rendered as string;
const save = (item: number, fields: object, more: object = {}, who: Client = editor) =>
  who.post(path, { type: 'posts', item, fields, ...more });
/** The tag of the item as it is; a write of nothing tells it. */
const tagOf = async (id: number) =>
  (await editor.post(`/wp/v2/posts/${id}`, {}, { 'if-match': '*' })).headers['etag'] ?? '';

describe('changes beside a published item', () => {
  it('are kept with who and when, again and again, and visitors see nothing of them', async () => {
    const post = await publish();
    const saved = await save(post.id, { title: 'Better', content: 'One three', slug: post.slug });
    expect([saved.status, saved.headers['location']]).toEqual([
      201,
      `http://site.test/wp-json${path}/${saved.body.id}`,
    ]);
    expect(saved.body).toMatchObject({
      state: 'open',
      action: 'update',
      item: post.id,
      author: site.users.editor,
      by_program: false,
      can_decide: true,
      fields: { title: 'Better', content: 'One three' },
      changes: { title: { from: 'Public', to: 'Better' }, content: { from: 'One two', to: 'One three' } },
      publish_date: null,
      release: null,
      refusal: null,
    });
    const again = await editor.post(`${path}/${saved.body.id}`, {
      fields: { title: 'Best', content: 'One three' },
      version: saved.body.version,
    });
    expect(again.body.fields).toEqual({ title: 'Best', content: 'One three' });
    expect(await titleFor(post.id)).toBe('Public');
    const [listed] = (await editor.get(`${path}?type=posts&item=${post.id}&state=open`)).body;
    expect(listed.id).toBe(saved.body.id);
    const found = async (by: string) => (await editor.get(`${path}?item=${post.id}&by=${by}`)).headers['x-wp-total'];
    expect([await found('people'), await found('programs')]).toEqual(['1', '0']);
    const { version } = again.body;
    expect((await editor.post(`${path}/${saved.body.id}/accept`, { version })).body.state).toBe('accepted');
    expect(await titleFor(post.id)).toBe('Best');
  });

  it('are one for each person, and a later save that has not read the last one is refused', async () => {
    const post = await publish();
    const first = (await save(post.id, { title: 'First' })).body;
    const second = await save(post.id, { title: 'Second' });
    expect(second).toMatchObject({ status: 409, body: { code: 'platen_pending_exists', data: { change: first.id } } });
    const theirs = await save(post.id, { title: 'Theirs' }, {}, site.as('administrator'));
    expect(theirs.status).toBe(201);
    await editor.post(`${path}/${first.id}`, { fields: { title: 'Newer' }, version: first.version });
    const late = await editor.post(`${path}/${first.id}`, { fields: { title: 'Older' }, version: first.version });
    expect(late).toMatchObject({ status: 409, body: { code: 'platen_pending_edited' } });
    expect((await editor.get(`${path}/${first.id}`)).body.fields).toEqual({ title: 'Newer' });
    await editor.post(`${path}/${first.id}/withdraw`);
    expect((await save(post.id, { title: 'Third' })).status).toBe(201);
  });

  it('are for the version of the item that was read, and for another one when their writer says so', async () => {
    const post = await publish();
    const read = await tagOf(post.id);
    await editor.post(`/wp/v2/posts/${post.id}`, { content: 'Meanwhile' });
    const stale = await save(post.id, { title: 'Late' }, { base: read });
    expect(stale).toMatchObject({ status: 409, body: { code: 'platen_pending_conflict' } });
    expect((await save(post.id, { title: 'Late' }, { base: 'no tag' })).body.code).toBe('rest_invalid_param');
    const { body: saved } = await save(post.id, { title: 'Fresh' }, { base: await tagOf(post.id) });
    await editor.post(`/wp/v2/posts/${post.id}`, { content: 'Once more' });
    expect((await editor.post(`${path}/${saved.id}/accept`)).body.code).toBe('platen_pending_conflict');
    expect(await titleFor(post.id)).toBe('Public');
    const moved = await editor.post(`${path}/${saved.id}`, { fields: saved.fields, base: await tagOf(post.id) });
    expect(moved.status).toBe(200);
    expect((await editor.post(`${path}/${saved.id}/accept`)).status).toBe(200);
    expect(await titleFor(post.id)).toBe('Fresh');
  });

  it('are refused where there is nothing to keep, or nothing that could be kept', async () => {
    const post = await publish();
    const answers = [
      await save(post.id, { title: 'Public' }),
      await save(999_999, { title: 'No' }),
      await save(post.id, { status: 'never' }),
      await editor.post(path, { type: 'users', item: 1, fields: { name: 'No' } }),
      await editor.post(path, { type: 'settings', fields: { title: 'No' } }),
      await editor.post(path, { type: '../posts', item: post.id, fields: { title: 'No' } }),
      await editor.post(path, { type: 'posts', action: 'delete' }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual([
      'platen_pending_nothing',
      'rest_post_invalid_id',
      'rest_invalid_param',
      'platen_pending_not_possible',
      'platen_pending_not_possible',
      'platen_pending_not_possible',
      'platen_pending_not_possible',
    ]);
  });

  it.each([
    ['anonymous', 401, 'rest_not_logged_in'],
    ['subscriber', 403, 'rest_cannot_edit'],
    ['contributor', 403, 'rest_cannot_edit'],
    ['author', 403, 'rest_cannot_edit'],
  ] as const)('of others are not written by %s', async (role, status, code) => {
    const post = await publish();
    const answered = await save(post.id, { title: 'No' }, {}, site.as(role));
    expect([answered.status, answered.body.code]).toEqual([status, code]);
  });

  it('of their own are written and published by authors, and read by no one who may not edit them', async () => {
    const author = site.as('author');
    const post = await publish({}, author);
    const { body: saved } = await save(post.id, { title: 'Mine' }, {}, author);
    for (const role of ['contributor', 'subscriber'] as const)
      expect((await site.as(role).get(`${path}/${saved.id}`)).body.code).toBe('platen_pending_not_found');
    expect((await editor.get(`${path}/${saved.id}`)).body.fields).toEqual({ title: 'Mine' });
    expect((await author.post(`${path}/${saved.id}/accept`)).status).toBe(200);
    expect(await titleFor(post.id)).toBe('Mine');
  });

  it('are no way for a program with scopes', async () => {
    const post = await publish();
    const program = await scopedClient(site, 'editor', ['read', 'content', 'propose']);
    expect((await save(post.id, { title: 'No' }, {}, program)).body.code).toBe('platen_pending_needs_person');
  });

  it('can be something new, and can take something away', async () => {
    const post = await publish();
    const { body: gone } = await save(post.id, {}, { action: 'delete' });
    expect(gone.changes).toEqual({ status: { from: 'publish', to: 'trash' } });
    const { body: made } = await editor.post(path, { type: 'posts', fields: { title: 'New', status: 'publish' } });
    expect([made.action, made.item]).toEqual(['create', null]);
    await editor.post(`${path}/${gone.id}/accept`);
    const { body: done } = await editor.post(`${path}/${made.id}/accept`);
    expect((await site.as('anonymous').get(`/wp/v2/posts/${post.id}`)).status).toBe(401);
    expect(await titleFor(done.item)).toBe('New');
  });
});

describe('their preview', () => {
  it('shows whoever has the link what was saved last, and ends when they are published', async () => {
    const post = await publish();
    const { body: saved } = await save(post.id, { title: 'Shared', slug: 'shared-one' });
    const made = await editor.post('/platen/v1/previews', { post: post.id, pending_change: saved.id });
    expect([made.status, made.body.shows, made.body.pending_change]).toEqual([201, 'changes', saved.id]);
    const seen = async () =>
      (await site.as('anonymous').get(`/wp/v2/posts/${post.id}?preview=${made.body.token}`)).body.title.rendered;
    expect(await seen()).toBe('Shared');
    expect(await titleFor(post.id)).toBe('Public');
    await editor.post(`${path}/${saved.id}`, { fields: { title: 'Shared again' } });
    expect(await seen()).toBe('Shared again');
    await editor.post(`${path}/${saved.id}/accept`);
    expect((await editor.get(`/platen/v1/previews/${made.body.id}`)).status).toBe(404);
    expect(await titleFor(post.id)).toBe('Shared again');
  });

  it('has no HTML that the writer of the change may not write, whoever makes it', async () => {
    const content = 'Fine <script>alert(1)</script>';
    const shownBy = async (maker: Client, post: number, change: number) => {
      const { body: preview } = await maker.post('/platen/v1/previews', { post, pending_change: change });
      return async () =>
        (await site.as('anonymous').get(`/wp/v2/posts/${post}?preview=${preview.token}`)).body.content.rendered;
    };
    const author = site.as('author');
    const post = await publish({}, author);
    const { body: saved } = await save(post.id, { content }, {}, author);
    const shown = await shownBy(site.as('administrator'), post.id, saved.id);
    expect(await shown()).toContain('Fine');
    expect(await shown()).not.toContain('<script');
    await site.as('administrator').post(`${path}/${saved.id}`, { fields: { content, title: 'Read by many' } });
    expect(await shown()).not.toContain('<script');
    const trusted = await publish();
    const { body: own } = await save(trusted.id, { content });
    expect(await (await shownBy(editor, trusted.id, own.id))()).toContain('<script');
  });

  it('is shown to those who see the change, and not to whoever edits the item since', async () => {
    const post = await publish();
    const { body: saved } = await save(post.id, { title: 'Of editors' });
    const { body: made } = await editor.post('/platen/v1/previews', { post: post.id, pending_change: saved.id });
    await editor.post(`/wp/v2/posts/${post.id}`, { author: site.users.author });
    const author = site.as('author');
    expect((await author.get(`${path}/${saved.id}`)).body.code).toBe('platen_pending_not_found');
    expect((await author.get(`/platen/v1/previews?post=${post.id}`)).body).toEqual([]);
    expect((await author.get(`/platen/v1/previews/${made.id}`)).body.code).toBe('rest_preview_invalid_id');
    const listed = (await editor.get(`/platen/v1/previews?post=${post.id}`)).body;
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([made.id]);
  });

  it('is refused for changes of another item, for something new, and to who may not read them', async () => {
    const [one, other] = [await publish(), await publish()];
    const { body: saved } = await save(one.id, { title: 'Shared' });
    const { body: fresh } = await editor.post(path, { type: 'posts', fields: { title: 'New' } });
    const preview = (post: number, pending_change: number, more: object = {}, who: Client = editor) =>
      who.post('/platen/v1/previews', { post, pending_change, ...more });
    const codes = [
      await preview(other.id, saved.id),
      await preview(one.id, fresh.id),
      await preview(one.id, 999_999),
      await preview(one.id, saved.id, { changes: { title: 'Both' } }),
      await preview(one.id, saved.id, {}, site.as('author')),
    ].map(({ body }) => body.code);
    expect(codes).toEqual([
      'platen_pending_no_preview',
      'platen_pending_no_preview',
      'platen_pending_not_found',
      'rest_preview_of_both',
      'rest_cannot_edit',
    ]);
  });
});

describe('changes at a time', () => {
  it('are published then, in the zone of the site, as who said so', async () => {
    const post = await publish();
    const { body: saved } = await save(post.id, { title: 'At nine' });
    const planned = await site
      .as('administrator')
      .post(`${path}/${saved.id}/schedule`, { date: '2026-03-03T09:00:00' });
    expect(planned.body).toMatchObject({
      publish_date: '2026-03-03T09:00:00',
      publish_date_gmt: '2026-03-03T08:00:00',
      publish_by: 1,
      state: 'open',
    });
    now = Date.parse('2026-03-03T07:59:59Z');
    await site.platen.runDue();
    expect(await titleFor(post.id)).toBe('Public');
    now = Date.parse('2026-03-03T08:00:01Z');
    await site.platen.runDue();
    expect(await titleFor(post.id)).toBe('At nine');
    const done = (await editor.get(`${path}/${saved.id}`)).body;
    expect(done).toMatchObject({ state: 'accepted', decided_by: 1, publish_date: null, refusal: null });
    await site.platen.runDue();
    expect((await editor.get(`${path}/${saved.id}`)).body.state).toBe('accepted');
  });

  it('follow the last time that was set, and none that was taken back', async () => {
    const [post, other] = [await publish(), await publish()];
    const { body: saved } = await save(post.id, { title: 'Later' });
    const { body: kept } = await save(other.id, { title: 'Never' });
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
    await editor.post(`${path}/${saved.id}/schedule`, { date: at(10) });
    await editor.post(`${path}/${saved.id}/schedule`, { date: at(30) });
    await editor.post(`${path}/${kept.id}/schedule`, { date: at(10) });
    expect((await editor.post(`${path}/${kept.id}/unschedule`)).body.publish_date).toBeNull();
    expect((await editor.post(`${path}/${kept.id}/unschedule`)).body.code).toBe('platen_pending_unplanned');
    now += 11 * 60_000;
    await site.platen.runDue();
    expect([await titleFor(post.id), await titleFor(other.id)]).toEqual(['Public', 'Public']);
    now += 20 * 60_000;
    await site.platen.runDue();
    expect([await titleFor(post.id), await titleFor(other.id)]).toEqual(['Later', 'Public']);
  });

  it('are refused with a time that is over or none, and to who may not decide', async () => {
    const post = await publish();
    const { body: saved } = await save(post.id, { title: 'No' });
    const schedule = (date: string, who: Client = editor) => who.post(`${path}/${saved.id}/schedule`, { date });
    expect((await schedule('2026-03-01T00:00:00')).body.code).toBe('platen_pending_past');
    expect((await schedule('soon')).body.code).toBe('rest_invalid_param');
    expect((await schedule('2030-01-01T00:00:00', site.as('author'))).status).toBe(404);
    await editor.post(`/wp/v2/posts/${post.id}`, { content: 'Meanwhile' });
    expect((await schedule('2030-01-01T00:00:00')).body.code).toBe('platen_pending_conflict');
  });

  it('change nothing where the item was changed meanwhile, and say why', async () => {
    const post = await publish();
    const { body: saved } = await save(post.id, { title: 'Conflict' });
    await editor.post(`${path}/${saved.id}/schedule`, { date: new Date(now + 60_000).toISOString() });
    await editor.post(`/wp/v2/posts/${post.id}`, { content: 'Meanwhile' });
    now += 120_000;
    await site.platen.runDue();
    expect(await titleFor(post.id)).toBe('Public');
    const { body } = await editor.get(`${path}/${saved.id}`);
    expect(body).toMatchObject({ state: 'open', publish_date: null, refusal: { code: 'platen_pending_conflict' } });
    const { items } = (await site.as('administrator').get('/platen/v1/audit?kind=proposal')).body;
    expect(items[0]).toMatchObject({ event: 'proposal.refused', user: site.users.editor, object: saved.id });
    await site.platen.runDue();
    const mail = sent.find(({ subject }) => subject.includes('Not published: "Public"'));
    expect(mail?.to.map(({ address }) => address)).toEqual(['editor@example.org']);
    expect(mail?.body).toContain('Why: the item was changed by somebody after this was written.');
    expect(mail?.body).toContain('http://site.test/admin/proposals');
    expect((await editor.post(`${path}/${saved.id}/accept`, { over: true })).body.refusal).toBeNull();
  });

  it('change nothing where who said so may not write the item any more, or is gone', async () => {
    const administrator = site.as('administrator');
    const ids: number[] = [];
    for (const name of ['demoted', 'removed']) {
      const account = { username: name, email: `${name}@example.org`, password: 'pw', roles: ['editor'] };
      const { body: user } = await administrator.post('/wp/v2/users', account);
      const post = await publish();
      const { body: saved } = await save(post.id, { title: name });
      const date = new Date(now + 60_000).toISOString();
      expect((await site.as(`${name}:pw`).post(`${path}/${saved.id}/schedule`, { date })).status).toBe(200);
      ids.push(saved.id, post.id);
      if (name === 'demoted') await administrator.post(`/wp/v2/users/${user.id}`, { roles: ['subscriber'] });
      else await administrator.delete(`/wp/v2/users/${user.id}?force=true&reassign=1`);
    }
    now += 120_000;
    await site.platen.runDue();
    const [first = 0, one = 0, second = 0, other = 0] = ids;
    expect((await editor.get(`${path}/${first}`)).body).toMatchObject({
      state: 'open',
      refusal: { code: 'rest_forbidden' },
    });
    expect((await editor.get(`${path}/${second}`)).body.refusal.code).toBe('platen_pending_no_account');
    expect([await titleFor(one), await titleFor(other)]).toEqual(['Public', 'Public']);
  });

  it('keep their time after an edit by who may publish them, and lose it after one by who may not', async () => {
    const agent = await scopedClient(site, 'editor', ['read', 'propose']);
    const [one, other] = [await publish(), await publish()];
    const { body: mine } = await save(one.id, { title: 'Mine' });
    const { pending_change: theirs } = (await agent.post(`/wp/v2/posts/${other.id}`, { title: 'Harmless' })).body;
    const date = new Date(now + 60_000).toISOString();
    for (const { id } of [mine, theirs]) await site.as('administrator').post(`${path}/${id}/schedule`, { date });
    const kept = await editor.post(`${path}/${mine.id}`, { fields: { title: 'Mine still' } });
    expect(kept.body).toMatchObject({ publish_by: site.users.editor });
    expect(kept.body.publish_date).not.toBeNull();
    const lost = await agent.post(`${path}/${theirs.id}`, { fields: { title: 'Harmful' } });
    expect(lost.body).toMatchObject({ publish_date: null, refusal: { code: 'platen_pending_edited' } });
    now += 120_000;
    await site.platen.runDue();
    expect([await titleFor(one.id), await titleFor(other.id)]).toEqual(['Mine still', 'Public']);
  });
});
