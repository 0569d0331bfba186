import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package. */
    tarball: string;
    /** A project that has it installed, with the runners and compilers of those who use it. */
    consumer: string;
    /** Its size on the disk, in kilobytes, and the number of packages, without what the tests add. */
    installed: { readonly kilobytes: number; readonly packages: number };
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
/** The Node that runs the tests comes first, whatever else is installed. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };

/** Named, so that a run next year has the versions of this one. */
const tools = [
  'vitest@5',
  'jest@30',
  'typescript@7',
  '@types/node@24',
  '@playwright/test@1',
  // What the examples depend on.
  'marked@18',
  'aws4fetch@1',
  // The oldest Node that is supported, as a package without scripts.
  `node-22@npm:node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}@22`,
];

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-package-'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: root, env });
  const name = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (!name) throw new Error('npm pack wrote no file.');
  const tarball = join(folder, name);
  const consumer = join(folder, 'consumer');
  await cp(fileURLToPath(new URL('./consumer', import.meta.url)), consumer, { recursive: true });
  await cp(join(root, 'examples'), join(consumer, 'examples'), {
    recursive: true,
    filter: (path) => !/node_modules|dist/.test(relative(root, path)),
  });
  const manifest = { name: 'consumer', private: true, type: 'module', overrides: { rolldown: '1.2.15' } };
  await writeFile(join(consumer, 'package.json'), JSON.stringify(manifest));
  const install = (...what: string[]) =>
    run('npm', ['install', '--no-fund', '--no-audit', '--ignore-scripts', ...what], { cwd: consumer, env });
  await install(tarball);
  project.provide('installed', await measured(consumer));
  await install('--save-dev', ...tools);
  project.provide('tarball', tarball);
  project.provide('consumer', consumer);
  return () => rm(folder, { recursive: true, force: true });
}

async function measured(consumer: string) {
  const { stdout: size } = await run('du', ['-sk', join(consumer, 'node_modules')]);
  const { stdout: list } = await run('npm', ['ls', '--all', '--parseable'], { cwd: consumer, env });
  return { kilobytes: Number.parseInt(size, 10), packages: list.trim().split('\n').length - 1 };
}
