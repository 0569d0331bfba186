import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateAccount } from '../../../src/auth/accounts.ts';
import {
  createApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
} from '../../../src/auth/passwords/application-passwords.ts';
import { hashPassword } from '../../../src/auth/passwords/password-hash.ts';
import { encodePhp } from '../../../src/storage/options/php-serialized.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
});
afterAll(() => site.close());

const me = (credentials: `${string}:${string}`) => site.as(credentials).get('/wp/v2/users/me');

describe('who asks over Basic', () => {
  it.each([
    ['the-editor:pw-editor'],
    ['THE-EDITOR:pw-editor'],
    ['editor@example.org:pw-editor'],
    ['Editor@Example.Org:pw-editor'],
  ] as const)('is known by name or address in any letter case: %s', async (credentials) => {
    const { status, body } = await me(credentials);
    expect([status, body.id]).toEqual([200, site.users.editor]);
  });

  it.each([
    ['a wrong password', 'the-editor:wrong'],
    ['an unknown name', 'nobody:pw-editor'],
    ['no password', 'the-editor:'],
    ['nothing at all', ':'],
    ['the password of another', 'the-editor:pw-author'],
    ['a password with its end cut off', 'the-editor:pw-edito'],
  ] as const)('is refused in the same words: %s', async (_, credentials) => {
    const { status, body } = await me(credentials);
    expect({ status, ...body }).toEqual({
      status: 401,
      code: 'rest_invalid_credentials',
      message: expect.any(String),
      data: { status: 401 },
    });
  });

  it('is refused before anything else is looked at', async () => {
    const wrong = site.as('the-editor:wrong');
    expect((await wrong.get('/wp/v2/nothing')).body.code).toBe('rest_invalid_credentials');
    expect((await wrong.send('OPTIONS', '/wp/v2/tags')).body.code).toBe('rest_invalid_credentials');
    expect((await wrong.get('/wp/v2/posts?per_page=0')).body.code).toBe('rest_invalid_credentials');
  });

  it.each([['Basic not-base64!'], ['Bearer abc.def'], ['Digest username="the-editor"'], ['']])(
    'is a visitor when the header is not Basic: %s',
    async (authorization) => {
      const { status, body } = await site.as('anonymous').get('/wp/v2/users/me', { authorization });
      expect([status, body.code]).toEqual([401, 'rest_not_logged_in']);
    },
  );
});

describe('a changed password', () => {
  it('counts at once, however warm the memory of the old one is', async () => {
    expect((await me('the-author:pw-author')).status).toBe(200);
    const changed = await site.as('the-author:pw-author').post('/wp/v2/users/me', { password: 'pw-new' });
    expect(changed.status).toBe(200);
    expect((await me('the-author:pw-author')).status).toBe(401);
    expect((await me('the-author:pw-new')).status).toBe(200);
  });

  it('counts at once when another program changes it', async () => {
    expect((await me('the-contributor:pw-contributor')).status).toBe(200);
    const user = await site.platen.store.users.byId(site.users.contributor);
    await updateAccount(site.platen.store, user!, { password: 'pw-elsewhere' });
    expect((await me('the-contributor:pw-contributor')).status).toBe(401);
  });

  it('may be longer than bcrypt looks, and every letter counts', async () => {
    const long = 'l'.repeat(100);
    await site.as('administrator').put(`/wp/v2/users/${site.users.subscriber}`, { password: long });
    expect((await me(`the-subscriber:${long}`)).status).toBe(200);
    expect((await me(`the-subscriber:${'l'.repeat(99)}m`)).status).toBe(401);
  });

  it('takes effect on the role of a session in memory as well', async () => {
    const login = 'the-author:pw-new' as const;
    expect((await site.as(login).post('/wp/v2/posts', { title: 'Mine' })).status).toBe(201);
    await site.as('administrator').put(`/wp/v2/users/${site.users.author}`, { roles: ['subscriber'] });
    expect((await site.as(login).post('/wp/v2/posts', { title: 'Mine' })).status).toBe(403);
  });
});

