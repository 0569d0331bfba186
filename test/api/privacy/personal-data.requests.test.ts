import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailJobsTable } from '../../../src/background/mail/mail-jobs.ts';
import { findPerson } from '../../../src/wp/privacy/find-person.ts';
import { personRequestsTable } from '../../../src/wp/privacy/person-table.ts';
import type { Role } from '../../support/platen.ts';
import { scopedClient } from '../../support/scoped.ts';
import { type LoginSite, loginSite } from '../login/login-client.ts';
import { ended, path, unpacked } from './person-site.ts';

let at: LoginSite;
let nowMs = Date.now();
beforeAll(async () => {
  at = await loginSite({ host: '127.0.0.1', dataRequests: true, smtpUrl: null, clock: () => nowMs });
});
afterAll(() => at.site.close());

const as = (who: Role) => at.site.as(who);
const hourMs = 3_600_000;

/** The token of the newest mail to an address; null where there is none. */
async function tokenFor(address: string): Promise<string | null> {
  const rows = await at.site.platen.store.table(mailJobsTable).find({}, { by: 'id', direction: 'desc' });
  const mail = rows.find(({ message }) => message?.to.some((to) => to.address === address));
  return /token=([\w-]{43})/.exec(mail?.message?.body ?? '')?.[1] ?? null;
}
const link = (token: string) => `/wp-login.php?action=personal-data&token=${token}`;
const confirm = (token: string) =>
  at.browser().post('/wp-login.php?action=personal-data', { token, do: 'confirm' }, { origin: 'http://site.test' });

