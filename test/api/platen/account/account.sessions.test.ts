import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoginSite, loginSite, type TestBrowser } from '../../login/login-client.ts';

const dayMs = 86_400_000;
let nowMs = Date.UTC(2026, 4, 1, 12);
let here: LoginSite;
beforeAll(async () => {
  here = await loginSite({ clock: () => nowMs });
});
afterAll(() => here.site.close());

interface Opened {
  readonly browser: TestBrowser;
  get(path: string): Promise<Response>;
  end(path: string): Promise<Response>;
}

async function opened(role: string, agent = 'Firefox'): Promise<Opened> {
  const browser = here.browser();
  const login = role === 'administrator' ? 'admin' : `the-${role}`;
  const answer = await browser.post('/wp-login.php', { log: login, pwd: `pw-${role}` }, { 'user-agent': agent });
  expect(answer.status).toBe(302);
  const nonce = await (await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
  const headers = { 'X-WP-Nonce': nonce };
  return {
    browser,
    get: (path) => browser.get(`/wp-json${path}`, headers),
    end: (path) => browser.post(`/wp-json${path}`, {}, { ...headers, 'X-HTTP-Method-Override': 'DELETE' }),
  };
}

const own = '/platen/v1/users/me/sessions';
const list = async (client: Opened, path = own) => (await (await client.get(path)).json()) as Session[];

interface Session {
  readonly id: number;
  readonly current: boolean;
  readonly created: string;
  readonly last_seen: string;
  readonly address: string;
  readonly user_agent: string;
}

describe('the sessions of a user', () => {
  it('are listed with device, address and times, and the own one is marked', async () => {
    const phone = await opened('author', 'Phone');
    const desk = await opened('author', 'Desk');
    const shown = await list(desk);
    expect(shown.map(({ user_agent: agent, current }) => [agent, current])).toEqual([
      ['Desk', true],
      ['Phone', false],
    ]);
    expect(shown[0]).toMatchObject({ created: '2026-05-01T12:00:00', last_seen: '2026-05-01T12:00:00' });
    expect(shown[0]?.address).toMatch(/127\.0\.0\.1$/);
    const [token] = [...phone.browser.cookies.values()];
    expect(JSON.stringify(shown)).not.toContain(token);
  });

  it('are noted when they are used, every five minutes at most', async () => {
    const client = await opened('contributor');
    const seen = async () => (await list(client)).find(({ current }) => current)?.last_seen;
    const before = await seen();
    nowMs += 4 * 60_000;
    expect(await seen()).toBe(before);
    nowMs += 60_000;
    expect(await seen()).toBe('2026-05-01T12:05:00');
  });

  it('end one by one: that browser is logged out at once', async () => {
    const lost = await opened('editor', 'Lost phone');
    const desk = await opened('editor', 'Desk');
    const target = (await list(desk)).find(({ user_agent: agent }) => agent === 'Lost phone');
    expect((await desk.end(`${own}/${target?.id}`)).status).toBe(200);
    expect((await lost.get('/wp/v2/users/me')).status).toBe(401);
    expect((await desk.get('/wp/v2/users/me')).status).toBe(200);
    expect((await desk.end(`${own}/${target?.id}`)).status).toBe(404);
  });

  it('end all at once, except the one that asks', async () => {
    const others = [await opened('subscriber'), await opened('subscriber')];
    const desk = await opened('subscriber');
    const later = await opened('subscriber');
    expect(await (await desk.end(own)).json()).toMatchObject({ deleted: true, count: 3 });
    for (const one of [...others, later]) expect((await one.get('/wp/v2/users/me')).status).toBe(401);
    expect(await list(desk)).toHaveLength(1);
  });

  it('of somebody else are for administrators alone, and no session of another user can be named', async () => {
    const { users } = here.site;
    const author = await opened('author');
    const [mine] = await list(author);
    const theirs = `/platen/v1/users/${users.author}/sessions`;
    for (const role of ['editor', 'contributor', 'subscriber']) {
      const client = await opened(role);
      expect((await client.get(theirs)).status).toBe(403);
      expect((await client.end(theirs)).status).toBe(403);
      expect((await client.end(`${theirs}/${mine?.id}`)).status).toBe(403);
      expect((await client.end(`${own}/${mine?.id}`)).status).toBe(404);
    }
    expect((await here.site.as('anonymous').get(theirs)).status).toBe(401);
    const boss = await opened('administrator');
    expect((await list(boss, theirs)).every(({ current }) => !current)).toBe(true);
    expect((await boss.end(theirs)).status).toBe(200);
    expect((await author.get('/wp/v2/users/me')).status).toBe(401);
    expect((await boss.get('/platen/v1/users/999999/sessions')).status).toBe(404);
  });

  it('that expired, or that a new password ended, are not listed', async () => {
    await opened('author', 'Old');
    nowMs += 3 * dayMs;
    expect((await list(await opened('author', 'New'))).map((one) => one.user_agent)).toEqual(['New']);
    await here.site.as('administrator').post(`/wp/v2/users/${here.site.users.author}`, { password: 'pw-author' });
    expect((await list(await opened('author', 'Newest'))).map((one) => one.user_agent)).toEqual(['Newest']);
  });

  it('end with the account', async () => {
    const { body: user } = await here.site.as('administrator').post('/wp/v2/users', {
      username: 'the-guest',
      email: 'guest@example.org',
      password: 'pw-guest',
    });
    const guest = await opened('guest');
    await here.site.as('administrator').delete(`/wp/v2/users/${user.id}?force=true&reassign=1`);
    expect((await guest.get('/wp/v2/users/me')).status).toBe(401);
  });
});
