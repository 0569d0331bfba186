import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplicationPassword } from '../../../src/auth/passwords/application-passwords.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { scopedClient } from '../../support/scoped.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
});
afterAll(() => site.close());

const path = '/platen/v1/application-passwords';
const admin = () => site.as('administrator');
interface Shown {
  readonly name: string;
  readonly user: number;
}

describe('the application passwords of all accounts', () => {
  it('are listed with whose they are, what they may do, their last use and their end, and no secret', async () => {
    const { store } = site.platen;
    const { editor, author } = site.users;
    const expiresAt = Math.floor(Date.now() / 1000) + 86_400;
    const made = await createApplicationPassword(store, editor, 'Agent', Date.now(), { scopes: ['read'], expiresAt });
    await createApplicationPassword(store, author, 'Phone', Date.now());
    await createApplicationPassword(store, author, 'Backup', Date.now());
    expect((await site.as(`the-editor:${made.password}`).get('/wp/v2/posts')).status).toBe(200);
    const { status, body } = await admin().get(path);
    expect(status).toBe(200);
    expect(body.next).toBe(null);
    expect(body.items).toEqual([
      {
        uuid: made.application.id,
        user: editor,
        user_name: expect.stringContaining('editor'),
        name: 'Agent',
        scopes: ['read'],
        created: expect.any(String),
        last_used: expect.any(String),
        last_ip: '127.0.0.1',
        expires: new Date(expiresAt * 1000).toISOString().slice(0, 19),
      },
      expect.objectContaining({ user: author, name: 'Phone', scopes: null, last_used: null, expires: null }),
      expect.objectContaining({ user: author, name: 'Backup' }),
    ]);
    const text = JSON.stringify(body);
    for (const secret of [made.password, made.password.replaceAll(' ', ''), made.application.hash])
      expect(text).not.toContain(secret);
  });

  it('come account by account, a page at a time', async () => {
    const first = await admin().get(`${path}?per_page=1`);
    expect(first.body.items.map(({ name }: Shown) => name)).toEqual(['Agent']);
    const second = await admin().get(`${path}?per_page=1&cursor=${first.body.next}`);
    expect(second.body.items.map(({ name }: Shown) => name)).toEqual(['Phone', 'Backup']);
    expect(second.body.next).toBe(null);
  });

  it('are gone from it once they are revoked, and with their account', async () => {
    const { body } = await admin().get(path);
    const [agent] = body.items;
    const at = `/platen/v1/users/${agent.user}/application-passwords/${agent.uuid}`;
    expect((await admin().delete(at)).status).toBe(200);
    await admin().delete(`/wp/v2/users/${site.users.author}?force=true&reassign=1`);
    expect((await admin().get(path)).body).toEqual({ items: [], next: null });
  });

  it.each(['editor', 'contributor', 'subscriber', 'anonymous'] as const)('are not for %s', async (role) => {
    expect((await site.as(role).get(path)).status).toBe(role === 'anonymous' ? 401 : 403);
  });

  it('take the scopes of accounts and of settings', async () => {
    for (const held of [['read', 'settings'], ['read', 'users'], ['comments']] as const) {
      const program = await scopedClient(site, 'administrator', held);
      expect(await program.get(path)).toMatchObject({ status: 403, body: { code: 'rest_scope_missing' } });
    }
    expect((await (await scopedClient(site, 'administrator', ['users', 'settings'])).get(path)).status).toBe(200);
  });
});
