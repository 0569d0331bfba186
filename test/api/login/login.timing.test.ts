import { hash as bcrypt } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noLoginThrottle } from '../../../src/auth/login-throttle.ts';
import { createApplicationPassword } from '../../../src/auth/passwords/application-passwords.ts';
import { createCredentialMemory } from '../../../src/auth/passwords/credential-memory.ts';
import { createPasswordCheck } from '../../../src/auth/passwords/password-check.ts';
import { hashPassword } from '../../../src/auth/passwords/password-hash.ts';
import { mailJobsTable } from '../../../src/background/mail/mail-jobs.ts';
import { type LoginSite, loginSite } from './login-client.ts';

let site: LoginSite;
let names: Readonly<Record<string, string>>;
beforeAll(async () => {
  site = await loginSite({ smtpUrl: 'smtp://127.0.0.1:1' });
  const stored = {
    current: await hashPassword('the right one'),
    'of less work': await bcrypt('the right one', 6),
    'for long passwords': `$wp$2y$${(await bcrypt('x', 8)).slice(4)}`,
    portable: '$P$BDjbN8nqQT1GrrpMbpFbYzVvZ6NrLt0',
    'of the oldest sites': 'd'.repeat(32),
    unreadable: '!',
  };
  names = Object.fromEntries(
    await Promise.all(
      Object.entries(stored).map(async ([kind, passwordHash], n) => {
        const { body } = await site.site
          .as('administrator')
          .post('/wp/v2/users', { username: `user${n}`, email: `user${n}@example.org`, password: 'a password' });
        await site.site.platen.store.users.update(body.id, { passwordHash });
        await createApplicationPassword(site.site.platen.store, body.id, 'program', Date.now());
        return [kind, `user${n}`] as const;
      }),
    ),
  );
});
afterAll(() => site.site.close());

/** The work of the hashes that a log-in computes: that of bcrypt doubles with each step of its cost. */
async function workOf(login: string, password: string, applicationPasswords: boolean, accountPassword = true) {
  let work = 0;
  const check = createPasswordCheck(noLoginThrottle, createCredentialMemory(Date.now), async (_, stored) => {
    const cost = /\$2[aby]\$(\d\d)\$/.exec(stored)?.[1];
    if (cost !== undefined) work += 2 ** Number(cost);
    return false;
  });
  const accepted = { accountPassword, applicationPasswords };
  expect(await check(site.site.platen.store, { login, password }, '192.0.2.1', accepted)).toBeNull();
  return work;
}

describe('a wrong password costs as much for a name that exists as for one that does not', () => {
  it.each([
    ['in the form', 'wrong', false, true],
    ['with Basic', 'wrong', true, true],
    ['with an application password', 'abcd EFGH 1234 ijkl MNOP 5678', true, true],
    ['where only application passwords open the interface', 'abcd EFGH 1234 ijkl MNOP 5678', true, false],
  ])('%s', async (_, password, applications, accounts) => {
    const unknown = await workOf('nobody', password, applications, accounts);
    expect(unknown).toBeGreaterThan(0);
    for (const [kind, name] of Object.entries(names)) {
      expect([kind, await workOf(name, password, applications, accounts)]).toEqual([kind, unknown]);
      const address = `${name}@example.org`;
      expect([kind, await workOf(address, password, applications, accounts)]).toEqual([kind, unknown]);
    }
  });
});

const answerOf = async (response: Response, name: string) => ({
  status: response.status,
  location: response.headers.get('location'),
  text: (await response.text()).replaceAll(name, 'NAME').replaceAll(/"[\w-]{22,}"/g, '"token"'),
});

describe('the same answer for a name that exists as for one that does not', () => {
  it.each([
    ['the log-in form', '/wp-login.php', (name: string) => ({ log: name, pwd: 'wrong' })],
    ['the form for a lost password', '/wp-login.php?action=lostpassword', (name: string) => ({ user_login: name })],
  ])('%s', async (_, path, fields) => {
    const [known, unknown] = await Promise.all(
      ['user0', 'nobody'].map(async (name) => answerOf(await site.browser().post(path, fields(name)), name)),
    );
    expect(known).toEqual(unknown);
  });

  it('Basic', async () => {
    const ask = (name: string) => site.site.as(`${name}:wrong`).get('/wp/v2/users/me');
    const [known, unknown] = [await ask('user0'), await ask('nobody')];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known.status).toBe(401);
  });
});

it('the form for a lost password answers before it looks for the account, so that no mail delays it', async () => {
  const { store } = site.site.platen;
  const gate = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  // Whoever makes a key or queues a mail waits for this.
  const writing = store.transaction(async (inner) => {
    await inner.options.set('held', '1');
    holding.resolve();
    await gate.promise;
  });
  await holding.promise;
  const answer = await site.browser().post('/wp-login.php?action=lostpassword', { user_login: 'user1' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringContaining('checkemail=confirm')]);
  gate.resolve();
  await writing;
  await expect.poll(() => store.table(mailJobsTable).count({})).toBeGreaterThan(0);
});
