import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsWith } from '../../src/cli/commands.ts';
import { createClient } from '../../src/client/client.ts';
import { freePort } from '../support/free-port.ts';
import { type KillableSite, killableSite } from '../support/server-process.ts';
import { writeBlocks } from './block-files.ts';
import { blocks, type CodeBlock, isGenerated, pathIn, placeOf, root } from './code-blocks.ts';
import { commandsIn } from './commands-in.ts';

const run = promisify(execFile);
const marked = blocks.filter(({ note }) => note === 'run');
const named = (chosen: readonly CodeBlock[]) => chosen.map((block) => [placeOf(block), block] as const);

let folder: string;
let password: string;
let site: KillableSite;
let environment: NodeJS.ProcessEnv;
let scripts: { folder: string; files: string[] };
const scriptBlocks = marked.filter(({ language }) => language === 'ts');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-docs-'));
  // Examples use passwords of programs: the one of the account opens nothing here.
  site = await killableSite({ PLATEN_SAMPLE_CONTENT: 'on', PLATEN_BASIC_ACCOUNT_PASSWORD: 'off' });
  const [made = ''] = (await site.command('app-password', 'create', 'admin', 'examples')).split('\n');
  password = made.replaceAll(' ', '');
  scripts = await writeBlocks(scriptBlocks);
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await program(join(bin, 'platen'), `exec '${process.execPath}' '${join(root, 'scripts/run.mjs')}' "$@"`);
  // An answer that is an error fails the block; readers want to see it instead.
  await program(join(bin, 'curl'), `PATH=\${PATH#*:} exec curl --fail-with-body --silent --show-error "$@"`);
  environment = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATEN_'))),
    PATH: `${bin}${delimiter}${process.env['PATH']}`,
    PLATEN_DATA_DIR: site.dataDir,
    CONTENT_URL: site.origin,
    CONTENT_PASSWORD: password,
  };
});
afterAll(async () => {
  await site.remove();
  await rm(folder, { recursive: true, force: true });
  await rm(scripts.folder, { recursive: true, force: true });
});

describe('the blocks that are marked to run', () => {
  it.each(named(marked.filter(({ language }) => language === 'sh')))('%s succeeds', async (_place, { code }) => {
    const here = code.replaceAll('http://127.0.0.1:8080', site.origin).replaceAll(':APP_PASSWORD', `:${password}`);
    const done = run('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder, env: environment });
    await expect(done).resolves.toMatchObject({ stdout: expect.stringMatching(/\S/) });
  });

  it.each(named(scriptBlocks))('%s succeeds', async (_place, block) => {
    const file = scripts.files[scriptBlocks.indexOf(block)] ?? '';
    const done = run(process.execPath, [file], { cwd: folder, env: environment });
    await expect(done).resolves.toMatchObject({ stdout: expect.stringMatching(/\S/) });
  });

  it('log in with passwords of programs, in the reference as well', () => {
    const credentials = blocks.flatMap(({ code }) => [...code.matchAll(/-u '?\w+:(\w+)/g)].map(([, used]) => used));
    expect(new Set(credentials)).toEqual(new Set(['APP_PASSWORD']));
    expect(credentials.length).toBeGreaterThan(100);
  });

  it('are of a language that can run, and many', () => {
    expect(marked.filter(({ language }) => !['sh', 'ts'].includes(language)).map(placeOf)).toEqual([]);
    expect(marked.length).toBeGreaterThan(20);
  });
});

it('the server of the page on previews shows what is not saved, and the ordinary page to everybody else', async () => {
  const block = blocks.find((one) => one.page === 'docs/features/previews.md' && pathIn(one) === 'server/preview.ts');
  const port = await freePort();
  const code = (block?.code ?? '').replace('127.0.0.1:8080', new URL(site.origin).host).replace('3000', String(port));
  const written = await writeBlocks(block ? [{ ...block, code }] : []);
  const server = spawn(process.execPath, [written.files[0] ?? ''], { stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    const read = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, cached: answer.headers.get('cache-control'), text: await answer.text() };
    };
    await expect
      .poll(() => read('/').catch(() => null), { timeout: 300_000 })
      .toMatchObject({
        text: 'the ordinary page',
      });
    const auth = { username: 'admin', password };
    const client = createClient({ url: site.origin, auth });
    const { id: post } = await client.posts.create({ title: 'Stored' });
    const changes = { title: 'Not saved' };
    const { id, token } = await client.request('POST', '/platen/v1/previews', { post, changes });
    expect(await read(`/any/?preview=${token}`)).toMatchObject({
      status: 200,
      cached: 'private, no-store',
      text: expect.stringContaining('<h1 data-platen-field="title">Not saved</h1>'),
    });
    await client.request('DELETE', '/platen/v1/previews/{id}', { id });
    expect((await read(`/any/?preview=${token}`)).status).toBe(404);
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
    await rm(written.folder, { recursive: true, force: true });
  }
});

describe('the commands of the documentation', () => {
  const known = commandsWith([]);
  const shells = blocks.filter(({ page, language }) => language === 'sh' && !isGenerated(page));

  it.each(named(shells))('of %s exist, with their flags', (_place, { code }) => {
    expect(commandsIn(code, known).filter(({ problem }) => problem !== null)).toEqual([]);
  });

  it('are found to be wrong where they are', () => {
    const problems = (code: string) => commandsIn(code, known).map(({ problem }) => problem);
    expect(problems('PLATEN_PORT=1 platen serve --port 0 # x')).toEqual([null]);
    expect(problems('platen user create ann a@b.c --rank editor')).toEqual(['--rank']);
    expect(problems('npm run platen -- paint')).toEqual(['paint']);
    expect(problems('npm run absent && npm test')).toEqual(['absent', null]);
    expect(problems('platen new a && npm run dev && npm run conformance')).toEqual([null, null, 'conformance']);
  });
});

async function program(path: string, line: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${line}\n`);
  await chmod(path, 0o755);
}
