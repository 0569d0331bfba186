import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../src/auth/accounts.ts';
import { auditLogTable } from '../../../src/background/audit-log.ts';
import { createPlaten } from '../../../src/index.ts';
import { decodePhp, encodePhp } from '../../../src/storage/options/php-serialized.ts';
import { clientFor, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
});
afterAll(() => site.close());

const path = '/platen/v1/roles';
const option = 'wp_user_roles';
const admin = () => site.as('administrator');
const stored = async () => {
  const decoded = decodePhp((await site.platen.store.options.get(option)) ?? '');
  return decoded.ok && decoded.value instanceof Map ? decoded.value : new Map();
};
// Every test begins with the standard roles, as a new site has them.
beforeEach(async () => {
  await site.platen.store.options.remove(option);
});

let count = 0;
async function person(capabilities: Record<string, boolean>) {
  count += 1;
  const login = `role-person-${count}`;
  const account = { login, email: `${login}@example.org`, password: 'pw-role-person', roles: [], nowMs: Date.now() };
  const id = await createAccount(site.platen.store, account);
  await site.platen.store.users.setCapabilities(id, capabilities);
  return { id, client: site.as(`${login}:pw-role-person`) };
}
const rolesOf = async (id: number) => (await admin().get(`/wp/v2/users/${id}?context=edit`)).body.roles;

describe('the list of roles', () => {
  it('says what each allows, how many have it and which may be given', async () => {
    const { status, body } = await admin().get(path);
    expect(status).toBe(200);
    expect(body.map(({ slug }: { slug: string }) => slug)).toEqual([
      'administrator',
      'editor',
      'author',
      'contributor',
      'subscriber',
    ]);
    const editor = body[1];
    expect(editor).toMatchObject({ name: 'Editor', users: 1, is_default: false, can_give: true });
    expect(editor.capabilities).toContain('moderate_comments');
    expect(editor.capabilities.join()).not.toContain('level_');
    expect(body[4].is_default).toBe(true);
  });

  it.each(['editor', 'author', 'subscriber', 'anonymous'] as const)('is not shown to: %s', async (role) => {
    expect((await site.as(role).get(path)).status).toBe(role === 'anonymous' ? 401 : 403);
    expect((await site.as(role).post(path, { name: 'X' })).status).toBe(role === 'anonymous' ? 401 : 403);
    expect((await site.as(role).post(`${path}/author`, { capabilities: ['manage_options'] })).status).toBe(
      role === 'anonymous' ? 401 : 403,
    );
    expect((await site.as(role).delete(`${path}/author`)).status).toBe(role === 'anonymous' ? 401 : 403);
  });
});

describe('a role', () => {
  it('is made, given, changed with effect on the next request, and removed with its users reassigned', async () => {
    const made = await admin().post(path, { name: 'Shop manager', capabilities: ['read', 'edit_posts'] });
    expect([made.status, made.body.slug]).toEqual([201, 'shop-manager']);
    const { id, client } = await person({ 'shop-manager': true });
    const draft = () => client.post('/wp/v2/posts', { title: 'Draft', status: 'publish' });
    expect((await draft()).status).toBe(403);
    const more = await admin().post(`${path}/shop-manager`, {
      name: 'Manager',
      capabilities: ['read', 'edit_posts', 'publish_posts'],
    });
    expect(more.body).toMatchObject({ name: 'Manager', users: 1 });
    expect((await draft()).status).toBe(201);
    await admin().post(`${path}/shop-manager`, { capabilities: ['read'] });
    expect((await draft()).status).toBe(403);
    expect((await admin().delete(`${path}/shop-manager`)).body.code).toBe('platen_role_in_use');
    const removed = await admin().delete(`${path}/shop-manager`, { reassign: 'author' });
    expect(removed.body).toMatchObject({ deleted: true, reassigned: 1 });
    expect(await rolesOf(id)).toEqual(['author']);
    expect((await draft()).status).toBe(201);
  });

  it('is stored as existing sites store roles, and what others wrote there stays', async () => {
    const before = new Map([
      [
        'administrator',
        new Map<string, unknown>([
          ['name', 'Administrator'],
          [
            'capabilities',
            new Map(
              ['manage_options', 'edit_users', 'promote_users', 'list_users', 'edit_posts', 'read'].map((one) => [
                one,
                true,
              ]),
            ),
          ],
        ]),
      ],
      [
        'clerk',
        new Map<string, unknown>([
          ['name', 'Clerk'],
          [
            'capabilities',
            new Map<string, unknown>([
              ['read', true],
              ['level_0', true],
              ['plugin_thing', true],
              ['edit_posts', false],
            ]),
          ],
          ['plugin_note', 'kept'],
        ]),
      ],
    ]);
    await site.platen.store.options.set(option, encodePhp(before as never));
    const changed = await admin().post(`${path}/clerk`, { capabilities: ['read', 'plugin_thing', 'edit_posts'] });
    expect(changed.status).toBe(200);
    const clerk = (await stored()).get('clerk') as Map<string, unknown>;
    expect(clerk.get('plugin_note')).toBe('kept');
    expect(Object.fromEntries(clerk.get('capabilities') as Map<string, unknown>)).toEqual({
      read: true,
      level_0: true,
      plugin_thing: true,
      edit_posts: true,
    });
    expect([...(await stored()).keys()]).toEqual(['administrator', 'clerk']);
  });

  it('is recorded with what it allows more and less', async () => {
    await admin().post(path, { name: 'Recorded', capabilities: ['read'] });
    await admin().post(`${path}/recorded`, { capabilities: ['edit_posts'] });
    await admin().delete(`${path}/recorded`);
    const rows = await site.platen.store.table(auditLogTable).find({ objectName: 'recorded' });
    expect(rows.map(({ event }) => event)).toEqual(['user.role_created', 'user.role_changed', 'user.role_removed']);
    expect(rows[1]?.detail).toEqual({ added: ['edit_posts'], removed: ['read'] });
  });
});