describe('application passwords', () => {
  it('of older sites, with a slow hash, open the interface too', async () => {
    const token = 'abcdEFGH1234ijklMNOP5678';
    const entry = new Map([
      ['uuid', '6f1f2bd6-6d13-4b4c-9d2c-0c1a2b3c4d5e'],
      ['name', 'old'],
      ['password', await hashPassword(token)],
    ]);
    const list = encodePhp(new Map([[0, entry]]));
    await site.platen.store.meta.set('user', site.users.subscriber, '_application_passwords', [list]);
    expect((await me(`the-subscriber:${token}`)).status).toBe(200);
    expect((await me(`the-subscriber:${token.toLowerCase()}`)).status).toBe(401);
  });

  const make = (name: string) => createApplicationPassword(site.platen.store, site.users.editor, name, Date.now());

  it('log in with and without their spaces, beside the account’s own password', async () => {
    const { password } = await make('reader');
    expect(password).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
    expect((await me(`the-editor:${password}`)).body.id).toBe(site.users.editor);
    expect((await me(`editor@example.org:${password.replaceAll(' ', '')}`)).body.id).toBe(site.users.editor);
    expect((await me('the-editor:pw-editor')).status).toBe(200);
  });

  it('belong to one user', async () => {
    const { password } = await make('not yours');
    expect((await me(`admin:${password}`)).status).toBe(401);
  });

  it('note when and from where they were used, but not with every request', async () => {
    const { password, application } = await make('noted');
    const entry = async () =>
      (await listApplicationPasswords(site.platen.store, site.users.editor)).find(({ id }) => id === application.id)!;
    expect(await entry()).toMatchObject({ name: 'noted', lastUsedAt: null, lastAddress: null });
    await me(`the-editor:${password}`);
    expect((await entry()).lastAddress).toBe('127.0.0.1');
    expect((await entry()).lastUsedAt).toBeGreaterThan(Date.now() / 1000 - 60);
    const user = await site.platen.store.users.byId(site.users.editor);
    const statements = await countStatements(site.platen.store, () => me(`the-editor:${password}`));
    expect(statements).toBeLessThan(12);
    expect(await site.platen.store.users.byId(site.users.editor)).toEqual(user);
  });

  it('stop working the moment they are taken away, and leave the others alone', async () => {
    const [gone, kept] = [await make('gone'), await make('kept')];
    expect((await me(`the-editor:${gone.password}`)).status).toBe(200);
    expect(await revokeApplicationPassword(site.platen.store, site.users.editor, gone.application.id)).toBe(true);
    expect((await me(`the-editor:${gone.password}`)).status).toBe(401);
    expect((await me(`the-editor:${kept.password}`)).status).toBe(200);
    expect(await revokeApplicationPassword(site.platen.store, site.users.editor, 'no-such-id')).toBe(false);
  });

  it('keep each other’s changes when many are made at once', async () => {
    const before = (await listApplicationPasswords(site.platen.store, site.users.editor)).length;
    await Promise.all(Array.from({ length: 8 }, (_, i) => make(`at once ${i}`)));
    expect(await listApplicationPasswords(site.platen.store, site.users.editor)).toHaveLength(before + 8);
  });
});

describe('the password of an account over Basic', () => {
  interface Check {
    readonly id: string;
  }
  const dayMs = 86_400_000;
  let nowMs = Date.now();
  let watched: TestPlaten;
  beforeAll(async () => {
    watched = await testPlaten({ clock: () => nowMs });
  });
  afterAll(() => watched.close());

  const program = async () => {
    const { password } = await createApplicationPassword(watched.platen.store, 1, 'watcher', nowMs);
    return watched.as(`admin:${password}`);
  };
  const named = async (asking: Awaited<ReturnType<typeof program>>) =>
    (await asking.get('/platen/v1/health')).body.checks.find(({ id }: Check) => id === 'passwords');
  const entries = async (asking: Awaited<ReturnType<typeof program>>) =>
    (await asking.get('/platen/v1/audit?kind=session')).body.items.filter(
      ({ event }: { event: string }) => event === 'session.basic',
    );

  it('is named by the health of the site and once a day by the audit log, however often and from however many at once', async () => {
    const asking = await program();
    expect(await named(asking)).toEqual({
      id: 'passwords',
      state: 'good',
      facts: { accepted: true, accounts: 0, logins: '' },
    });
    const ask = () => watched.as('editor').get('/wp/v2/users/me');
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await named(asking)).toMatchObject({ state: 'attention', facts: { accounts: 1, logins: 'the-editor' } });
    nowMs += 3_600_000;
    await ask();
    const { editor } = watched.users;
    const entry = { user: editor, object: editor, object_name: 'the-editor', address: '127.0.0.1' };
    expect(await entries(asking)).toEqual([expect.objectContaining(entry)]);
    nowMs += dayMs;
    await ask();
    await watched.as('author').get('/wp/v2/users/me');
    expect(await entries(asking)).toHaveLength(3);
    expect((await named(asking)).facts).toMatchObject({ accounts: 2, logins: expect.stringContaining('the-author') });
  });

  it('costs no statement where it was noted a moment ago', async () => {
    const ask = () => watched.as('editor').get('/wp/v2/users/me');
    await ask();
    const statements = await countStatements(watched.platen.store, ask);
    expect(statements).toBeLessThan(8);
  });

  it('is no matter for those who stopped, or whose account is gone', async () => {
    const asking = await program();
    expect((await asking.delete(`/wp/v2/users/${watched.users.author}?force=true&reassign=1`)).status).toBe(200);
    expect((await named(asking)).facts).toMatchObject({ accounts: 1, logins: 'the-editor' });
    nowMs += 31 * dayMs;
    expect(await named(asking)).toMatchObject({ state: 'good', facts: { accounts: 0 } });
  });
});

describe('with account passwords switched off', () => {
  it('only application passwords open the interface', async () => {
    const strict = await testPlaten({ basicAccountPassword: false });
    try {
      const { password } = await createApplicationPassword(strict.platen.store, 1, 'only', Date.now());
      expect((await strict.as('administrator').get('/wp/v2/users/me')).status).toBe(401);
      expect((await strict.as(`admin:${password}`).get('/wp/v2/users/me')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

it('no answer, whatever it is about, holds a password or its hash', async () => {
  const admin = site.as('administrator');
  const { password } = await createApplicationPassword(site.platen.store, 1, 'secret', Date.now());
  const answers = [
    await admin.get('/wp/v2/users?context=edit&per_page=100'),
    await admin.get('/wp/v2/users/1?context=edit'),
    await admin.post('/wp/v2/users', { username: 'quiet', email: 'quiet@example.org', password: 'pw-very-quiet' }),
    await admin.post('/wp/v2/users', { username: 'loud!', email: 'no', password: 'pw-very-quiet\\' }),
    await site.as('admin:pw-very-quiet').get('/wp/v2/users/me'),
  ];
  const text = JSON.stringify(answers);
  for (const secret of ['pw-', '$2y$', '$generic$', password, password.replaceAll(' ', '')]) {
    expect(text).not.toContain(secret);
  }
});
