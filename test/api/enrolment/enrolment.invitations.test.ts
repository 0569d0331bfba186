import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../../src/auth/accounts.ts';
import { invitationsTable } from '../../../src/auth/invitations.ts';
import { auditLogTable } from '../../../src/background/audit-log.ts';
import type { MailMessage } from '../../../src/background/mail/mail-message.ts';
import type { TestPlaten } from '../../support/platen.ts';
import { type LoginSite, loginSite } from '../login/login-client.ts';

let nowMs = Date.UTC(2026, 4, 1, 12);
const sent: MailMessage[] = [];
let here: LoginSite;
beforeAll(async () => {
  here = await loginSite(
    { clock: () => nowMs, smtpUrl: 'smtp://mail.test', leads: true },
    {
      transport: {
        send: async (message) => {
          sent.push(message);
          return { kind: 'sent', note: '' };
        },
        close: () => {},
      },
    },
  );
});
afterAll(() => here.site.close());

const path = '/platen/v1/invitations';
const admin = () => here.site.as('administrator');
const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? '';
let count = 0;
const address = () => {
  count += 1;
  return `person-${count}@example.org`;
};

async function invited(role = 'author', more: Record<string, unknown> = {}) {
  const email = address();
  const { status, body } = await admin().post(path, { email, role, mail: false, ...more });
  expect(status).toBe(201);
  return { email, id: body.id as number, link: body.link as string, token: tokenIn(body.link) };
}

const accept = (token: string, username: string, more: Record<string, string> = {}) =>
  here.site.as('anonymous').post(`${path}/accept`, { token, username, password: 'a good password', ...more });

/** A new account with these capabilities and no role. */
async function accountWith(site: TestPlaten, capabilities: readonly string[], login: string) {
  const { store } = site.platen;
  const id = await createAccount(store, {
    login,
    email: `${login}@example.org`,
    password: 'pw-special-role',
    roles: [],
    nowMs,
  });
  await store.users.setCapabilities(id, Object.fromEntries(capabilities.map((name) => [name, true])));
  return { id, client: site.as(`${login}:pw-special-role`) };
}

