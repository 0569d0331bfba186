import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, inject, it } from 'vitest';
import { inConsumer, strangersEnvironment } from './in-consumer.ts';

const consumer = inject('consumer');
const node = process.execPath;
const bin = (name: string) => join(consumer, 'node_modules/.bin', name);

describe('the tarball', () => {
  it('holds what is needed to run, and no source, test or benchmark', async () => {
    const { stdout } = await promisify(execFile)('tar', ['tzf', inject('tarball')]);
    const all = stdout.trim().split('\n');
    const starters = all.filter((name) => /^package\/examples\/(?:astro|next|typescript)\//.test(name));
    const names = all.filter((name) => !starters.includes(name));
    expect(names).toContain('package/dist/index.js');
    expect(names).toContain('package/dist/index.d.ts');
    expect(names).toContain('package/dist/bundle/program.cjs.map');
    expect(names).toContain('package/admin/dist/index.html');
    expect(names.filter((name) => !/^package\/(?:dist|bin|admin\/dist)\//.test(name)).sort()).toEqual([
      'package/CHANGELOG.md',
      'package/LICENSE',
      'package/README.md',
      'package/package.json',
    ]);
    expect(names.filter((name) => /\.test\.|test-support|(?<!\.d)\.ts$/.test(name))).toEqual([]);
    for (const template of ['astro', 'next', 'typescript'])
      expect(starters).toContain(`package/examples/${template}/platen.config.ts`);
    expect(starters.filter((name) => /node_modules|\.next\/|\.env$|\/dist\//.test(name))).toEqual([]);
  });

  it('installs in less than it used to: 116 packages and 89 MB', () => {
    const { packages, kilobytes } = inject('installed');
    expect(packages).toBeLessThan(100);
    expect(kilobytes).toBeLessThan(80_000);
  });
});

describe('the program', () => {
  it('serves a site in an empty folder, with its threads and processes', async () => {
    const { folder, url, password, stop } = await served(node, [], 'npx');
    try {
      const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
      const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
        fetch(`${url}/wp-json/wp/v2/${path}`, { method: 'POST', headers: { authorization, ...headers }, body });
      // A long text goes to a thread, a large body to another, and a picture to a process.
      const content = '<p>Words and more words.</p>\n'.repeat(40_000);
      const long = await post('posts', JSON.stringify({ title: 'Long', content, status: 'publish' }), {
        'content-type': 'application/json',
      });
      expect(long.status).toBe(201);
      const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#888' } })
        .png()
        .toBuffer();
      const upload = await post('media', new Uint8Array(picture), {
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename="grey.png"',
      });
      const media = (await upload.json()) as { media_details: { sizes: Record<string, unknown> } };
      expect(Object.keys(media.media_details.sizes)).toContain('medium');
      const found = await fetch(`${url}/wp-json/wp/v2/posts?search=words`);
      expect(((await found.json()) as unknown[]).length).toBe(1);
      const home = await (await fetch(`${url}/`)).text();
      expect(home).toContain('A first post');
      const assets = [...home.matchAll(/(?:href|src)="([^"]*\/platen-theme\/[^"]+)"/g)].map(([, link = '']) => link);
      expect(assets.some((link) => link.includes('.css'))).toBe(true);
      for (const asset of assets) expect((await fetch(new URL(asset, url))).status, asset).toBe(200);
      expect(await (await fetch(`${url}/wp-login.php`)).text()).toContain('<form');
      expect((await fetch(`${url}/wp-json/`)).status).toBe(200);
      expect(await readdir(folder)).toEqual(['data']);
    } finally {
      await stop();
    }
  });

  it.each([
    ['mysql2', { PLATEN_DATABASE_URL: 'mysql://root@127.0.0.1:3306/x' }],
    ['nodemailer', { PLATEN_SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['@aws-sdk/client-s3', { PLATEN_MEDIA_STORAGE: 's3://key:secret@storage.example/bucket' }],
  ])('says how to install %s where a setting needs it', async (name, env) => {
    const { status, output } = await inConsumer(bin('platen'), ['serve', '--data-dir', './wants'], env);
    expect(output).toContain(`npm install ${name}`);
    expect(output).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
  });

  it('refuses a picture with a sentence where sharp is missing, and stores other files', async () => {
    const hidden = join(consumer, 'node_modules/sharp-away');
    await rename(join(consumer, 'node_modules/sharp'), hidden);
    try {
      await writeFile(
        join(consumer, 'no-sharp.ts'),
        `import { startPlaten } from 'platen/testing';
        const site = await startPlaten();
        console.log((await site.media({ name: 'a.txt', bytes: Buffer.from('x') })).id > 0);
        const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
        await site.media({ name: 'a.png', bytes: png }).catch((error) => console.log(error.message));
        await site.close();`,
      );
      const { output } = await inConsumer(node, ['no-sharp.ts']);
      expect(output).toMatch(/^true\n.*refused the fixture with 4\d\d: .*npm install sharp/);
    } finally {
      await rename(hidden, join(consumer, 'node_modules/sharp'));
      await rm(join(consumer, 'no-sharp.ts'));
    }
  });

  it('serves on Node 22 too', async () => {
    const old = join(consumer, 'node_modules/node-22/bin/node');
    expect((await promisify(execFile)(old, ['--version'])).stdout).toMatch(/^v22\./);
    const { url, stop } = await served(old, [bin('platen')], 'old');
    try {
      const posts = (await (await fetch(`${url}/wp-json/wp/v2/posts?search=first`)).json()) as unknown[];
      expect(posts).toHaveLength(1);
    } finally {
      await stop();
    }
  });
});

describe('the client', () => {
  const program = `import { createClient, PlatenError, type PostView } from 'platen/client';
    const client = createClient({ url: globalThis.location?.href ?? '', retries: 1 });
    const titles: string[] = [];
    for await (const post of client.posts.all({ per_page: 1, _fields: ['title'] })) titles.push(post.title.rendered);
    const first: PostView | undefined = (await client.posts.list({ search: 'first' })).items[0];
    const code = await client.posts.get(999999).catch((error) => (error instanceof PlatenError ? error.code : ''));
    console.log(JSON.stringify({ titles, first: first?.slug, code }));`;

  it.each([
    ['browsers', ['--lib', 'es2022,dom'], 'globalThis.location?.href ?? ""'],
    ['Node', ['--lib', 'es2022', '--types', 'node'], 'process.argv[2] ?? ""'],
  ])('compiles strictly in an empty project for %s, with the types it needs checked', async (_name, lib, address) => {
    const folder = await mkdtemp(join(consumer, 'client-'));
    const file = join(folder, 'program.ts');
    await writeFile(file, program.replace("globalThis.location?.href ?? ''", address));
    const flags = ['--noEmit', '--strict', '--ignoreConfig', '--target', 'es2022', '--skipLibCheck', 'false'];
    for (const module of [
      ['--module', 'nodenext'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ]) {
      const { output } = await inConsumer(bin('tsc'), [...flags, ...module, ...lib, file]);
      expect(output).toBe('');
    }
  });

  it('lists posts, on Node 22 too', async () => {
    const { url, stop } = await served(node, [bin('platen')], 'listed');
    const file = join(consumer, 'client-program.ts');
    await writeFile(file, program.replace("globalThis.location?.href ?? ''", 'process.argv[2] ?? ""'));
    try {
      for (const one of [node, join(consumer, 'node_modules/node-22/bin/node')]) {
        const { output } = await inConsumer(one, ['--experimental-strip-types', '--no-warnings', file, url]);
        const found = JSON.parse(output);
        expect(found).toMatchObject({ first: 'a-first-post', code: 'rest_post_invalid_id' });
        expect(found.titles.length).toBeGreaterThan(0);
      }
    } finally {
      await stop();
      await rm(file);
    }
  });
});

describe('a configuration file', () => {
  it('brings an extension and a theme to a site with two workers', async () => {
    const { url, stop } = await served(
      node,
      [bin('platen'), 'serve', '--config', join(consumer, 'platen.config.ts')],
      'configured',
    );
    try {
      const types = (await (await fetch(`${url}/wp-json/wp/v2/types`)).json()) as object;
      expect(Object.keys(types)).toContain('product');
      for (let i = 0; i < 4; i += 1) {
        const waiting = await fetch(`${url}/wp-json/shop/v1/orders/waiting?n=${i}`, {
          headers: { connection: 'close' },
        });
        expect(await waiting.json()).toEqual({ count: 0 });
      }
      expect(await (await fetch(`${url}/`)).text()).toContain('A theme of my own');
    } finally {
      await stop();
    }
  });
});

describe('the package in a program', () => {
  it('runs the example of the readme', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const [, block = ''] = /```ts\n(\s*import \{ createPlaten[\s\S]*?)```/.exec(readme) ?? [];
    expect(block).toContain("from 'platen'");
    const probe = "console.log((await fetch(url + '/wp-json/')).status);\n";
    await writeFile(join(consumer, 'readme.ts'), block.replace(/^\s*\/\/ … talk.*$/m, probe));
    const { status, output } = await inConsumer(node, ['readme.ts'], { PLATEN_LOG_LEVEL: 'silent' });
    expect(output).toContain('200');
    expect(status).toBe(0);
  });

  it('compiles strictly, with the types of its dependencies checked', async () => {
    await mkdir(join(consumer, 'docs'), { recursive: true });
    let blocks = 0;
    for (const guide of ['testing', 'backup', 'upgrading', 'extensions', 'content-types', 'client']) {
      const text = await readFile(new URL(`../../docs/${guide}.md`, import.meta.url), 'utf8');
      for (const [, block = ''] of text.matchAll(/```ts\n([\s\S]*?)```/g)) {
        blocks += 1;
        await writeFile(join(consumer, 'docs', `${guide}-${blocks}.ts`), block);
      }
    }
    expect(blocks).toBeGreaterThan(4);
    const { status, output } = await inConsumer(bin('tsc'), ['-p', '.']);
    expect(output).toBe('');
    expect(status).toBe(0);
  });

  it.each(['webhook', 'products', 'markdown', 'signed-downloads', 'block-editor'])(
    'builds the example %s',
    async (name) => {
      const { status, output } = await inConsumer(bin('tsc'), ['-p', join('examples', name)]);
      expect(output).toBe('');
      expect(status).toBe(0);
    },
  );

  it.each([
    ['vitest', [bin('vitest'), 'run']],
    ['jest', ['--experimental-vm-modules', join(consumer, 'node_modules/jest/bin/jest.js')]],
    [
      'node:test',
      ['--test', '--test-isolation=none', 'site.node-test.ts', 'extensions/*.test.ts', 'examples/*/src/*.test.ts'],
    ],
    ['Playwright', [join(consumer, 'node_modules/@playwright/test/cli.js'), 'test']],
  ])('is tested with by %s', async (_name, args) => {
    const { status, output } = await inConsumer(node, args, { CI: '1', NO_COLOR: '1' });
    expect(status, output).toBe(0);
    expect(output).toMatch(/passed|pass /);
    expect(output).not.toContain('"level"');
  });
});

/** The program, started in an empty folder of the project by `npx`, or by another Node. */
async function served(runner: string, args: readonly string[], name: string) {
  const folder = await mkdtemp(join(consumer, `${name}-`));
  const env = strangersEnvironment({ PLATEN_PORT: '0' });
  const [command, ...rest] = args.length === 0 ? ['npx', 'platen'] : [runner, ...args];
  const child: ChildProcess = spawn(command!, rest, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const url = () => /Platen answers at (\S+)\/wp-json/.exec(output)?.[1];
  for (const until = Date.now() + 600_000; !url(); await new Promise((later) => setTimeout(later, 50)))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`It does not answer:\n${output}`);
  return {
    folder,
    url: url() ?? '',
    password: /once\): (\S+)/.exec(output)?.[1] ?? '',
    async stop() {
      const ended = once(child, 'exit');
      // npx starts the program as a child of its own: both are in this group.
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
      await expect.poll(() => isGroupAlive(child.pid!)).toBe(false);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function isGroupAlive(id: number): boolean {
  try {
    return process.kill(-id, 0);
  } catch {
    return false;
  }
}
