import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, mailServer } from '../forms/form-client.ts';
import { type LoginSite, loginSite } from './login-client.ts';

let mail: MailServer;
let here: LoginSite;
let now = Date.now();
beforeAll(async () => {
  mail = await mailServer();
  here = await loginSite({ smtpUrl: mail.url, adminEmail: 'owner@example.org', clock: () => now });
});
afterAll(async () => {
  await here.site.close();
  await mail.close();
});

const ask = (name: string) => here.browser().post('/wp-login.php?action=lostpassword', { user_login: name });

/** The text of the newest mail with this subject. */
async function mailAbout(subject: string, to: string, already = 0): Promise<string> {
  const found = () =>
    mail.received.filter((each) => each.to.includes(to) && each.headers.get('subject')?.includes(subject));
  await expect.poll(() => found().length, { timeout: 300_000 }).toBeGreaterThan(already);
  return found().at(-1)!.source.replace(/=\r\n/g, '').replaceAll('=3D', '=');
}

const linkIn = (source: string) => new URL(/http:\/\/site\.test\/wp-login\.php\?\S+/.exec(source)![0]);

describe('a lost password', () => {
  it('is replaced once through the link in a mail, and its owner is told', async () => {
    const asked = await ask('author@example.org');
    expect([asked.status, asked.headers.get('location')]).toEqual([
      302,
      'http://site.test/wp-login.php?checkemail=confirm',
    ]);
    const link = linkIn(await mailAbout('new password', 'author@example.org'));
    const shown = await here.browser().get(link.pathname + link.search);
    expect([shown.status, (await shown.text()).includes('name="pass1"')]).toEqual([200, true]);
    const fields = { key: link.searchParams.get('key')!, login: 'the-author' };
    const set = (pass1: string, pass2 = pass1) =>
      here.browser().post('/wp-login.php?action=resetpass', { ...fields, pass1, pass2 });
    expect((await set('short')).status).toBe(400);
    expect((await set('long enough', 'but different')).status).toBe(400);
    const both = await Promise.all([set('a new password'), set('another password')]);
    expect(both.map(({ status }) => status).sort()).toEqual([302, 403]);
    expect((await set('and once more')).status).toBe(403);
    const password = both[0]!.status === 302 ? 'a new password' : 'another password';
    expect((await here.site.as(`the-author:${password}`).get('/wp/v2/users/me')).status).toBe(200);
    expect((await here.site.as('author').get('/wp/v2/users/me')).status).toBe(401);
    await mailAbout('password was changed', 'author@example.org');
  });

  it('ends the sessions of the account', async () => {
    const browser = here.browser();
    await browser.post('/wp-login.php', { log: 'the-contributor', pwd: 'pw-contributor' });
    expect((await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).status).toBe(200);
    await ask('the-contributor');
    const link = linkIn(await mailAbout('new password', 'contributor@example.org'));
    const key = link.searchParams.get('key')!;
    const fields = { key, login: 'the-contributor', pass1: 'a new password', pass2: 'a new password' };
    expect((await here.browser().post('/wp-login.php?action=resetpass', fields)).status).toBe(302);
    expect((await browser.get('/admin/')).status).toBe(302);
  });

  it('has a link that works for a day', async () => {
    await ask('the-editor');
    const link = linkIn(await mailAbout('new password', 'editor@example.org'));
    now += 86_400_000 + 1_000;
    expect((await here.browser().get(link.pathname + link.search)).status).toBe(403);
  });

  it('has a link that ends when the account gets another address: it says nothing of that one', async () => {
    await ask('the-editor');
    const link = linkIn(await mailAbout('new password', 'editor@example.org', 1));
    const page = () => here.browser().get(link.pathname + link.search);
    expect((await page()).status).toBe(200);
    await here.site.as('editor').post('/wp/v2/users/me', { email: 'someone@private.example' });
    expect((await page()).status).toBe(403);
    await here.site.as('editor').post('/wp/v2/users/me', { email: 'editor@example.org' });
  });

  it('is answered alike for accounts that do not exist', async () => {
    const [known, unknown] = [await ask('the-subscriber'), await ask('nobody-at-all')];
    expect([unknown.status, unknown.headers.get('location')]).toEqual([known.status, known.headers.get('location')]);
  });

  it.each([
    ['a wrong key', { key: 'x', login: 'the-editor' }],
    ['no key', { key: '', login: 'the-editor' }],
    ['an unknown account', { key: 'x', login: 'nobody' }],
    ['an account that asked for none', { key: '', login: 'admin' }],
  ])('is not replaced with %s', async (_name, fields) => {
    const sent = { ...fields, pass1: 'a new password', pass2: 'a new password' };
    expect((await here.browser().post('/wp-login.php?action=resetpass', sent)).status).toBe(403);
  });

  it('cannot be asked for by a form of another site, nor without end', async () => {
    const foreign = await here
      .browser()
      .post('/wp-login.php?action=lostpassword', { user_login: 'admin' }, { origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
    const strict = await loginSite({ throttle: true, clock: () => now });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 5; n += 1)
        statuses.push(
          (await strict.browser().post('/wp-login.php?action=lostpassword', { user_login: 'admin' })).status,
        );
      expect(statuses).toEqual([302, 302, 302, 429, 429]);
    } finally {
      await strict.site.close();
    }
  });
});

describe('a lost password where no mail server is set up', () => {
  let silent: LoginSite;
  beforeAll(async () => {
    silent = await loginSite({});
  });
  afterAll(() => silent.site.close());
  const path = '/wp-login.php?action=lostpassword';

  it('says so and what to do, in place of a form', async () => {
    const text = await (await silent.browser().get(path)).text();
    expect(text).toContain('has no mail server');
    expect(text).toContain('platen user set-password');
    expect(text).not.toContain('name="user_login"');
  });

  it('promises no mail, and does not tell which accounts exist', async () => {
    const pages = await Promise.all(
      ['the-author', 'nobody-at-all'].map(async (name) => {
        const asked = await silent.browser().post(path, { user_login: name });
        const target = new URL(asked.headers.get('location') ?? '');
        return (await silent.browser().get(target.pathname + target.search)).text();
      }),
    );
    expect(pages[0]).toBe(pages[1]);
    expect(pages[0]).toContain('has no mail server');
    expect(pages[0]).not.toContain('gets a mail');
  });
});
