import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** Stands for the builder: it waits for a file beside it, then writes a page into the folder that it was told. */
const builder = `import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
const out = process.argv[process.argv.indexOf('--outDir') + 1];
while (!existsSync(new URL('go-on', import.meta.url))) await new Promise((next) => setTimeout(next, 20));
mkdirSync(out + '/assets', { recursive: true });
writeFileSync(out + '/index.html', '<!doctype html><html lang="en" dir="ltr"><title>Built</title>');
`;

describe('a clone that is started', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let clone: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
    clone = join(folder.path, 'clone');
    for (const part of ['src', 'bin', 'scripts', 'package.json', 'package-lock.json'])
      await cp(join(root, part), join(clone, part), { recursive: true });
    for (const file of ['index.html', 'vite.config.ts', 'src/main.tsx', 'package.json'])
      await cp(join(root, 'admin', file), join(clone, 'admin', file));
    const packages = join(clone, 'node_modules');
    await mkdir(join(packages, 'vite/bin'), { recursive: true });
    for (const name of await readdir(join(root, 'node_modules')))
      if (!['vite', '.package-lock.json'].includes(name))
        await symlink(join(root, 'node_modules', name), join(packages, name));
    await writeFile(join(packages, 'vite/bin/vite.js'), builder);
    await writeFile(join(packages, 'vite/package.json'), '{"type":"module"}');
    await writeFile(join(packages, '.package-lock.json'), '{}');
  });
  afterAll(() => folder.remove());

  async function start(env: Record<string, string> = {}): Promise<{ child: ChildProcess; url: string }> {
    const port = await freePort();
    const settings = {
      PLATEN_DATA_DIR: join(folder.path, `data-${port}`),
      PLATEN_PORT: String(port),
      PLATEN_ADMIN_PASSWORD: 'password',
      PLATEN_DRAIN_SECONDS: '0',
      ...env,
    };
    const [, ...args] = manifest.scripts.start.replace('exec ', '').split(' ');
    const child = spawn(process.execPath, args, { cwd: clone, env: { ...process.env, ...settings }, stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => isUp(`${url}/readyz`)).toBe(true);
    return { child, url };
  }
  const isUp = (url: string) =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  async function logIn(url: string): Promise<string> {
    const body = new URLSearchParams({ log: 'admin', pwd: 'password' });
    const answer = await fetch(`${url}/wp-login.php`, { method: 'POST', body, redirect: 'manual' });
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  it.each(['1', '2'])(
    'answers before its admin page is built, and has it when it is, with %s workers',
    async (workers) => {
      const goOn = join(clone, 'node_modules/vite/bin/go-on');
      // What an earlier version built is not shown.
      await mkdir(join(clone, 'admin/dist'), { recursive: true });
      await writeFile(join(clone, 'admin/dist/index.html'), 'An old page');
      await utimes(join(clone, 'admin/dist/index.html'), 1, 1);
      const { child, url } = await start({ PLATEN_WORKERS: workers });
      expect((await fetch(`${url}/wp-json/`)).status).toBe(200);
      const cookie = await logIn(url);
      const admin = () => fetch(`${url}/admin/`, { headers: { cookie } });
      const waiting = await admin();
      expect([waiting.status, waiting.headers.get('refresh')]).toEqual([503, '3']);
      expect(await waiting.text()).toContain('The admin page is being built.');
      await writeFile(goOn, '');
      await expect.poll(async () => (await admin()).text()).toContain('<title>Built</title>');
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(goOn);
      expect(existsSync(join(clone, 'admin/dist/index.html'))).toBe(true);
    },
  );
});

/** What npm is told for a need, if some files are there and were changed at some time. */
type Missing = (need: string, has: (path: string) => boolean, changed: (path: string) => number) => string[] | null;
const { missing }: { missing: Missing } = await import(
  new URL('../../scripts/ensure-installed.mjs', import.meta.url).href
);

describe('what is installed for a start', () => {
  const nothing = () => false;
  const only =
    (...names: string[]) =>
    (path: string) =>
      names.some((name) => path === join(root, 'node_modules', name));
  const current = (path: string) => (path.includes('node_modules') ? 2 : 1);
  const old = (path: string) => (path.includes('node_modules') ? 1 : 2);

  it('is nothing that only tests, checks or the admin page need', async () => {
    const command = missing('server', nothing, current) ?? [];
    expect(command.slice(0, 2)).toEqual(['ci', '--omit=dev']);
    expect(command).not.toContain('--workspace=platen-admin');
    expect(command.some((part) => part === '--workspaces=false' || part === '--workspace=platen-runtime')).toBe(true);
    const admin = JSON.parse(await readFile(join(root, 'admin/package.json'), 'utf8'));
    const own = Object.keys(manifest.dependencies);
    for (const name of Object.keys({ ...admin.dependencies, ...manifest.devDependencies }))
      expect(own).not.toContain(name);
  });

  it('is nothing where it is there, and is installed again when the list has changed', () => {
    const there = only('.package-lock.json', 'hono', 'node');
    expect(missing('server', there, current)).toBeNull();
    expect(missing('server', there, old)).toContain('--omit=dev');
    expect(missing('server', only('hono', 'node'), current)).toContain('--omit=dev');
  });

  it('leaves the packages of a running server in place when the admin page needs more', () => {
    const command = missing('admin', only('.package-lock.json', 'hono', 'node'), current) ?? [];
    expect(command[0]).toBe('install');
    expect(command).toContain('--workspace=platen-admin');
  });

  it('is everything for tests, and for whoever had everything before', () => {
    const server = only('.package-lock.json', 'hono', 'node');
    expect(missing('all', server, current)).toEqual(['ci', '--include=dev']);
    const everything = only('.package-lock.json', 'hono', 'node', 'vitest', '@vitejs/plugin-react');
    expect(missing('all', everything, current)).toBeNull();
    expect(missing('server', everything, old)).toEqual(['ci', '--include=dev']);
  });
});
