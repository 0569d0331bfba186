import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { run, startServer, temporaryFolder } from '../support/server-process.ts';

const folder = await temporaryFolder();
afterAll(folder.remove);

describe('starting the program', () => {
  it('does not stumble over what Kubernetes sets for a service called platen', async () => {
    const server = await startServer({
      dataDir: join(folder.path, 'service'),
      env: { PLATEN_SERVICE_HOST: '10.0.0.1', PLATEN_SERVICE_PORT: '80', PLATEN_PORT_80_TCP: 'tcp://10.0.0.1:80' },
    });
    expect(await server.stop()).toBe(0);
    const injected = { PLATEN_SERVICE_HOST: '10.0.0.1', PLATEN_PORT: 'tcp://10.0.0.1:80' };
    const { status, output } = await run(['config'], injected);
    expect(status).toBe(0);
    expect(output).toContain('PLATEN_PORT describes a Kubernetes service and is ignored.');
  });

  it('makes a site, shows its password once, and serves what it made', async () => {
    const first = await startServer({ dataDir: join(folder.path, 'site'), env: { PLATEN_LOG_LEVEL: 'silent' } });
    await expect.poll(first.output).toContain('Password (shown only this once)');
    const shown = /Password \(shown only this once\): (\S+)/.exec(first.output())?.[1];
    expect(shown).toMatch(/^\S{20,}$/);
    // The address is printed after it answers.
    await vi.waitFor(() => expect(first.output()).toContain('curl'), { timeout: 300_000 });
    expect(first.output()).toContain(`${first.url}/wp-json/`);
    const posts = (await (await fetch(`${first.url}/wp-json/wp/v2/posts`)).json()) as { title: { rendered: string } }[];
    expect(posts).toHaveLength(1);
    const comments = (await (await fetch(`${first.url}/wp-json/wp/v2/comments`)).json()) as unknown[];
    expect(comments).toHaveLength(1);
    const authorization = `Basic ${Buffer.from(`admin:${shown}`).toString('base64')}`;
    const me = await fetch(`${first.url}/wp-json/wp/v2/users/me`, { headers: { authorization } });
    expect(me.status).toBe(200);
    expect(await first.stop()).toBe(0);

    const second = await startServer({ dataDir: join(folder.path, 'site'), env: { PLATEN_LOG_LEVEL: 'silent' } });
    expect(second.output()).not.toContain(shown as string);
    expect(second.output()).not.toContain('Password');
    expect((await fetch(`${second.url}/wp-json/wp/v2/users/me`, { headers: { authorization } })).status).toBe(200);
    expect(await second.stop()).toBe(0);
  });

  it('finishes what is under way before it stops', async () => {
    const server = await startServer({
      dataDir: join(folder.path, 'graceful'),
      env: { PLATEN_ADMIN_PASSWORD: 'pw', PLATEN_LOG_LEVEL: 'silent' },
    });
    const authorization = `Basic ${Buffer.from('admin:pw').toString('base64')}`;
    const writing = Array.from({ length: 20 }, (_, i) =>
      fetch(`${server.url}/wp-json/wp/v2/posts`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Post ${i}`, status: 'publish' }),
      }).then(
        (answer) => answer.status,
        () => 0,
      ),
    );
    await Promise.race(writing);
    expect(await server.stop()).toBe(0);
    const made = (await Promise.all(writing)).filter((status) => status === 201).length;
    const again = await startServer({ dataDir: join(folder.path, 'graceful'), env: { PLATEN_LOG_LEVEL: 'silent' } });
    const total = (await fetch(`${again.url}/wp-json/wp/v2/posts?per_page=1`)).headers.get('x-wp-total');
    expect(Number(total)).toBeGreaterThanOrEqual(made + 1);
    await again.stop();
  });

  it('keeps what was acknowledged when it is killed', async () => {
    const dataDir = join(folder.path, 'killed');
    const server = await startServer({
      dataDir,
      env: { PLATEN_ADMIN_PASSWORD: 'pw', PLATEN_LOG_LEVEL: 'silent', PLATEN_SAMPLE_CONTENT: 'off' },
    });
    const authorization = `Basic ${Buffer.from('admin:pw').toString('base64')}`;
    let acknowledged = 0;
    const write = async () => {
      for (;;) {
        const answer = await fetch(`${server.url}/wp-json/wp/v2/posts`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ title: 'Kept', status: 'publish' }),
        }).catch(() => null);
        if (answer?.status !== 201) return;
        acknowledged += 1;
      }
    };
    const writers = [write(), write(), write()];
    for (let i = 0; i < 200 && acknowledged < 20; i++) await new Promise((later) => setTimeout(later, 100));
    server.child.kill('SIGKILL');
    await Promise.all(writers);
    const again = await startServer({ dataDir, env: { PLATEN_LOG_LEVEL: 'silent' } });
    const total = Number((await fetch(`${again.url}/wp-json/wp/v2/posts?per_page=1`)).headers.get('x-wp-total'));
    expect(acknowledged).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(acknowledged);
    expect(total).toBeLessThanOrEqual(acknowledged + writers.length);
    await again.stop();
  });

  it.each([
    [{ PLATEN_PORT: 'http' }, /PLATEN_PORT is "http"; it must be a whole number/],
    [{ PLATEN_ADMIN_PASSWORD: 'ä'.repeat(2049) }, /PLATEN_ADMIN_PASSWORD must not be blank and has at most 4096 bytes/],
    [{ PLATEN_COLOUR: 'red' }, /There is no option PLATEN_COLOUR/],
    [{ PLATEN_DATABASE_URL: 'mysql://nobody:wrong@127.0.0.1:9/none' }, /^(?!.*\n\s+at )/s],
  ])('stops with a sentence for %j', async (env, sentence) => {
    const { status, output } = await run(['serve'], { PLATEN_DATA_DIR: join(folder.path, 'refused'), ...env });
    expect(status).toBe(1);
    expect(output).toMatch(sentence);
    expect(output).not.toMatch(/\n\s+at /);
    expect(output).not.toContain('wrong@');
  });

  it('says so where the data folder is a file', async () => {
    await writeFile(join(folder.path, 'file'), 'not a folder');
    const { status, output } = await run(['serve'], { PLATEN_DATA_DIR: join(folder.path, 'file') });
    expect(status).toBe(1);
    expect(output).toContain('there is a file of that name');
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('says which port is taken', async () => {
    const server = await startServer({ dataDir: join(folder.path, 'taken'), env: { PLATEN_LOG_LEVEL: 'silent' } });
    const port = new URL(server.url).port;
    const { status, output } = await run(['serve'], {
      PLATEN_DATA_DIR: join(folder.path, 'taken-2'),
      PLATEN_PORT: port,
    });
    expect(status).toBe(1);
    expect(output).toContain(`Port ${port} is taken`);
    await server.stop();
  });

  it('shows metrics at an address of their own, with several workers too, and elsewhere only with the token', async () => {
    const port = await freePort();
    const server = await startServer({
      dataDir: join(folder.path, 'metrics'),
      env: {
        PLATEN_WORKERS: '2',
        PLATEN_METRICS_LISTEN: `127.0.0.1:${port}`,
        PLATEN_METRICS_TOKEN: 'right',
        PLATEN_LOG_LEVEL: 'silent',
      },
    });
    const own = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
    const metrics = await own('/metrics', { headers: { 'x-forwarded-for': '10.0.0.7' } });
    expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('platen_cache_hits')]);
    expect((await own('/readyz')).status).toBe(200);
    for (const path of ['/', '/wp-json/', '/admin/', '/wp-json/wp/v2/posts', '/metrics/x'])
      expect((await own(path)).status, path).toBe(404);
    expect((await own('/metrics', { method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(404);
    const here = (headers: Record<string, string>) => fetch(`${server.url}/metrics`, { headers });
    expect((await here({})).status).toBe(403);
    expect((await here({ authorization: 'Bearer right' })).status).toBe(200);
    expect(await server.stop()).toBe(0);
    const taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
    const refused = await run(['serve'], {
      PLATEN_DATA_DIR: join(folder.path, 'metrics'),
      PLATEN_PORT: '0',
      PLATEN_METRICS_LISTEN: `127.0.0.1:${port}`,
    });
    taken.close();
    expect(refused).toEqual({ status: 1, output: expect.stringContaining('PLATEN_METRICS_LISTEN') });
    expect(refused.output).not.toMatch(/\n\s+at /);
  });

  it('answers from several workers', async () => {
    const server = await startServer({
      dataDir: join(folder.path, 'workers'),
      env: { PLATEN_WORKERS: '2', PLATEN_LOG_LEVEL: 'silent' },
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${server.url}/wp-json/wp/v2/posts`)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(await server.stop()).toBe(0);
  });
});

describe('the command line', () => {
  it('shows options without their secrets', async () => {
    const { status, output } = await run(['config'], {
      PLATEN_ADMIN_PASSWORD: 'open sesame',
      PLATEN_SMTP_URL: 'smtp://u:hush@localhost',
    });
    expect(status).toBe(0);
    expect(output).toContain('PLATEN_DATA_DIR');
    expect(output).not.toMatch(/sesame|hush/);
  });

  it('names what it does not know', async () => {
    expect(await run(['serv'])).toEqual({ status: 1, output: expect.stringContaining('There is no command "serv"') });
    expect((await run(['user', 'create'])).output).toContain('Usage: platen user create NAME');
  });
});