/** The archive of a request, as an account fetches it; null where it may not. */
async function archiveOf(id: number, login: string): Promise<Uint8Array | null> {
  const headers = { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
  const answer = await fetch(`${at.url}/wp-json${path}/${id}/file`, { headers });
  return answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : null;
}

const guestComment = (authorEmail: string) => ({
  postId: 1,
  authorName: 'A guest',
  authorEmail,
  authorUrl: '',
  authorIp: '192.0.2.7',
  date: '2026-01-01 00:00:00',
  dateGmt: '2026-01-01 00:00:00',
  content: 'A comment of a guest.',
  karma: 0,
  approved: '1',
  userAgent: '',
  type: 'comment',
  parentId: 0,
  userId: 0,
});

describe('requests for personal data', () => {
  it.each(['editor', 'author', 'contributor', 'subscriber', 'anonymous'] as const)('are not for %s', async (role) => {
    const status = role === 'anonymous' ? 401 : 403;
    const { users } = at.site;
    const body = { user: users.author, reason: 'why', reassign: users.editor };
    const answers = [
      await as(role).get(path),
      await as(role).get(`${path}/1`),
      await as(role).post(`${path}/plan`, { user: users.author }),
      await as(role).post(path, { ...body, action: 'erase' }),
      await as(role).post(path, { ...body, action: 'export' }),
      await as(role).post(`${path}/1/start`, { reassign: 1 }),
      await as(role).delete(`${path}/1`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
  });

  it('need a reason or the word of the person, exactly one person, and an heir for what was written', async () => {
    const boss = as('administrator');
    const { users } = at.site;
    const erase = (more: object) => boss.post(path, { action: 'erase', reason: 'why', ...more });
    expect((await erase({ user: users.author, reason: ' ' })).body.code).toBe('person_reason_missing');
    expect((await erase({})).body.code).toBe('rest_invalid_param');
    expect((await erase({ user: users.author, email: 'a@b.example' })).body.code).toBe('rest_invalid_param');
    expect((await erase({ user: 999_999 })).body.code).toBe('person_not_found');
    expect((await erase({ user: users.administrator, reassign: users.editor })).body.code).toBe('person_is_you');
    await as('author').post('/wp/v2/posts', { title: 'Mine' });
    expect((await erase({ user: users.author })).body.code).toBe('person_reassign_missing');
    expect((await erase({ user: users.author, reassign: users.author })).body.code).toBe('person_reassign_invalid');
    expect((await erase({ user: users.author, reassign: 999_999 })).body.code).toBe('person_reassign_invalid');
    expect((await boss.get(`${path}/999`)).status).toBe(404);
    expect((await boss.delete(`${path}/999`)).status).toBe(404);
  });

  it('leave whoever rules the site last where they are, also where others went after it was asked', async () => {
    const { body } = await as('administrator').post('/wp/v2/users', {
      username: 'deputy',
      email: 'deputy@example.org',
      password: 'pw-deputy',
      roles: ['editor'],
    });
    const { store } = at.site.platen;
    await store.users.setCapabilities(body.id, { editor: true, manage_options: true, delete_users: true });
    const asked = { user: 1, action: 'erase', reason: 'why', reassign: body.id };
    // The deputy rules the site too, and may do less.
    expect((await at.site.as('deputy:pw-deputy').post(path, asked)).body.code).toBe('person_above');
    const person = await findPerson(store, { user: 1 });
    expect((await as('administrator').delete(`/wp/v2/users/${body.id}?force=true&reassign=1`)).status).toBe(200);
    const choices = { reassign: 0, uploads: 'reassign' } as const;
    const request = { action: 'erase', person: person!, choices, reason: 'why' } as const;
    const id = await at.site.platen.people.requests.start(request, { userId: 0, address: '' }, false);
    expect(await ended(at.site, id)).toMatchObject({
      state: 'failed',
      error: 'A site needs an administrator. Make another one first.',
    });
  });

  it('erase nobody who may do more than who asks', async () => {
    const make = async (username: string, capabilities: Record<string, boolean>) => {
      const account = { username, email: `${username}@example.org`, password: `pw-${username}`, roles: ['editor'] };
      const { body } = await as('administrator').post('/wp/v2/users', account);
      await at.site.platen.store.users.setCapabilities(body.id, { editor: true, ...capabilities });
      return body.id as number;
    };
    await make('officer', { manage_options: true, delete_users: true });
    const above = await make('above', { manage_options: true, promote_users: true });
    const officer = at.site.as('officer:pw-officer');
    const erase = (user: number, more: object) =>
      officer.post(path, { user, action: 'erase', reassign: at.site.users.editor, ...more });
    expect((await erase(above, { reason: 'why' })).body.code).toBe('person_above');
    const asked = await as('administrator').post(path, { user: above, action: 'erase', by_mail: true });
    await confirm((await tokenFor('above@example.org')) ?? '');
    const started = await officer.post(`${path}/${asked.body.id}/start`, { reassign: at.site.users.editor });
    expect([started.status, started.body.code]).toEqual([403, 'person_above']);
    expect((await as('administrator').get(`/wp/v2/users/${above}`)).status).toBe(200);
    const equal = await make('equal', { manage_options: true });
    const done = await erase(equal, { reason: 'why' });
    expect(done.status).toBe(202);
    expect(await ended(at.site, done.body.id)).toMatchObject({ state: 'done' });
  });

  it('take of a limited credential every scope of which an archive has something', async () => {
    const begun = await as('editor').post(`${path}/own`);
    await ended(at.site, begun.body.id);
    const file = `${path}/${begun.body.id}/file`;
    const missing = { status: 403, body: { code: 'rest_scope_missing' } };
    for (const held of [['read'], ['comments', 'propose'], ['settings'], ['read', 'settings']] as const) {
      const program = await scopedClient(at.site, 'editor', held);
      expect(await program.get(file)).toMatchObject(missing);
      expect(await program.get(`${path}/own`)).toMatchObject(missing);
      expect(await program.post(`${path}/own`)).toMatchObject(missing);
      const boss = await scopedClient(at.site, 'administrator', held);
      expect(await boss.get(path)).toMatchObject(missing);
      const asked = { user: at.site.users.editor, action: 'export', reason: 'why' };
      expect(await boss.post(path, asked)).toMatchObject(missing);
    }
    const whole = await scopedClient(at.site, 'editor', ['read', 'users', 'settings']);
    expect((await whole.get(file)).status).toBe(200);
  });

  it('lets everybody export their own data, which nobody else can fetch, until it expires', async () => {
    expect((await as('anonymous').post(`${path}/own`)).status).toBe(401);
    expect((await as('subscriber').get(`${path}/own`)).body).toBe(null);
    const begun = await as('subscriber').post(`${path}/own`);
    expect(begun).toMatchObject({ status: 202, body: { action: 'export', is_own: true } });
    await ended(at.site, begun.body.id);
    expect((await as('subscriber').get(`${path}/own`)).body).toMatchObject({ state: 'done', has_file: true });
    const file = `${path}/${begun.body.id}/file`;
    expect((await as('administrator').get(file)).status).toBe(404);
    expect((await as('editor').get(file)).status).toBe(404);
    expect((await as('subscriber').get(file)).status).toBe(200);
    nowMs += 8 * 24 * hourMs;
    expect((await as('subscriber').get(file)).body.code).toBe('person_no_archive');
    await at.site.platen.people.requests.removeExpired();
    expect((await as('subscriber').get(`${path}/own`)).body).toBe(null);
  });

  it('that an administrator asked for and the person confirmed are for the person, and stay when that one exports', async () => {
    const asked = await as('administrator').post(path, { user: at.site.users.author, action: 'export', by_mail: true });
    await confirm((await tokenFor('author@example.org')) ?? '');
    await ended(at.site, asked.body.id);
    expect((await as('author').get(`${path}/own`)).body).toMatchObject({ id: asked.body.id, has_file: true });
    expect((await as('administrator').get(`${path}/own`)).body).toBe(null);
    const own = await as('administrator').post(`${path}/own`);
    await ended(at.site, own.body.id);
    expect((await as('administrator').get(`${path}/own`)).body).toMatchObject({ id: own.body.id });
    expect((await as('author').get(`${path}/${asked.body.id}/file`)).status).toBe(200);
  });

  it('have an archive that is sent alike by the link and by the interface, and is said to be gone where it is', async () => {
    const asked = await as('administrator').post(path, { user: at.site.users.author, action: 'export', by_mail: true });
    const token = (await tokenFor('author@example.org')) ?? '';
    await confirm(token);
    await ended(at.site, asked.body.id);
    const byLink = () =>
      at.browser().post('/wp-login.php?action=personal-data', { token, do: 'fetch' }, { origin: 'http://site.test' });
    const byInterface = () =>
      fetch(`${at.url}/wp-json${path}/${asked.body.id}/file`, {
        headers: { authorization: `Basic ${Buffer.from('the-author:pw-author').toString('base64')}` },
      });
    for (const answer of [await byLink(), await byInterface()]) {
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
      expect(answer.headers.get('content-encoding')).toBe(null);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/gzip',
        'content-disposition': expect.stringMatching(/^attachment; filename="personal-data-[\d-]+\.tar\.gz"$/),
        'cache-control': 'no-store, no-transform',
        'x-robots-tag': 'noindex',
      });
    }
    const { requests } = at.site.platen.people;
    const found = await requests.get(asked.body.id);
    await rm((found && (await requests.archiveOf(found))) ?? '');
    expect([(await byLink()).status, (await byInterface()).status]).toEqual([403, 404]);
  });

  it('are confirmed by the link of a mail, once, and lead to the archive by the same link', async () => {
    const asked = { user: at.site.users.contributor, action: 'export', by_mail: true };
    const { body } = await as('administrator').post(path, asked);
    expect(body).toMatchObject({ state: 'unconfirmed', has_file: false });
    const token = (await tokenFor('contributor@example.org')) ?? '';
    const [row] = await at.site.platen.store.table(personRequestsTable).find({ id: body.id });
    expect(JSON.stringify(row)).not.toContain(token);
    // Programs that look at the address confirm nothing.
    expect(await (await at.browser().get(link(token))).text()).toContain('Confirm');
    expect((await as('administrator').get(`${path}/${body.id}`)).body.state).toBe('unconfirmed');
    expect((await confirm(token)).status).toBe(200);
    await ended(at.site, body.id);
    expect((await as('administrator').get(`${path}/${body.id}/file`)).status).toBe(404);
    const fetched = await at
      .browser()
      .post('/wp-login.php?action=personal-data', { token, do: 'fetch' }, { origin: 'http://site.test' });
    const files = await unpacked(new Uint8Array(await fetched.arrayBuffer()));
    expect(files.get('data/profile-1.json')).toContain('the-contributor');
    expect(fetched.headers.get('cache-control')).toBe('no-store, no-transform');
    nowMs += 8 * 24 * hourMs;
    expect((await at.browser().get(link(token))).status).toBe(403);
  });

  it('for an erasure wait for an administrator after they were confirmed', async () => {
    const asked = { user: at.site.users.contributor, action: 'erase', by_mail: true };
    const { body } = await as('administrator').post(path, asked);
    const start = () => as('administrator').post(`${path}/${body.id}/start`, { reassign: at.site.users.editor });
    expect((await start()).body.code).toBe('person_not_confirmed');
    const token = (await tokenFor('contributor@example.org')) ?? '';
    for (let pressed = 0; pressed < 2; pressed += 1) {
      const answer = await confirm(token);
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('will erase your data')]);
    }
    expect((await as('administrator').get(`${path}/${body.id}`)).body).toMatchObject({
      state: 'confirmed',
      is_own: true,
    });
    expect((await start()).status).toBe(202);
    expect(await ended(at.site, body.id)).toMatchObject({ state: 'done', person: null });
    expect((await start()).body.code).toBe('person_not_confirmed');
  });

  it('of visitors are answered alike whether the site knows the address or not, and change nothing by themselves', async () => {
    const ask = (email: string) => as('anonymous').post(`${path}/requests`, { action: 'erase', email });
    const [knows, doesNot] = [await ask('editor@example.org'), await ask('nobody@nowhere.example')];
    const { date: _d, ...seen } = knows.headers;
    const { date: _e, ...unseen } = doesNot.headers;
    expect({ ...knows, headers: seen }).toEqual({ ...doesNot, headers: unseen });
    expect(knows).toMatchObject({ status: 202, body: { received: true } });
    await expect.poll(() => tokenFor('editor@example.org')).not.toBe(null);
    expect(await tokenFor('nobody@nowhere.example')).toBe(null);
    expect((await as('editor').get('/wp/v2/users/me')).status).toBe(200);
    for (const email of ['no', 'a@b', '', '"; drop']) expect((await ask(email)).status).toBe(400);
  });

  it('find nothing by an address that an account gave itself, and no such account by the address', async () => {
    const { store } = at.site.platen;
    const account = { username: 'squatter', email: 'squatter@example.org', password: 'pw-squatter' };
    const { id } = (await as('administrator').post('/wp/v2/users', { ...account, roles: ['subscriber'] })).body;
    const squatter = at.site.as('squatter:pw-squatter');
    const victim = 'victim@private.example';
    await store.comments.insert(guestComment(victim));
    expect((await squatter.post('/wp/v2/users/me', { email: victim })).status).toBe(200);
    const own = await squatter.post(`${path}/own`);
    expect(own.body.person).toMatchObject({ user: id, emails: [] });
    await ended(at.site, own.body.id);
    const files = await unpacked((await archiveOf(own.body.id, 'squatter:pw-squatter')) ?? '');
    expect(files.get('data/profile-1.json')).toContain('squatter');
    expect([...files.values()].join('\n')).not.toContain('A comment of a guest.');

    // Whoever has the address gets what is theirs, and the account does not.
    expect((await as('anonymous').post(`${path}/requests`, { action: 'export', email: victim })).status).toBe(202);
    await expect.poll(() => tokenFor(victim)).not.toBe(null);
    await confirm((await tokenFor(victim)) ?? '');
    const [row] = await store.table(personRequestsTable).find({ isOwn: 1 }, { by: 'id', direction: 'desc' });
    expect(row?.person).toMatchObject({ userId: 0, emails: [victim] });
    await ended(at.site, row?.id ?? 0);
    expect(await archiveOf(row?.id ?? 0, 'squatter:pw-squatter')).toBe(null);
    const asked = { action: 'export', user: id, by_mail: true };
    expect((await as('administrator').post(path, asked)).body.code).toBe('person_no_mail');

    // An administrator vouches for the address.
    await as('administrator').post(`/wp/v2/users/${id}`, { email: 'squatter@example.org' });
    const { body } = await as('administrator').post(`${path}/plan`, { email: 'squatter@example.org' });
    expect(body.person).toMatchObject({ user: id, emails: ['squatter@example.org'] });
  });

  it('of visitors expire unconfirmed, and a forged or foreign link does nothing', async () => {
    const token = (await tokenFor('editor@example.org')) ?? '';
    const foreign = await at
      .browser()
      .post('/wp-login.php?action=personal-data', { token, do: 'confirm' }, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await at.browser().get(link('x'.repeat(43)))).status).toBe(403);
    nowMs += 73 * hourMs;
    expect((await at.browser().get(link(token))).status).toBe(403);
    const late = await confirm(token);
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('no longer valid')]);
    expect((await confirm('x'.repeat(43))).status).toBe(403);
    expect((await as('editor').get('/wp/v2/users/me')).status).toBe(200);
  });
});
