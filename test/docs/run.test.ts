import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsWith } from '../../src/cli/commands.ts';
import { type KillableSite, killableSite } from '../support/server-process.ts';
import { writeBlocks } from './block-files.ts';
import { blocks, type CodeBlock, isGenerated, placeOf, root } from './code-blocks.ts';
import { commandsIn } from './commands-in.ts';

const run = promisify(execFile);
const marked = blocks.filter(({ note }) => note === 'run');
const named = (chosen: readonly CodeBlock[]) => chosen.map((block) => [placeOf(block), block] as const);
const password = 'password';

let folder: string;
let site: KillableSite;
let environment: NodeJS.ProcessEnv;
let scripts: { folder: string; files: string[] };
const scriptBlocks = marked.filter(({ language }) => language === 'ts');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-docs-'));
  site = await killableSite({ PLATEN_SAMPLE_CONTENT: 'on' });
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
    const here = code.replaceAll('http://127.0.0.1:8080', site.origin).replaceAll(':PASSWORD', `:${password}`);
    const done = run('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder, env: environment });
    await expect(done).resolves.toMatchObject({ stdout: expect.stringMatching(/\S/) });
  });

  it.each(named(scriptBlocks))('%s succeeds', async (_place, block) => {
    const file = scripts.files[scriptBlocks.indexOf(block)] ?? '';
    const done = run(process.execPath, [file], { cwd: folder, env: environment });
    await expect(done).resolves.toMatchObject({ stdout: expect.stringMatching(/\S/) });
  });

  it('are of a language that can run, and many', () => {
    expect(marked.filter(({ language }) => !['sh', 'ts'].includes(language)).map(placeOf)).toEqual([]);
    expect(marked.length).toBeGreaterThan(20);
  });
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
  });
});

async function program(path: string, line: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${line}\n`);
  await chmod(path, 0o755);
}
