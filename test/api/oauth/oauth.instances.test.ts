import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { type ServerProcess, startServer, temporaryFolder } from '../../support/server-process.ts';
import { createBrowser, type TestBrowser } from '../login/login-client.ts';
import { authorizePath, codeIn, decide, pkce } from './oauth-site.ts';

const redisProgram = ['/usr/bin/redis-server', '/usr/bin/valkey-server'].find(existsSync);

/** A Redis server that writes nothing to disk. */
async function startRedis(program: string): Promise<{ readonly url: string; stop(): void }> {
  const port = await freePort();
  const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']);
  const answers = () =>
    new Promise<boolean>((done) => {
      const socket = createConnection({ host: '127.0.0.1', port }, () => done(true)).once('error', () => done(false));
      socket.unref();
    });
  while (!(await answers())) await wait(50);
  return { url: `redis://127.0.0.1:${port}`, stop: () => void child.kill() };
}

describe.each([['without Redis', null], ...(redisProgram ? [['with Redis', redisProgram] as const] : [])] as const)(
  'two instances on one database, %s',
  (_how, program) => {
    let database: FreshDatabase;
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let redis: Awaited<ReturnType<typeof startRedis>> | null = null;
    let one: ServerProcess;
    let two: ServerProcess;
    beforeAll(async () => {
      database = await freshDatabase();
      folder = await temporaryFolder();
      redis = program ? await startRedis(program) : null;
      const port = await freePort();
      const env = {
        PLATEN_DATABASE_URL: database.url,
        PLATEN_SITE_URL: `http://127.0.0.1:${port}`,
        PLATEN_ADMIN_PASSWORD: 'password',
        PLATEN_SAMPLE_CONTENT: 'off',
        PLATEN_THROTTLE: 'off',
        PLATEN_LOG_LEVEL: 'error',
        PLATEN_OAUTH: 'on',
        PLATEN_JWT: 'on',
        ...(redis ? { PLATEN_REDIS_URL: redis.url } : {}),
      };
      one = await startServer({ dataDir: folder.path, port, env });
      two = await startServer({ dataDir: folder.path, env });
    }, 600_000);
    afterAll(async () => {
      await one?.stop();
      await two?.stop();
      redis?.stop();
      await database.drop();
      await folder.remove();
    });

    const basic = `Basic ${Buffer.from('admin:password').toString('base64')}`;
    const statusAt = async (server: ServerProcess, token: string): Promise<number> =>
      (await fetch(`${server.url}/wp-json/wp/v2/users/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    /** Refused with its very next request: sooner than within a second, however slow the machine is. */
    const isRefused = async (token: string): Promise<boolean> => [401, 403].includes(await statusAt(two, token));
    const send = (server: ServerProcess, path: string, fields: Record<string, string>) =>
      fetch(`${server.url}/wp-json/platen/v1/oauth/${path}`, { method: 'POST', body: new URLSearchParams(fields) });

    async function loggedIn(): Promise<TestBrowser> {
      const browser = createBrowser(one.url);
      await browser.post('/wp-login.php', { log: 'admin', pwd: 'password' });
      return browser;
    }

    async function connected() {
      const made = await fetch(`${one.url}/wp-json/platen/v1/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'App', redirect_uris: ['https://app.example/back?from=site'] }),
      });
      const { client_id: clientId } = JSON.parse(await made.text());
      const { verifier, challenge } = pkce();
      const code = codeIn(await decide(await loggedIn(), authorizePath({ clientId }, challenge)));
      // What one instance gave, another one takes.
      const sent = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: verifier };
      const tokens = JSON.parse(await (await send(two, 'token', sent)).text());
      expect(await statusAt(two, tokens.access_token)).toBe(200);
      return { clientId, access: tokens.access_token as string, refresh: tokens.refresh_token as string };
    }

    it('a token that is given back to one is refused by the other at once', async () => {
      const { access, refresh, clientId } = await connected();
      await send(one, 'revoke', { token: refresh, client_id: clientId });
      expect(await isRefused(access)).toBe(true);
    });

    it('access that its owner ends at one is refused by the other at once, a signed token too', async () => {
      const { access } = await connected();
      const asked = await fetch(`${one.url}/wp-json/jwt-auth/v1/token`, {
        method: 'POST',
        body: new URLSearchParams({ username: 'admin', password: 'password' }),
      });
      const { token } = JSON.parse(await asked.text());
      expect(await statusAt(two, token)).toBe(200);
      const headers = { authorization: basic };
      await fetch(`${one.url}/wp-json/platen/v1/users/me/apps`, { method: 'DELETE', headers });
      expect(await isRefused(access)).toBe(true);
      expect(await isRefused(token)).toBe(true);
    });

    it('a refresh token that both are sent at once is good for one of them at most, and ends everything', async () => {
      const { clientId, refresh, access } = await connected();
      const fields = { grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId };
      const both = await Promise.all([one, two, one, two].map((server) => send(server, 'token', fields)));
      expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
      expect(both.every(({ status }) => status === 200 || status === 400)).toBe(true);
      expect(await isRefused(access)).toBe(true);
    });

    it('an application password that is limited or removed at one is so at the other', async () => {
      const own = `${one.url}/wp-json/platen/v1/users/me/application-passwords`;
      const headers = { authorization: basic, 'content-type': 'application/json' };
      const made = await fetch(own, { method: 'POST', headers, body: JSON.stringify({ name: 'Program' }) });
      const { uuid, password } = JSON.parse(await made.text());
      const program = { ...headers, authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` };
      const written = async () => {
        const body = JSON.stringify({ title: 'By a program' });
        return (await fetch(`${two.url}/wp-json/wp/v2/posts`, { method: 'POST', headers: program, body })).status;
      };
      expect(await written()).toBe(201);
      await fetch(`${own}/${uuid}`, { method: 'POST', headers, body: JSON.stringify({ scopes: ['read'] }) });
      expect(await written()).toBe(403);
      await fetch(`${own}/${uuid}`, { method: 'DELETE', headers });
      expect(await written()).toBe(401);
    });

    it('a new password that is set at one ends the tokens at the other at once', async () => {
      const { access } = await connected();
      await fetch(`${one.url}/wp-json/wp/v2/users/1`, {
        method: 'POST',
        headers: { authorization: basic, 'content-type': 'application/json' },
        body: JSON.stringify({ password: 'another password' }),
      });
      expect(await isRefused(access)).toBe(true);
    });
  },
);
