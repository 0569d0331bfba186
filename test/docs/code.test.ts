import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postcss from 'postcss';
import { describe, expect, it } from 'vitest';
import { writeBlocks } from './block-files.ts';
import { blocks, blocksOf, type CodeBlock, isGenerated, placeOf, root } from './code-blocks.ts';

const run = promisify(execFile);
const of = (...languages: readonly string[]) => blocks.filter(({ language }) => languages.includes(language));
const named = (chosen: readonly CodeBlock[]) => chosen.map((block) => [placeOf(block), block] as const);

/** Languages that are only shown: there is nothing to run, and no tool of the project reads them. */
const shown = ['txt', 'html', 'ini', 'caddyfile'];
const checked = ['ts', 'tsx', 'astro', 'js', 'json', 'css', 'sh', 'nginx', 'haproxy'];

describe('the code blocks of the documentation', () => {
  it('are found on many pages', () => {
    expect(new Set(blocks.map(({ page }) => page)).size).toBeGreaterThan(30);
    expect(blocksOf('x.md', 'a\n```sh run\nls\n```\n')).toEqual([
      { page: 'x.md', line: 2, language: 'sh', note: 'run', code: 'ls\n' },
    ]);
  });

  it('have a language that is checked, or one that is only shown', () => {
    const known = [...shown, ...checked];
    expect(blocks.filter(({ language }) => !known.includes(language)).map(placeOf)).toEqual([]);
  });

  it('of the shell are run, or say why not', () => {
    const unclear = of('sh').filter(({ page, note }) => !isGenerated(page) && !/^run$|^reason: \w/.test(note));
    expect(unclear.map(placeOf)).toEqual([]);
  });

  it('in TypeScript have the types of the exports', async () => {
    const { folder } = await writeBlocks(of('ts', 'tsx', 'astro').filter((block) => starterFile(block) === null));
    try {
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
      expect(stdout).toBe('');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  const ofStarters = blocks.filter((block) => starterFile(block) !== null);
  it.each(named(ofStarters))('%s is part of the starter, which is compiled and built', async (_place, block) => {
    expect(await readFile(join(root, starterFile(block) ?? ''), 'utf8')).toContain(block.code);
  });

  it.each(named(of('json')))('%s is JSON', (_place, { code }) => {
    expect(() => JSON.parse(code)).not.toThrow();
  });

  it.each(named(of('css')))('%s is a style sheet', (_place, { code }) => {
    expect(postcss.parse(code).nodes.length).toBeGreaterThan(0);
  });

  it.each(named(of('js')))('%s is JavaScript', async (_place, { code }) => {
    await inFolder({ 'block.mjs': code }, (folder) => run(process.execPath, ['--check', join(folder, 'block.mjs')]));
  });
});

describe('the configurations of proxies', () => {
  const nginx = programAt('/usr/sbin/nginx', '/usr/local/sbin/nginx');
  const haproxy = programAt('/usr/sbin/haproxy', '/usr/local/sbin/haproxy');

  it.skipIf(nginx === '').each(named(of('nginx')))('%s is accepted by nginx', async (_place, { code }) => {
    const site = code.replaceAll('listen 80;', 'listen 18080;');
    const whole = `pid nginx.pid; error_log stderr; events {}\nhttp { access_log off;\n${site}}\n`;
    await inFolder({ 'nginx.conf': whole }, (folder) => run(nginx, ['-t', '-p', folder, '-c', 'nginx.conf']));
  });

  it.skipIf(haproxy === '').each(named(of('haproxy')))('%s is accepted by HAProxy', async (_place, { code }) => {
    await inFolder({ 'haproxy.cfg': code }, (folder) => run(haproxy, ['-c', '-f', join(folder, 'haproxy.cfg')]));
  });
});

/** The file of an example that a block shows a part of. */
function starterFile({ note }: CodeBlock): string | null {
  return /^in (examples\/\S+)$/.exec(note)?.[1] ?? null;
}

/** Where a program is; empty where it is not installed. */
function programAt(...paths: readonly string[]): string {
  return paths.find((path) => existsSync(path)) ?? '';
}

async function inFolder(files: Readonly<Record<string, string>>, work: (folder: string) => Promise<unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-docs-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await expect(work(folder)).resolves.toBeDefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
