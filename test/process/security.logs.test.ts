import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';

const folder = await temporaryFolder();
let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({
    dataDir: folder.path,
    env: {
      PLATEN_ADMIN_PASSWORD: 'pw-of-the-owner',
      PLATEN_LOG_LEVEL: 'debug',
      PLATEN_SMTP_URL: 'smtp://u:pw-of-mail@127.0.0.1:1',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends the path as it is written; a browser would tidy up its dots first. */
async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const asking = request(server.url, { path, method, headers, agent: false });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('files that are not for the web', () => {
  it.each([
    '/debug.log',
    '/wp-content/debug.log',
    '/wp-content/litespeed/debug/debug.log',
    '/.env',
    '/.git/config',
    '/platen.db',
    '/platen.sqlite',
    '/data/platen.db',
    '/backup.zip',
    '/dump.sql',
    '/wp-config.php.bak',
    '/package.json',
    '/node_modules/pino/package.json',
    '/wp-content/uploads/../platen.db',
    '/wp-content/uploads/..%2fplaten.db',
    '/wp-content/uploads/%2e%2e/%2e%2e/etc/passwd',
    '/wp-content/uploads/..%5c..%5cplaten.db',
    '/wp-content/uploads/%00',
    '/wp-content/uploads//etc/passwd',
    '/wp-content/uploads/',
    '/spool/',
    '/popups/',
  ])('%s is not there', async (path) => {
    const answer = await ask(path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toMatch(/SQLite format|root:|"name": "/);
  });
});

it('the log of a server that tells everything holds no secret', async () => {
  const json = { 'content-type': 'application/json', authorization: basic('admin:pw-of-the-owner') };
  const cookie = `platen_session=${'s'.repeat(43)}`;
  await ask('/wp-json/wp/v2/users/me', { headers: json });
  await ask('/wp-json/wp/v2/users/me', { headers: { authorization: basic('admin:pw-that-is-wrong') } });
  await ask('/wp-json/wp/v2/users/me', { headers: { cookie, 'x-wp-nonce': 'nonce-in-header' } });
  await ask('/wp-json/wp/v2/posts?_wpnonce=nonce-in-query&password=word-in-query');
  await ask('/wp-json/wp/v2/posts/1?p%61ssword=word-escaped&password[]=word-in-list');
  const made = { username: 'logged', email: 'logged@example.org', password: 'pw-of-a-user' };
  const user = await ask('/wp-json/wp/v2/users', { method: 'POST', headers: json, body: JSON.stringify(made) });
  expect(user.status).toBe(201);
  await ask('/wp-json/wp/v2/users', { method: 'POST', headers: json, body: '{"password":"pw-in-broken-json' });
  await ask('/wp-json/wp/v2/users/me?password=pw-in-address', { method: 'POST', headers: json });
  await ask('/wp-json/wp/v2/users/me', { headers: { authorization: basic('admin:pw-in-address') } });
  const log = server.output();
  expect(log).toContain('"answered"');
  for (const secret of [
    /pw-(?:of|that|in)-/,
    /word-(?:in|escaped)/,
    /nonce-in/,
    /s{43}/,
    new RegExp(Buffer.from('admin:pw').toString('base64').slice(0, 8)),
    /\$wp\$|\$2y\$/,
  ]) {
    expect(log).not.toMatch(secret);
  }
});

it('what a visitor can ask of the server itself names nobody', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics', '/wp-json/', '/nowhere', '/wp-json/nowhere']) {
    const answer = await ask(path);
    const said = JSON.stringify([answer.headers, answer.text]);
    expect(said, path).not.toMatch(/admin@|platen-process-|127\.0\.0\.1:1\b|pw-of|x-powered-by/i);
  }
});
