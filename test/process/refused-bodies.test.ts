import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';

const run = promisify(execFile);
const folder = await temporaryFolder();
const megabyte = 1_048_576;
const right = `Basic ${Buffer.from('admin:pw').toString('base64')}`;
const wrong = `Basic ${Buffer.from('admin:no').toString('base64')}`;
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer({
    dataDir: join(folder.path, 'site'),
    env: { PLATEN_ADMIN_PASSWORD: 'pw', PLATEN_LOG_LEVEL: 'error', PLATEN_THROTTLE: 'off', PLATEN_BODY_LIMIT_MB: '1' },
  });
  for (const size of [5, 70]) await writeFile(fileOf(size), randomBytes(size * megabyte));
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

const fileOf = (size: number) => join(folder.path, `body-${size}`);

/** Requests that are refused before their body is wanted. */
const refusals: readonly [name: string, path: string, headers: Record<string, string>, status: number][] = [
  ['an upload without rights', '/wp/v2/media', { 'Content-Disposition': 'attachment; filename="a.jpg"' }, 401],
  ['a wrong password', '/wp/v2/media', { Authorization: wrong }, 401],
  ['no disposition', '/wp/v2/media', { Authorization: right, 'Content-Type': 'image/jpeg' }, 400],
  ['too large', '/wp/v2/posts', { Authorization: right, 'Content-Type': 'application/json' }, 413],
  ['no such route', '/wp/v2/nothing', { 'Content-Type': 'image/jpeg' }, 404],
];

type Send = (url: string, size: number, headers: Record<string, string>) => Promise<number>;

const clients: Readonly<Record<string, Send>> = {
  fetch: async (url, size, headers) => {
    const body = new Uint8Array(size * megabyte);
    const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'image/jpeg', ...headers }, body });
    await answer.text();
    return answer.status;
  },
  curl: async (url, size, headers) => {
    const sent = Object.entries({ 'Content-Type': 'image/jpeg', Expect: '', ...headers });
    const flags = sent.flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const data = ['--data-binary', `@${fileOf(size)}`, '-o', '/dev/null', '-w', '%{http_code}', '-sS'];
    return Number((await run('curl', [...data, ...flags, url])).stdout);
  },
  python: async (url, size, headers) => {
    const program = `
import sys, json, urllib.request, urllib.error
headers = json.loads(sys.argv[3])
request = urllib.request.Request(sys.argv[1], data=open(sys.argv[2], 'rb').read(), headers=headers, method='POST')
try:
    print(urllib.request.urlopen(request).status)
except urllib.error.HTTPError as error:
    error.read()
    print(error.code)`;
    const sent = JSON.stringify({ 'Content-Type': 'image/jpeg', ...headers });
    return Number((await run('python3', ['-c', program, url, fileOf(size), sent])).stdout);
  },
};

describe.each(Object.entries(clients))('%s reads why its body was refused', (_name, send) => {
  it.each(refusals)('%s', async (_refusal, path, headers, status) => {
    for (const size of [5, 5, 70]) expect(await send(`${server.url}/wp-json${path}`, size, headers)).toBe(status);
  });
});

it('a connection serves the next request after a refused body', async () => {
  const { stdout } = await run('curl', [
    ...['-sS', '-H', 'Content-Type: image/jpeg', '-H', 'Expect:', '--data-binary', `@${fileOf(5)}`],
    ...['-o', '/dev/null', '-w', '%{http_code} %{num_connects} ', `${server.url}/wp-json/wp/v2/media`],
    ...['--next', '-sS', '-o', '/dev/null', '-w', '%{http_code} %{num_connects}', `${server.url}/wp-json/wp/v2/posts`],
  ]);
  expect(stdout).toBe('401 1 200 0');
});
