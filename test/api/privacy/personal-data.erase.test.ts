import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { siteTables } from '../../../src/app/open-services.ts';
import { extensionsOf } from '../../../src/app/variants.ts';
import { addInvitation } from '../../../src/auth/invitations.ts';
import { grantsTable } from '../../../src/auth/oauth/oauth-tables.ts';
import { linkIdentity } from '../../../src/auth/oidc.ts';
import { passkeysTable } from '../../../src/auth/passkeys.ts';
import { createApplicationPassword } from '../../../src/auth/passwords/application-passwords.ts';
import { startSession } from '../../../src/auth/sessions.ts';
import { recordAudit } from '../../../src/background/audit-log.ts';
import { addMail } from '../../../src/background/mail/mail-jobs.ts';
import { deliveriesTable } from '../../../src/changes/webhooks/webhook-tables.ts';
import { defineExtension } from '../../../src/extension.ts';
import { copyToKeep, recordFiles } from '../../../src/extensions/forms/inbox/message-files.ts';
import { messagesTable, storeMessage } from '../../../src/extensions/forms/inbox/message-table.ts';
import { renderedTextsTable } from '../../../src/site/render-cache-table.ts';
import type { ExtensionTable } from '../../../src/storage/store.ts';
import { visitsTable } from '../../../src/wp/posts/presence/presence-table.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';
import { picture } from '../media/media-client.ts';
import { ended, filesWith, path, rowsWith, unpacked } from './person-site.ts';

const email = 'zenobia.quill@private.example';
const address = '203.0.113.77';
const bossAddress = '198.51.100.23';
const texts = ['zenobia', 'quillfeather', email, address];
const name = 'Zenobia Quillfeather';

interface OrderRow {
  id: number;
  buyer: string;
}
const ordersTable: ExtensionTable<OrderRow> = { name: 'orders', columns: { id: 'id', buyer: 'text' }, key: 'id' };
let isBroken = false;
const orders = defineExtension({
  name: 'orders',
  tables: [ordersTable],
  personalData: {
    export: async ({ emails }, host) => ({
      rows: await host.table(ordersTable).find({ buyer: { in: emails } }),
      more: false,
    }),
    async erase({ emails }, host, { isDry }) {
      const found = await host.table(ordersTable).count({ buyer: { in: emails } });
      if (isBroken && !isDry) throw new Error('The orders are away.');
      if (!isDry) await host.table(ordersTable).remove({ buyer: { in: emails } });
      return { removed: found, anonymised: 0, more: false };
    },
  },
});

let site: TestPlaten;
let origin: string;
beforeAll(async () => {
  site = await testPlaten({ host: '127.0.0.1', extensions: [orders] });
  origin = await site.platen.listen();
});
afterAll(() => site.close());

const boss = () => site.as('administrator');

const comment = (postId: number, number: number) => ({
  postId,
  authorName: name,
  authorEmail: email,
  authorUrl: 'https://zenobia.example',
  authorIp: address,
  date: '2026-01-01 00:00:00',
  dateGmt: '2026-01-01 00:00:00',
  content: `Comment ${number}`,
  karma: 0,
  approved: ['1', '0', 'spam', 'trash'][number % 4] ?? '1',
  userAgent: 'Agent',
  type: 'comment',
  parentId: 0,
  userId: 0,
});

const fileText = 'The file that came with the message.';

/** A file that a form keeps, as it is stored. */
async function formFile() {
  const folder = join(site.platen.config.dataDir, 'form-files');
  const came = join(site.platen.config.dataDir, 'came.txt');
  await writeFile(came, fileText);
  const stored = await copyToKeep(folder, came);
  await rm(came);
  return { field: 'cv', name: 'cv.txt', stored, size: fileText.length, type: 'text/plain', digest: '' };
}

