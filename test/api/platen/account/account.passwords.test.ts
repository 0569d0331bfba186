import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
});
afterAll(() => site.close());

const path = (user: number | 'me') => `/platen/v1/users/${user}/application-passwords`;
const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

describe('application passwords under platen/v1', () => {
  it('change nothing about two-factor log-in, though they can set the password', async () => {
    const made = await site.as('author').post(path('me'), { name: 'Stolen' });
    const program = site.as(`the-author:${made.body.password}`);
    expect((await program.post('/wp/v2/users/me', { password: 'taken-over' })).status).toBe(200);
    const twoFactor = '/platen/v1/users/me/two-factor';
    for (const asked of [
      program.post(`${twoFactor}/key`, { password: 'taken-over' }),
      program.post(`${twoFactor}/recovery-codes`, { password: 'taken-over' }),
      program.delete(`${twoFactor}?password=taken-over`),
    ])
      expect(await asked).toMatchObject({ status: 403, body: { code: 'platen_two_factor_needs_session' } });
    await site.as('administrator').post(`/wp/v2/users/${site.users.author}`, { password: 'pw-author' });
    await site.as('author').delete(`${path('me')}/${made.body.uuid}`);
  });

  it.each(roles)('a %s makes, sees, renames and revokes an own one', async (role) => {
    const made = await site.as(role).post(path('me'), { name: 'Backup script' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Backup script', last_used: null, last_ip: null });
    expect(made.body._links.self[0].href).toContain(`${path(site.users[role])}/${made.body.uuid}`);
    const login = role === 'administrator' ? 'admin' : `the-${role}`;
    const program = site.as(`${login}:${made.body.password}`);
    expect((await program.get('/wp/v2/users/me')).body.id).toBe(site.users[role]);

    const listed = await site.as(role).get(path('me'));
    expect(listed.body).toHaveLength(1);
    expect(listed.body[0]).toMatchObject({ uuid: made.body.uuid, last_ip: '127.0.0.1' });
    expect(JSON.stringify(listed.body)).not.toContain(made.body.password);
    expect(JSON.stringify(listed.body)).not.toContain('$generic$');

    const item = `${path('me')}/${made.body.uuid}`;
    expect((await site.as(role).post(item, { name: 'Nightly copy' })).body.name).toBe('Nightly copy');
    expect((await site.as(role).delete(item)).body).toMatchObject({ deleted: true });
    expect((await program.get('/wp/v2/users/me')).status).toBe(401);
    expect((await site.as(role).get(item)).status).toBe(404);
  });

  it('are the ones of wp/v2 and of the command line: one store', async () => {
    const other = await testPlaten({ interface: 'extended' });
    try {
      const made = await other.as('editor').post(path('me'), { name: 'One' });
      const seen = await other.as('editor').get('/wp/v2/users/me/application-passwords');
      expect(seen.body.map((one: { uuid: string }) => one.uuid)).toEqual([made.body.uuid]);
      expect(seen.body[0]._links.self[0].href).toContain('/wp/v2/users/');
    } finally {
      await other.close();
    }
  });

  it('are all revoked at once', async () => {
    const client = site.as('author');
    for (const name of ['A', 'B', 'C']) await client.post(path('me'), { name });
    expect((await client.delete(path('me'))).body).toEqual({ deleted: true, count: 3 });
    expect((await client.get(path('me'))).body).toEqual([]);
  });

  it('of others are for administrators alone', async () => {
    const { body: made } = await site.as('editor').post(path('me'), { name: 'Of the editor' });
    const item = `${path(site.users.editor)}/${made.uuid}`;
    const tries = async (who: Role) => {
      const client = site.as(who);
      return [
        (await client.get(path(site.users.editor))).status,
        (await client.post(path(site.users.editor), { name: `By ${who}` })).status,
        (await client.get(item)).status,
        (await client.post(item, { name: 'Renamed' })).status,
        (await client.delete(item)).status,
        (await client.delete(path(site.users.editor))).status,
      ];
    };
    for (const who of ['author', 'contributor', 'subscriber'] as const)
      expect(await tries(who)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await tries('anonymous')).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await tries('administrator')).toEqual([200, 201, 200, 200, 200, 200]);
  });

  it.each([{}, { name: '' }, { name: '   ' }, { name: '<b></b>' }, { name: ['a'] }, { name: 'x'.repeat(70_000) }])(
    'without a proper name none is made: %j',
    async (sent) => {
      expect((await site.as('editor').post(path('me'), sent)).status).toBe(400);
    },
  );

  it('a name that is taken, and a user who does not exist, are refused', async () => {
    await site.as('contributor').post(path('me'), { name: 'Twice' });
    expect((await site.as('contributor').post(path('me'), { name: 'twice' })).status).toBe(409);
    expect((await site.as('administrator').get(path(987_654))).status).toBe(404);
  });
});