describe('an invitation', () => {
  it('makes an account with its role, with the name and password that the person chose, once', async () => {
    const { token, email } = await invited('editor');
    const made = await accept(token, 'chosen-name', { name: 'Chosen Name' });
    expect([made.status, made.body.login]).toEqual([201, 'chosen-name']);
    const user = await admin().get(`/wp/v2/users/${made.body.id}?context=edit`);
    expect(user.body).toMatchObject({ email, username: 'chosen-name', name: 'Chosen Name', roles: ['editor'] });
    expect((await here.site.as('chosen-name:a good password').get('/wp/v2/users/me')).status).toBe(200);
    expect((await accept(token, 'second-name')).body.code).toBe('platen_invitation_invalid');
  });

  it('is sent by mail, in which alone its token stands', async () => {
    const email = address();
    const { body } = await admin().post(path, { email, role: 'author' });
    await expect.poll(() => sent.some(({ to }) => to.some((one) => one.address === email))).toBe(true);
    const mail = sent.find(({ to }) => to.some((one) => one.address === email));
    expect(mail?.body).toContain(body.link);
    expect(body.mailed).toBe('2026-05-01T12:00:00');
    const rows = await here.site.platen.store.table(invitationsTable).find({});
    expect(JSON.stringify(rows)).not.toContain(tokenIn(body.link));
    const listed = await admin().get(`${path}?per_page=100`);
    expect(JSON.stringify(listed.body)).not.toContain(tokenIn(body.link));
  });

  it('of many requests with one link, one makes an account', async () => {
    const { token } = await invited();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => accept(token, `racer-${count}-${at}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403 || status === 409)).toHaveLength(5);
  });

  it('expires, and is void after it was revoked, sent again or replaced', async () => {
    const short = await invited('author', { days: 1 });
    nowMs += 86_400_000;
    expect((await accept(short.token, 'too-late')).status).toBe(403);
    const revoked = await invited();
    expect((await admin().delete(`${path}/${revoked.id}`)).body.deleted).toBe(true);
    expect((await accept(revoked.token, 'revoked')).status).toBe(403);
    const first = await invited();
    const again = await admin().post(`${path}/${first.id}/resend`, { mail: false });
    expect((await accept(first.token, 'old-link')).status).toBe(403);
    const replaced = await admin().post(path, { email: first.email, role: 'subscriber', mail: false });
    expect((await accept(tokenIn(again.body.link), 'older-link')).status).toBe(403);
    expect((await accept(tokenIn(replaced.body.link), 'new-link')).status).toBe(201);
  });

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5000), "' or 1=1 --"])('forged as %j gives nothing', async (token) => {
    await invited();
    expect([400, 403]).toContain((await accept(token, 'forger')).status);
    const page = await here.browser().get(`/wp-login.php?action=invitation&token=${encodeURIComponent(token)}`);
    expect(page.status).toBe(403);
  });

  it('is not used up by a user name that is taken, or a password that is too short', async () => {
    const { token } = await invited();
    expect((await accept(token, 'admin')).status).toBe(409);
    expect((await accept(token, 'fine', { password: 'short' })).status).toBe(400);
    expect((await accept(token, 'bad/name')).status).toBe(400);
    expect((await accept(token, 'fine-name')).status).toBe(201);
  });

  it('is for an address without an account', async () => {
    const answer = await admin().post(path, { email: 'EDITOR@example.org', role: 'author' });
    expect(answer.body.code).toBe('rest_user_invalid_email');
  });

  it('is recorded: who invited, sent again, revoked, accepted', async () => {
    const { id } = await invited();
    await admin().post(`${path}/${id}/resend`, { mail: false });
    await admin().delete(`${path}/${id}`);
    const { token } = await invited();
    await accept(token, 'recorded');
    const rows = await here.site.platen.store.table(auditLogTable).find({ kind: 'account' });
    const events = new Set(rows.map(({ event }) => event));
    for (const one of ['invited', 'invitation_renewed', 'invitation_revoked', 'invitation_accepted'])
      expect(events).toContain(`account.${one}`);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('those who invite', () => {
  it.each(['editor', 'author', 'contributor', 'subscriber', 'anonymous'] as const)('are not: %s', async (role) => {
    const { id } = await invited();
    const client = here.site.as(role);
    const denied = role === 'anonymous' ? 401 : 403;
    expect((await client.get(path)).status).toBe(denied);
    expect((await client.post(path, { email: address(), role: 'subscriber' })).status).toBe(denied);
    expect((await client.get(`${path}/${id}`)).status).toBe(denied);
    expect((await client.post(`${path}/${id}/resend`)).status).toBe(denied);
    expect((await client.delete(`${path}/${id}`)).status).toBe(denied);
  });

  it('give no role that allows what they may not do', async () => {
    const { client } = await accountWith(
      here.site,
      ['read', 'edit_posts', 'delete_posts', 'create_users', 'list_users'],
      'recruiter',
    );
    expect((await client.post(path, { email: address(), role: 'contributor', mail: false })).status).toBe(201);
    for (const role of ['administrator', 'editor', 'author']) {
      const answer = await client.post(path, { email: address(), role, mail: false });
      expect([answer.status, answer.body.code]).toEqual([403, 'platen_invitation_role']);
    }
    const high = await invited('administrator');
    expect((await client.post(`${path}/${high.id}/resend`)).status).toBe(403);
    const direct = { username: 'direct', email: address(), password: 'a good password', roles: ['administrator'] };
    expect((await client.post('/wp/v2/users', direct)).status).toBe(403);
  });

  it('give nothing any more once they have lost the right', async () => {
    const { id, client } = await accountWith(
      here.site,
      ['read', 'edit_posts', 'delete_posts', 'create_users'],
      'former-recruiter',
    );
    const { body } = await client.post(path, { email: address(), role: 'contributor', mail: false });
    await here.site.platen.store.users.setCapabilities(id, { read: true });
    expect((await accept(tokenIn(body.link), 'late-guest')).body.code).toBe('platen_invitation_void');
  });

  it('do not become administrators by editing one', async () => {
    const { client } = await accountWith(
      here.site,
      ['read', 'list_users', 'edit_users', 'promote_users', 'delete_users', 'create_users'],
      'people-manager',
    );
    expect((await client.post('/wp/v2/users/1', { password: 'a new password' })).status).toBe(403);
    expect((await client.post('/wp/v2/users/1', { email: 'mine@example.org' })).status).toBe(403);
    expect((await client.delete('/wp/v2/users/1?force=true&reassign=false')).status).toBe(403);
    expect((await client.post('/platen/v1/users/1/application-passwords', { name: 'x' })).status).toBe(403);
    expect((await client.delete('/platen/v1/users/1/two-factor')).status).toBe(403);
    expect((await client.get('/platen/v1/users/1/sessions')).status).toBe(403);
    const { subscriber } = here.site.users;
    expect((await client.post(`/wp/v2/users/${subscriber}`, { roles: ['administrator'] })).status).toBe(403);
    expect((await client.post(`/wp/v2/users/${subscriber}`, { first_name: 'Ann' })).status).toBe(200);
  });
});

describe('the page of an invitation', () => {
  it('asks for name and password, and logs in', async () => {
    const { token, email } = await invited('author');
    const browser = here.browser();
    const page = await browser.get(`/wp-login.php?action=invitation&token=${token}`);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin']);
    expect(await page.text()).toContain(email);
    const fields = { token, user_login: 'by-page', display_name: 'By Page', pass1: 'a good password' };
    const foreign = await browser.post('/wp-login.php?action=invitation', fields, { origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
    const short = await browser.post('/wp-login.php?action=invitation', { ...fields, pass1: 'short' });
    expect([short.status, (await short.text()).includes('By Page')]).toEqual([400, true]);
    const done = await browser.post('/wp-login.php?action=invitation', fields);
    expect([done.status, done.headers.get('location')]).toEqual([302, 'http://site.test/admin/']);
    expect(browser.cookies.size).toBe(1);
  });
});

describe('without a mail server', () => {
  it('the link is passed on by whoever made it', async () => {
    const plain = await loginSite();
    try {
      const boss = plain.site.as('administrator');
      const refused = await boss.post(path, { email: address(), role: 'author', mail: true });
      expect(refused.body.code).toBe('platen_invitation_no_mail');
      const { body } = await boss.post(path, { email: address(), role: 'author' });
      expect([body.mailed, body.link]).toEqual([null, expect.stringContaining('action=invitation&token=')]);
    } finally {
      await plain.site.close();
    }
  });
});