/** Uploads a picture over HTTP, as files travel. */
async function upload(login: string): Promise<number> {
  const answer = await fetch(`${origin}/wp-json/wp/v2/media`, {
    method: 'POST',
    body: new Uint8Array(await picture(60, 40)),
    headers: {
      authorization: `Basic ${Buffer.from(login).toString('base64')}`,
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="portrait.jpg"',
    },
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

/** Somebody whose address ends like the one of the person. */
const namesake = `not-${email}`;

/** A person with something in every table that can have something of people. */
async function somebody(): Promise<number> {
  const { store } = site.platen;
  const account = { username: 'zenobia', email, password: 'pw-of-zenobia', name, roles: ['author'] };
  const profile = { first_name: 'Zenobia', last_name: 'Quillfeather', description: 'Zenobia writes.' };
  const made = await boss().post('/wp/v2/users', { ...account, ...profile });
  expect(made.status).toBe(201);
  const id: number = made.body.id;
  const own = site.as('zenobia:pw-of-zenobia');
  const post = (await own.post('/wp/v2/posts', { title: 'Hers', content: 'A text.', status: 'publish' })).body;
  await own.put(`/wp/v2/posts/${post.id}`, { content: 'A better text.' });
  await own.post('/wp/v2/comments', { post: post.id, content: 'By her account.' });
  for (let i = 0; i < 5; i += 1) {
    const number = await store.comments.insert(comment(post.id, i));
    await store.meta.set('comment', number, 'akismet_history', [`seen ${address} of ${email}`]);
    await store.meta.set('comment', number, 'rating', ['5']);
  }
  const user = (await store.users.byId(id))!;
  await startSession(store, { user, lifetimeSeconds: 3600, address, userAgent: 'Zenobia browser' }, Date.now());
  await createApplicationPassword(store, id, 'Phone of Zenobia', Date.now());
  const app = { userId: id, clientId: 'app-1', appName: 'Reader of Zenobia', way: 'code', scopes: 'read' } as const;
  await store.table(grantsTable).insert({ ...app, createdAt: 1, usedAt: 1, address, expiresAt: 4_000_000_000 });
  const passkey = {
    userHandle: 'h',
    credentialHash: 'c',
    credentialId: 'c',
    publicKey: 'p',
    counter: 0,
    transports: '',
  };
  const times = { createdAt: 1, lastUsedAt: 0 };
  await store.table(passkeysTable).insert({ userId: id, ...passkey, ...times, backedUp: 0, name: 'Key of Zenobia' });
  await linkIdentity(store, { issuer: 'https://id.example', subject: 'zenobia-there', userId: id }, 1_000);
  await upload('zenobia:pw-of-zenobia');
  const byBoss = { nowMs: Date.now(), userId: 1, address: bossAddress };
  await recordAudit(store, { event: 'account.invited', ...byBoss, objectName: email });
  await recordAudit(store, { event: 'user.update', ...byBoss, objectId: id, objectName: 'zenobia' });
  const byCommand = { role: 'author', email, by: 'command' };
  await recordAudit(store, { event: 'account.invited', nowMs: Date.now(), userId: 0, detail: byCommand });
  await recordAudit(store, { event: 'account.invited', nowMs: Date.now(), userId: 1, objectName: namesake });
  await store.meta.set('user', id, 'billing_address', ['Quillfeather Lane 1']);
  await recordAudit(store, {
    event: 'session.failed',
    nowMs: Date.now(),
    userId: 0,
    objectId: id,
    objectName: 'zenobia',
    address,
  });
  await recordAudit(store, { event: 'post.publish', nowMs: Date.now(), userId: id, objectId: post.id, address });
  const { id: messageId } = await storeMessage(store, {
    formId: 1,
    formTitle: 'Contact',
    status: 'no_mail',
    spamLog: '',
    subject: 'From Zenobia',
    fromName: name,
    fromAddress: email,
    fields: [['your-email', email]],
    consent: {},
    meta: { remote_ip: address },
    files: [],
    receivedMs: Date.now(),
  });
  const kept = await formFile();
  // One that somebody removed from the folder.
  await recordFiles(store, messageId, [{ ...kept, name: 'gone.txt', stored: 'gone' }, kept]);
  const message = {
    messageId: '<1@x>',
    date: '',
    from: { name: '', address: 'a@b.example' },
    to: [{ name, address: email }],
  };
  const rest = {
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'For Zenobia',
    body: '',
    html: false,
    headers: [],
    attachments: [],
  };
  await addMail(store, {
    message: { ...message, ...rest },
    reference: 'x:1',
    after: null,
    createdAtMs: 1,
    keepFailed: true,
  });
  const other = { ...message, to: [{ name: 'Somebody else', address: namesake }], ...rest, subject: 'For another' };
  await addMail(store, { message: other, reference: 'x:2', after: null, createdAtMs: 1, keepFailed: true });
  await store
    .table(deliveriesTable)
    .insert({ webhookId: 1, message: 'm', payload: `{"author_name":"${name}"}`, state: 'failed' });
  await store.table(renderedTextsTable).put({ place: 1, source: 's', text: `<p>${name}</p>`, proof: 'p' });
  await store.table(ordersTable).insert({ buyer: email });
  const visit = { postId: 1, sinceMs: 1, seenMs: 1, holds: 1, askedBy: '', askedMs: 0, takenBy: 0, isDeclined: 0 };
  await store.table(visitsTable).insert({ ...visit, id: 'tab', userId: id });
  const invited = { email, role: 'editor', invitedBy: 1, days: 7, isMailed: false };
  await addInvitation(store, invited, Date.now());
  return id;
}

/** What each table of the program has of people, and what is done about it. */
const decisions: Readonly<Record<string, readonly string[]>> = {
  'erased with the account': [
    'sessions',
    'two_factor',
    'recovery_codes',
    'login_links',
    'passkeys',
    'oidc_identities',
    'own_emails',
    'previews',
    'basic_passwords',
    'oauth_grants',
    'oauth_tokens',
    'oauth_codes',
    'oauth_devices',
    'editor_visits',
  ],
  'erased by themselves': [
    'pending_changes',
    'invitations',
    'mail_jobs',
    'mail_files',
    'mail_chunks',
    'uploads',
    'webhook_deliveries',
    'queue_jobs',
    'rendered_texts',
    'person_requests',
    'form_messages',
    'form_files',
  ],
  'kept without who it was': ['audit'],
  'numbers of accounts only': ['exchange_jobs', 'media_regenerations'],
  'addresses of other sites and of the cache service': ['oembed_kept', 'cache_audit'],
};

it('has a decision for every table in which an account or an address can stand', () => {
  const named = Object.values(decisions).flat();
  const ofPeople = /^(?:userId|authorId|email|emails|address|login|fromAddress|message|payload)$/;
  const found = siteTables(extensionsOf(site.platen.config.variant)).filter(({ columns }) =>
    Object.keys(columns).some((column) => ofPeople.test(column)),
  );
  expect(found.map((table) => table.name).filter((one) => !named.includes(one))).toEqual([]);
});

describe('the data of a person', () => {
  let id: number;
  it('is found in every table that has something of them, and planned', async () => {
    id = await somebody();
    const held = new Set((await rowsWith(site, texts)).map((place) => place.split(/[.:]/)[0]));
    expect(held.size).toBeGreaterThan(10);
    const planned = await boss().post(`${path}/plan`, { user: id });
    expect(planned.status).toBe(200);
    const rows: { kind: string; action: string; count: number }[] = planned.body.plan;
    expect(Object.fromEntries(rows.map((row) => [row.kind, `${row.action} ${row.count}`]))).toMatchObject({
      profile: 'removed 1',
      sessions: 'removed 1',
      application_passwords: 'removed 1',
      comments: 'anonymised 6',
      posts: 'reassigned 1',
      revisions: expect.stringMatching(/^reassigned [1-9]/),
      passkeys: 'removed 1',
      log_ins_elsewhere: 'removed 1',
      connected_apps: 'removed 1',
      uploads: 'reassigned 1',
      mail: 'removed 1',
      invitations: 'removed 1',
      audit: expect.stringMatching(/^anonymised [1-9]/),
      'extension:forms': 'removed 1',
      'extension:orders': 'removed 1',
    });
    expect(rows.filter(({ action }) => action === 'kept')).toEqual([
      { kind: 'texts_of_comments', action: 'kept', count: 6 },
    ]);
    // A dry run changes nothing.
    expect((await boss().get(`/wp/v2/users/${id}`)).status).toBe(200);
  });

  it('comes as an archive of JSON and a page, without secrets, to whoever it was made for and nobody else', async () => {
    const begun = await boss().post(path, { user: id, action: 'export', reason: 'asked by letter' });
    expect(begun).toMatchObject({ status: 202, body: { action: 'export', state: 'queued', is_own: false } });
    const done = await ended(site, begun.body.id);
    expect(done).toMatchObject({ state: 'done', has_file: true, error: '' });
    const url = `${site.platen.config.siteUrl}/wp-json${path}/${begun.body.id}/file`;
    const fetched = async (login: string) =>
      site.platen.fetch(url, { headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` } });
    expect((await fetched('zenobia:pw-of-zenobia')).status).toBe(404);
    expect((await fetched('the-editor:pw-editor')).status).toBe(404);
    const files = await unpacked(new Uint8Array(await (await fetched('admin:pw-administrator')).arrayBuffer()));
    const all = [...files.values()].join('\n');
    const names = [
      'profile',
      'comments',
      'posts',
      'revisions',
      'sessions',
      'application-passwords',
      'audit',
      'uploads',
    ];
    names.push('passkeys', 'connected-apps', 'log-ins-elsewhere', 'invitations');
    expect([...files.keys()].find((one) => /^files\/uploads\/.*portrait.*jpg$/.test(one))).toBeDefined();
    expect([...files].find(([one]) => /^files\/extension-forms\/.*cv\.txt$/.test(one))?.[1]).toBe(fileText);
    expect([...files.keys()].filter((one) => one.endsWith('gone.txt'))).toEqual([]);
    const entries: { event: string }[] = JSON.parse(files.get('data/audit-1.json') ?? '[]');
    expect(entries.filter(({ event }) => event === 'account.invited')).toHaveLength(2);
    expect(all).not.toContain(namesake);
    expect(entries.map(({ event }) => event)).toEqual(expect.arrayContaining(['user.update', 'session.failed']));
    expect(all).toContain(address);
    expect(all).not.toContain(bossAddress);
    for (const kind of [...names, 'extension-forms', 'extension-orders'])
      expect(JSON.parse(files.get(`data/${kind}-1.json`) ?? '[]').length, kind).toBeGreaterThan(0);
    expect(JSON.parse(files.get('data/comments-1.json') ?? '[]')).toHaveLength(6);
    expect(JSON.parse(files.get('data/profile-1.json') ?? '[]')[0]).toMatchObject({ login: 'zenobia', email });
    expect(files.get('index.html')).toContain('Quillfeather');
    const user = await site.platen.store.users.byId(id);
    for (const secret of [user?.passwordHash ?? '', '$generic$', 'pw-of-zenobia', 'tokenHash'])
      expect(all).not.toContain(secret);
  });

  it('stays as it is where an extension fails, which is told', async () => {
    isBroken = true;
    const body = { user: id, action: 'erase', reason: 'by letter', reassign: site.users.editor };
    const begun = await boss().post(path, body);
    expect(await ended(site, begun.body.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('orders'),
    });
    isBroken = false;
    expect((await boss().get(`/wp/v2/users/${id}`)).status).toBe(200);
  });

  it('is gone after an erasure from every table, file and cache, and what was announced came true', async () => {
    const post = (await boss().get(`/wp/v2/posts?author=${id}`)).body[0];
    expect((await site.as('anonymous').get(`/wp/v2/comments?post=${post.id}`)).body.length).toBeGreaterThan(0);
    const body = { user: id, action: 'erase', reason: `asked by ${name}`, reassign: site.users.editor };
    const begun = await boss().post(path, body);
    expect(begun.status).toBe(202);
    expect(await ended(site, begun.body.id)).toMatchObject({ state: 'done', person: null, reason: '', error: '' });
    // Somebody with an address that only ends like hers keeps what is theirs.
    const kept = (await rowsWith(site, texts)).filter((place) => !place.includes(namesake));
    expect(kept).toEqual([]);
    expect((await rowsWith(site, [namesake])).map((place) => place.split('.')[0])).toEqual(
      expect.arrayContaining(['wp_platen_audit', 'wp_platen_mail_jobs']),
    );
    expect(await filesWith(site.platen.config.dataDir, [...texts, fileText])).toEqual([]);
    expect((await boss().get(`/wp/v2/users/${id}`)).status).toBe(404);
    expect(await site.platen.store.table(visitsTable).count({ userId: id })).toBe(0);
    expect((await boss().get(`/wp/v2/posts/${post.id}`)).body).toMatchObject({
      author: site.users.editor,
      status: 'publish',
    });
    const comments = (await boss().get(`/wp/v2/comments?post=${post.id}&context=edit&status=all&per_page=50`)).body;
    const shown = { author: 0, author_name: 'Anonymous', author_email: '', author_url: '', author_ip: '' };
    for (const one of comments) expect(one).toMatchObject(shown);
    expect(JSON.stringify((await site.as('anonymous').get(`/wp/v2/comments?post=${post.id}`)).body)).not.toMatch(
      /zenobia/i,
    );
    const ratings = await site.platen.store.meta.of(
      'comment',
      comments.map((one: { id: number }) => one.id),
      ['rating'],
    );
    expect(ratings.size).toBeGreaterThan(0);
    const { items } = (await boss().get('/platen/v1/audit?kind=person')).body;
    expect(items.map((one: { event: string }) => one.event)).toContain('person.erase');
  });

  it('is erased to the end by starting it again, also where it failed after the account was gone', async () => {
    const { store } = site.platen;
    const account = { username: 'half-gone', email: 'half.gone@private.example', password: 'pw-half-gone' };
    const { body: made } = await boss().post('/wp/v2/users', { ...account, roles: ['author'] });
    await boss().post('/wp/v2/posts', { title: 'Left behind', status: 'publish', author: made.id });
    await recordAudit(store, { event: 'session.failed', nowMs: Date.now(), userId: 0, objectId: made.id, address });
    const fails = vi.spyOn(store, 'invalidateTags').mockImplementation(() => Promise.reject(new Error('It is away.')));
    const body = { user: made.id, action: 'erase', reason: 'letter', reassign: site.users.editor };
    const begun = await boss().post(path, body);
    expect(await ended(site, begun.body.id)).toMatchObject({ state: 'failed', person: { user: made.id } });
    fails.mockRestore();
    expect((await boss().get(`/wp/v2/users/${made.id}`)).status).toBe(404);
    expect((await boss().post(path, body)).body.code).toBe('person_not_found');

    const start = () => boss().post(`${path}/${begun.body.id}/start`, { reassign: site.users.editor });
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(await ended(site, begun.body.id)).toMatchObject({ state: 'done', person: null, plan: begun.body.plan });
    expect((await start()).status).toBe(409);
    expect(await rowsWith(site, ['half-gone', 'half.gone'])).toEqual([]);
  });

  it('can be erased by a mail address alone, in a number of statements that does not grow with the comments', async () => {
    const { store } = site.platen;
    const post = (await boss().post('/wp/v2/posts', { title: 'Open', status: 'publish' })).body.id;
    const erase = async (count: number) => {
      for (let i = 0; i < count; i += 1) await store.comments.insert(comment(post, i));
      return countStatements(store, async () => {
        const { body } = await boss().post(path, { email: email.toUpperCase(), action: 'erase', reason: 'mail' });
        expect((await ended(site, body.id)).state).toBe('done');
      });
    };
    const few = await erase(2);
    const many = await erase(150);
    expect((await rowsWith(site, texts)).filter((place) => !place.includes(namesake))).toEqual([]);
    expect(Math.abs(many - few)).toBeLessThan(60);
  });

  it('is announced as kept where texts of others mention the person', async () => {
    await boss().post('/wp/v2/posts', { title: 'About', content: `We met ${name}-Smith.`, status: 'publish' });
    const { store } = site.platen;
    await store.comments.insert(comment(1, 0));
    const { body } = await boss().post(`${path}/plan`, { email });
    expect(body.plan).toContainEqual({ kind: 'texts_of_posts', action: 'kept', count: 1 });
    expect(await store.table(messagesTable).count({})).toBe(0);
  });
});
