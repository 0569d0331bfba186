import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitationsTable } from '../../../src/auth/invitations.ts';
import type { MailMessage } from '../../../src/background/mail/mail-message.ts';
import { type LoginSite, loginSite } from '../login/login-client.ts';

let nowMs = Date.UTC(2026, 4, 1, 12);
const sent: MailMessage[] = [];
const transport = {
  send: async (message: MailMessage) => {
    sent.push(message);
    return { kind: 'sent', note: '' } as const;
  },
  close: () => {},
};
let here: LoginSite;
beforeAll(async () => {
  const options = { clock: () => nowMs, smtpUrl: 'smtp://mail.test', leads: true, throttle: true };
  here = await loginSite(options, { transport });
});
afterAll(() => here.site.close());

const path = '/platen/v1/register';
const admin = () => here.site.as('administrator');
const visitor = () => here.site.as('anonymous');
const open = (fields: Record<string, unknown> = {}) =>
  admin().post('/platen/v1/settings', { registration: true, ...fields });
let count = 0;
const address = () => {
  count += 1;
  // Networks and addresses are limited; each test is another hour.
  nowMs += 3_700_000;
  return `visitor-${count}@example.org`;
};
const mailTo = async (email: string): Promise<MailMessage> => {
  const found = () => sent.findLast(({ to }) => to.some((one) => one.address === email));
  await expect.poll(() => found() !== undefined).toBe(true);
  // It was found a moment ago.
  return found() as MailMessage;
};
const tokenIn = (mail: MailMessage): string => /token=([\w-]{43})/.exec(mail.body)?.[1] ?? '';
const accept = (token: string, username: string) =>
  visitor().post('/platen/v1/invitations/accept', { token, username, password: 'a good password' });

describe('registration', () => {
  it('is off unless the site opens it', async () => {
    expect((await visitor().post(path, { email: address() })).body.code).toBe('platen_registration_closed');
    const browser = here.browser();
    expect(await (await browser.get('/wp-login.php')).text()).not.toContain('action=register');
    expect((await browser.get('/wp-login.php?action=register')).status).toBe(403);
  });

  it('makes an account with the default role once the address is confirmed, and none before', async () => {
    await open({ default_role: 'contributor' });
    const email = address();
    const asked = await visitor().post(path, { email, username: 'a-wish' });
    expect([asked.status, asked.body]).toEqual([202, { sent: true }]);
    expect(await here.site.platen.store.users.byEmail(email)).toBeNull();
    const token = tokenIn(await mailTo(email));
    const page = await (await here.browser().get(`/wp-login.php?action=invitation&token=${token}`)).text();
    expect(page).toContain('value="a-wish"');
    const made = await accept(token, 'registered');
    expect(made.status).toBe(201);
    expect((await admin().get(`/wp/v2/users/${made.body.id}?context=edit`)).body).toMatchObject({
      email,
      roles: ['contributor'],
    });
    expect((await accept(token, 'again')).status).toBe(403);
    await open({ default_role: 'subscriber' });
  });

  it('answers an address with an account like any other, and tells its owner by mail', async () => {
    const [known, unknown] = ['editor@example.org', address()];
    const answers = [await visitor().post(path, { email: known }), await visitor().post(path, { email: unknown })];
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(answers[0]?.status).toBe(answers[1]?.status);
    expect((await mailTo(known)).body).toContain('the-editor');
    expect((await mailTo(known)).body).not.toContain('token=');
    expect((await mailTo(unknown)).body).toContain('token=');
    const pages = [];
    for (const email of [known, unknown]) {
      nowMs += 3_700_000;
      const answer = await here.browser().post('/wp-login.php?action=register', { user_email: email, user_login: '' });
      pages.push([answer.status, answer.headers.get('location')]);
    }
    expect(pages[0]).toEqual(pages[1]);
  });

  it('does the same reads and writes for both, so that the time tells nothing', async () => {
    const rows = here.site.platen.store.table(invitationsTable);
    const work = async (email: string) => {
      nowMs += 3_700_000;
      const before = await rows.count({});
      await visitor().post(path, { email });
      return (await rows.count({})) - before;
    };
    expect(await work('author@example.org')).toBe(await work(address()));
  });

  it('gives nobody else’s password to the owner of an address: who confirms, chooses it', async () => {
    const email = address();
    await visitor().post(path, { email, username: 'prepared', password: 'known-to-the-attacker' });
    const token = tokenIn(await mailTo(email));
    expect((await accept(token, 'owner-of-the-mail')).status).toBe(201);
    expect((await here.site.as('owner-of-the-mail:known-to-the-attacker').get('/wp/v2/users/me')).status).toBe(401);
    expect((await here.site.as('prepared:known-to-the-attacker').get('/wp/v2/users/me')).status).toBe(401);
  });

  it('another registration does not void the link that the owner has, and all end with the account', async () => {
    const email = address();
    await visitor().post(path, { email });
    const first = tokenIn(await mailTo(email));
    sent.length = 0;
    await visitor().post(path, { email });
    const second = tokenIn(await mailTo(email));
    expect((await accept(first, 'first-link')).status).toBe(201);
    expect((await accept(second, 'second-link')).status).toBe(403);
  });

  it('ends after two days, and when the site closes it', async () => {
    const email = address();
    await visitor().post(path, { email });
    const token = tokenIn(await mailTo(email));
    await admin().post('/platen/v1/settings', { registration: false });
    expect((await accept(token, 'closed')).body.code).toBe('platen_registration_closed');
    await open();
    nowMs += 2 * 86_400_000;
    expect((await accept(token, 'late')).body.code).toBe('platen_invitation_invalid');
  });

  it('is slowed down for an address, and for a network', async () => {
    const email = address();
    for (let mail = 0; mail < 3; mail++) expect((await visitor().post(path, { email })).status).toBe(202);
    const more = await visitor().post(path, { email });
    expect([more.status, more.body.code]).toEqual([429, 'platen_registration_limit']);
    expect(Number(more.headers['retry-after'])).toBeGreaterThan(0);
    const statuses = [];
    for (let at = 0; at < 12; at++)
      statuses.push((await visitor().post(path, { email: `flood-${at}@example.org` })).status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(7);
    expect(statuses.at(-1)).toBe(429);
  });

  it.each(['administrator', 'nobody-has-this', ''])('never gives the role %j', async (role) => {
    const refused = await admin().post('/platen/v1/settings', { default_role: role });
    expect(refused.status).toBe(400);
    await here.site.platen.store.options.set('default_role', role || 'administrator');
    expect((await visitor().post(path, { email: address() })).body.code).toBe('platen_registration_closed');
    await open({ default_role: 'subscriber' });
  });

  it.each([
    '',
    'x',
    'a@b',
    'a@example.org\r\nBcc: all@example.org',
    '<a@example.org>',
    `${'a'.repeat(200)}@example.org`,
  ])('takes no address like %j', async (email) => {
    address();
    expect((await visitor().post(path, { email })).status).toBe(400);
  });

  it('needs a mail server', async () => {
    const plain = await loginSite();
    try {
      await plain.site.as('administrator').post('/platen/v1/settings', { registration: true });
      const answer = await plain.site.as('anonymous').post(path, { email: 'a@example.org' });
      expect([answer.status, answer.body.code]).toEqual([409, 'platen_registration_no_mail']);
      expect(await (await plain.browser().get('/wp-login.php?action=register')).text()).not.toContain('registerform');
    } finally {
      await plain.site.close();
    }
  });
});
