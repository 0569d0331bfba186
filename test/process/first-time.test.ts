import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { run, startServer, temporaryFolder } from '../support/server-process.ts';

const program = fileURLToPath(new URL('../../bin/platen.mjs', import.meta.url));
const folder = await temporaryFolder();
afterAll(folder.remove);

describe('a first start', () => {
  it('shows the password, and how to set another, before it tries a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { status, output } = await run([], {
      PLATEN_DATA_DIR: join(folder.path, 'taken'),
      PLATEN_PORT: String(port),
    });
    taken.close();
    expect(status).toBe(1);
    expect(output).toMatch(/Password \(shown only this once\): \S{20,}\n/);
    expect(output).toContain('platen user set-password admin');
    expect(output).toMatch(/variant a; PLATEN_VARIANT=c.* chooses that of today/);
    expect(output).toContain(`Port ${port} is taken`);
    expect(output.indexOf('Password')).toBeLessThan(output.indexOf('is taken'));
  });

  it.each(['1', '2'])('logs nothing before the banner with %s workers', async (workers) => {
    const server = await startServer({
      dataDir: join(folder.path, `quiet-${workers}`),
      env: { PLATEN_WORKERS: workers },
    });
    await expect.poll(server.output, { timeout: 300_000 }).toContain('there is no mail server');
    await server.stop();
    const output = server.output();
    expect(output.slice(0, output.indexOf('Platen answers at'))).not.toContain('"level"');
  });

  it.each(['1', '2'])(
    'prints a link that logs in once, with %s workers; a later start prints none',
    async (workers) => {
      const dataDir = join(folder.path, `link-${workers}`);
      const env = { PLATEN_WORKERS: workers };
      const first = await startServer({ dataDir, env });
      await expect.poll(first.output, { timeout: 300_000 }).toMatch(/action=link&token=[\w-]{43}/);
      const [link = ''] = /http:\S+action=link&token=[\w-]{43}/.exec(first.output()) ?? [];
      expect((await fetch(link)).status).toBe(200);
      const [address = '', token = ''] = link.split('&token=');
      const use = () => fetch(address, { method: 'POST', body: new URLSearchParams({ token }), redirect: 'manual' });
      const used = await use();
      expect([used.status, used.headers.get('set-cookie')]).toEqual([302, expect.stringContaining('platen_session=')]);
      expect((await use()).status).toBe(403);
      await first.stop();
      const second = await startServer({ dataDir, env });
      await expect.poll(second.output, { timeout: 300_000 }).toContain('Platen answers at');
      await second.stop();
      expect(second.output()).not.toContain('action=link');
      expect(first.output().slice(first.output().indexOf('"level"'))).not.toContain(token);
    },
  );

  it('prints a password of a program for its example, which is in the audit log and can be taken away', async () => {
    const dataDir = join(folder.path, 'example');
    const first = await startServer({ dataDir });
    await expect.poll(first.output, { timeout: 300_000 }).toContain('platen app-password list admin');
    const shown = /curl -u 'admin:((?:\w{4} ){5}\w{4})'/.exec(first.output())?.[1] ?? '';
    const account = /Password \(shown only this once\): (\S+)/.exec(first.output())?.[1] ?? '';
    expect(first.output().split(account)).toHaveLength(2);
    const asking = (password: string) => {
      const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
      return fetch(`${first.url}/wp-json/platen/v1/audit?kind=account`, { headers: { authorization } });
    };
    const answer = await asking(shown);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ items: [{ event: 'account.program_made', object_name: 'admin' }] });
    const env = { PLATEN_DATA_DIR: dataDir };
    const [id = ''] = (await run(['app-password', 'list', 'admin'], env)).output.split('\t');
    expect((await run(['app-password', 'revoke', 'admin', id], env)).status).toBe(0);
    expect((await asking(shown)).status).toBe(401);
    await first.stop();
    const second = await startServer({ dataDir });
    await expect.poll(second.output, { timeout: 300_000 }).toContain('platen app-password create admin NAME');
    expect(second.output()).toContain("-u 'admin:APP_PASSWORD'");
    await second.stop();
  });

  it('takes a new password as the banner says', async () => {
    const env = { PLATEN_DATA_DIR: join(folder.path, 'quiet-1') };
    const { status, output } = await run(['user', 'set-password', 'admin', '--password', 'new one'], env);
    expect(output).toContain('Changed the password of admin.');
    expect(status).toBe(0);
  });
});

describe('the command line', () => {
  it.each([
    [['--help'], 0, /^Platen \d.*\n[\s\S]*platen serve/],
    [['-h'], 0, /platen serve/],
    [['help', 'user', 'create'], 0, /^platen user create NAME EMAIL[\s\S]*--role ROLE +Role of the user/],
    [['user', 'create', '--help'], 0, /^platen user create NAME EMAIL/],
    [['serve', '--help'], 0, /^platen serve/],
    [['help', 'user'], 0, /platen user list[\s\S]*platen user create/],
    [['help', 'nonsense'], 1, /^There is no command "nonsense"/],
    [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
    [['user'], 2, /^Usage:\n {2}platen user list\n/],
    [['app-password'], 2, /^Usage:\n {2}platen app-password create/],
  ])('answers %j with %i', async (argv, status, text) => {
    const result = await run(argv);
    expect(result.output).toMatch(text);
    expect(result.status).toBe(status);
  });

  it.each([
    [['user', 'list']],
    [['export']],
    [['export', '--archive', '/dev/null']],
    [['app-password', 'list', 'admin']],
    [['backup', join(folder.path, 'unwanted.tar')]],
  ])('says for %j that there is no site, and makes none', async (argv) => {
    const path = join(folder.path, 'nowhere');
    const { status, output } = await run(argv, { PLATEN_DATA_DIR: path });
    expect(output).toMatch(/There is no site in .*nowhere/);
    expect(status).toBe(1);
    expect(existsSync(path)).toBe(false);
  });

  it('gives a sentence about a damaged archive', async () => {
    const file = join(folder.path, 'damaged.tgz');
    const env = { PLATEN_DATA_DIR: join(folder.path, 'archived') };
    await run(['init'], env);
    await run(['export', '--archive', file], env);
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length / 2));
    const cut = await run(['import', file, '--replace'], env);
    expect(cut).toMatchObject({ status: 1, output: expect.stringMatching(/damaged|cut off/) });
    whole.fill(0, 200, 400);
    await writeFile(file, whole);
    const spoilt = await run(['import', file, '--replace'], env);
    expect(spoilt).toMatchObject({ status: 1, output: expect.stringMatching(/damaged|cut off/) });
    expect(spoilt.output).not.toMatch(/\n\s+at /);
  });

  it('ends quietly when nobody reads its output any more', async () => {
    const child = spawn(process.execPath, [program, 'help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [status] = await once(child, 'close');
    expect(said).toBe('');
    expect(status).toBe(0);
  });

  it('stops a server quietly when nobody reads its log any more', async () => {
    const child = spawn(process.execPath, [program, 'serve'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PLATEN_DATA_DIR: join(folder.path, 'unread'), PLATEN_PORT: '0' },
    });
    let output = '';
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await expect.poll(() => output, { timeout: 300_000 }).toContain('curl -u');
    child.stdout.destroy();
    const closed = once(child, 'close');
    const url = /Platen answers at (\S+)/.exec(output)?.[1] ?? '';
    for (let i = 0; i < 100 && child.exitCode === null; i += 1) if (!(await fetch(url).catch(() => null))) break;
    const [status] = await closed;
    expect(said).toBe('');
    expect(status).toBe(0);
  });
});
