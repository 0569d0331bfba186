import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, runOnStore } from '../../test/support/run-command.ts';
import { useLoginLink } from '../auth/login-links.ts';
import { listApplicationPasswords } from '../auth/passwords/application-passwords.ts';
import { verifyPassword } from '../auth/passwords/password-hash.ts';
import { hasTwoFactor, twoFactorTable } from '../auth/two-factor.ts';
import { auditLogTable } from '../background/audit-log.ts';
import { readConfig } from '../config/config.ts';
import { CommandError } from '../extension/command.ts';
import { openStore } from '../storage/open/open-store.ts';
import type { OpenStore } from '../storage/store.ts';
import { appPasswordCommands } from './app-password.ts';
import { loginLinkCommand } from './login-link.ts';
import { userCommands } from './user.ts';

const clock = () => Date.UTC(2026, 0, 31);
const config = readConfig({ flags: {}, env: {} });
let store: OpenStore;
beforeEach(async () => {
  store = await openStore({ url: 'sqlite::memory:' });
});
afterEach(() => store.close());

const run = (name: string, operands: Record<string, string>, more: Omit<CommandLine, 'operands'> = {}) =>
  runOnStore(
    [...userCommands, ...appPasswordCommands, loginLinkCommand],
    name,
    { ...more, operands },
    { store, config, clock },
  );

const makeAda = () =>
  run('user create', { name: 'ada', email: 'ada@example.org' }, { typed: 'pw-1', flags: { role: 'editor' } });

describe('users from the terminal', () => {
  it('are made with a role and a typed password, and listed', async () => {
    expect(await makeAda()).toBe('Made user 1, ada, as editor.');
    expect(await run('user list', {})).toBe('1\tada\tada@example.org\teditor');
    expect(await verifyPassword('pw-1', (await store.users.byId(1))!.passwordHash)).toBe(true);
  });

  it.each([
    ['a bad name', { name: 'bad!', email: 'a@example.org' }, {}],
    ['a bad address', { name: 'bob', email: 'nowhere' }, {}],
    ['a role nobody has', { name: 'bob', email: 'bob@example.org' }, { flags: { role: 'captain' }, typed: 'x' }],
    ['no password', { name: 'bob', email: 'bob@example.org' }, {}],
    ['a password that could never log in', { name: 'bob', email: 'bob@example.org' }, { typed: 'ä'.repeat(2049) }],
    ['a taken name', { name: 'ADA', email: 'bob@example.org' }, { typed: 'x' }],
    ['a taken address', { name: 'bob', email: 'ADA@example.org' }, { typed: 'x' }],
  ])('are refused in a sentence: %s', async (_, operands, options) => {
    await makeAda();
    await expect(run('user create', operands, options)).rejects.toThrow(CommandError);
    expect(await store.users.count({})).toBe(1);
  });

  it('get another password and another role, by name, address or number', async () => {
    await makeAda();
    await run('user set-password', { user: 'ada@example.org' }, { flags: { password: 'pw-2' } });
    expect(await verifyPassword('pw-2', (await store.users.byId(1))!.passwordHash)).toBe(true);
    const tooLong = { flags: { password: 'p'.repeat(4097) } };
    await expect(run('user set-password', { user: 'ada' }, tooLong)).rejects.toThrow(CommandError);
    expect(await verifyPassword('pw-2', (await store.users.byId(1))!.passwordHash)).toBe(true);
    await run('user set-role', { user: '1', role: 'author' });
    expect((await store.users.capabilities([1])).get(1)).toEqual({ author: true });
    await expect(run('user set-role', { user: 'nobody', role: 'author' })).rejects.toThrow('There is no user nobody.');
  });

  it('are removed in favour of another', async () => {
    await makeAda();
    await run('user create', { name: 'grace', email: 'grace@example.org' }, { typed: 'x' });
    await expect(run('user delete', { user: 'ada', reassignee: 'ada' })).rejects.toThrow(CommandError);
    await run('user delete', { user: 'ada', reassignee: 'grace' });
    expect(await store.users.byLogin('ada')).toBeNull();
  });
});

describe('application passwords from the terminal', () => {
  it('are made, listed and taken away', async () => {
    await makeAda();
    expect(await run('app-password create', { user: 'ada', name: 'Phone' })).toMatch(/^(\w{4} ){5}\w{4}\nKeep it/);
    const [created] = await listApplicationPasswords(store, 1);
    expect(await run('app-password list', { user: 'ada' })).toBe(
      `${created!.id}\tPhone\tmade 2026-01-31\tnever used\tall rights`,
    );
    expect(await run('app-password revoke', { user: 'ada', id: created!.id })).toBe('Taken away.');
    expect(await listApplicationPasswords(store, 1)).toEqual([]);
    await expect(run('app-password revoke', { user: 'ada', id: created!.id })).rejects.toThrow(CommandError);
  });
});

describe('the ways into an account from the terminal', () => {
  it('a link for a user opens the log-in of that user, once', async () => {
    await makeAda();
    const printed = await run('login-link', { user: 'ada' });
    const url = new URL(printed);
    expect([url.pathname, url.searchParams.get('action')]).toEqual(['/wp-login.php', 'link']);
    const token = url.searchParams.get('token') ?? '';
    expect(await useLoginLink(store, token, clock())).toMatchObject({ id: 1, login: 'ada' });
    expect(await useLoginLink(store, token, clock())).toBeNull();
    await expect(run('login-link', { user: 'nobody' })).rejects.toThrow(CommandError);
  });

  it('two-factor log-in is reset for whoever lost phone and codes', async () => {
    await makeAda();
    expect(await run('user reset-two-factor', { user: 'ada' })).toContain('nothing was changed');
    await store.table(twoFactorTable).insert({ userId: 1, secret: 'sealed', enabledAt: 1 });
    expect(await hasTwoFactor(store, 1)).toBe(true);
    expect(await run('user reset-two-factor', { user: 'ada' })).toContain('password alone');
    expect(await hasTwoFactor(store, 1)).toBe(false);
  });

  it('what is done there is in the audit log, as done by nobody who is logged in', async () => {
    await makeAda();
    await run('user set-password', { user: 'ada' }, { flags: { password: 'pw-2' } });
    await run('user set-role', { user: 'ada', role: 'author' });
    await run('app-password create', { user: 'ada', name: 'backup' });
    await run('login-link', { user: 'ada' });
    const rows = await store.table(auditLogTable).find({});
    expect(rows.map(({ event, objectName, userId }) => [event, objectName, userId])).toEqual(
      ['user.create', 'account.password', 'user.update', 'account.program_made', 'account.link_made'].map((event) => [
        event,
        'ada',
        0,
      ]),
    );
    expect(JSON.stringify(rows)).not.toContain('pw-2');
  });
});