describe('escalation', () => {
  const manager = { read: true, list_users: true, edit_users: true, promote_users: true, manage_options: true };

  it('nobody gives a capability that they do not have', async () => {
    const { client } = await person({ ...manager, edit_posts: true });
    for (const name of ['unfiltered_html', 'edit_plugins', 'a_capability_of_nobody']) {
      const made = await client.post(path, { name: 'Mine', capabilities: ['read', name] });
      expect([made.status, made.body.code]).toEqual([403, 'platen_role_capability']);
      const changed = await client.post(`${path}/subscriber`, { capabilities: ['read', name] });
      expect([changed.status, changed.body.code]).toEqual([403, 'platen_role_capability']);
    }
    expect((await client.post(path, { name: 'Fine', capabilities: ['read', 'edit_posts'] })).status).toBe(201);
  });

  it('nobody changes or removes a role that allows more than they may do, or moves users to one', async () => {
    const { client } = await person({ ...manager, edit_posts: true, delete_posts: true });
    expect((await client.post(`${path}/administrator`, { capabilities: ['read'] })).body.code).toBe(
      'platen_role_above',
    );
    expect((await client.delete(`${path}/editor`, { reassign: 'subscriber' })).body.code).toBe('platen_role_above');
    expect((await client.delete(`${path}/contributor`, { reassign: 'administrator' })).body.code).toBe(
      'platen_role_reassign',
    );
  });

  it.each(['manage_options', 'edit_users', 'edit_anything', 'unfiltered_html', 'level_10', 'read'])(
    'a role cannot be called like a capability: %s',
    async (slug) => {
      const made = await admin().post(path, { name: 'Trick', slug, capabilities: [] });
      expect([made.status, made.body.code]).toEqual([400, 'platen_role_name']);
    },
  );

  it.each(['__proto__', 'Administrator', "x' or 1", '', 'a'.repeat(60)])('a role cannot be called %j', async (slug) => {
    expect((await admin().post(path, { name: 'Trick', slug, capabilities: [] })).status).toBe(400);
    expect((await admin().get('/wp/v2/users/me')).status).toBe(200);
  });
});

describe('the last way in', () => {
  it('nobody takes the capabilities from the only administrators, or from themselves', async () => {
    const roles = (await admin().get(`${path}/administrator`)).body.capabilities as string[];
    for (const name of ['manage_options', 'edit_users', 'promote_users']) {
      const answer = await admin().post(`${path}/administrator`, { capabilities: roles.filter((one) => one !== name) });
      expect([answer.status, answer.body.code]).toEqual([409, 'platen_role_lock_out']);
    }
    const removed = await admin().delete(`${path}/administrator`, { reassign: 'editor' });
    expect(removed.body.code).toBe('platen_role_lock_out');
    expect(await site.platen.store.options.get(option)).toBeNull();
    expect(await rolesOf(1)).toEqual(['administrator']);
  });

  it('the default role stays while it is that', async () => {
    expect((await admin().delete(`${path}/subscriber`, { reassign: 'author' })).body.code).toBe('platen_role_default');
  });

  it('of two administrators who take it from each other at once, one remains', async () => {
    const boss = await admin().post(path, {
      name: 'Boss',
      capabilities: (await admin().get(`${path}/administrator`)).body.capabilities,
    });
    expect(boss.status).toBe(201);
    const other = await person({ boss: true });
    const answers = await Promise.all([
      admin().post(`${path}/boss`, { capabilities: ['read'] }),
      other.client.post(`${path}/administrator`, { capabilities: ['read'] }),
    ]);
    const still = await Promise.all([admin().get(path), other.client.get(path)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
    expect(still.some(({ status }) => status === 200)).toBe(true);
  });
});

describe('two instances of a site', () => {
  it('a changed role and a revoked invitation hold on the other within a second', async () => {
    const { platen: one } = site;
    const other = await createPlaten({
      databaseUrl: one.config.databaseUrl,
      dataDir: one.config.dataDir,
      port: 0,
      siteUrl: 'http://site.test',
      sampleContent: false,
      throttle: false,
      leads: false,
      log: pino({ level: 'silent' }),
    });
    try {
      const there = (login: string) => clientFor(other, login);
      const { client, id } = await person({ contributor: true });
      const login = (await one.store.users.byId(id))?.login ?? '';
      const publish = () => there(`${login}:pw-role-person`).post('/wp/v2/posts', { title: 'x', status: 'publish' });
      expect((await publish()).status).toBe(403);
      const capabilities = ['read', 'edit_posts', 'delete_posts', 'publish_posts'];
      expect((await admin().post(`${path}/contributor`, { capabilities })).status).toBe(200);
      await sleep(1_000);
      expect((await publish()).status).toBe(201);
      await admin().post(`${path}/contributor`, { capabilities: ['read'] });
      await sleep(1_000);
      expect((await publish()).status).toBe(403);
      expect((await client.get('/wp/v2/users/me')).status).toBe(200);
      const email = { email: 'two-instances@example.org', role: 'author', mail: false };
      const made = await admin().post('/platen/v1/invitations', email);
      await admin().delete(`/platen/v1/invitations/${made.body.id}`);
      const token = new URL(made.body.link).searchParams.get('token') ?? '';
      const sent = { token, username: 'two-instances', password: 'a good password' };
      expect((await clientFor(other, null).post('/platen/v1/invitations/accept', sent)).status).toBe(403);
    } finally {
      await other.close();
    }
  });
});
