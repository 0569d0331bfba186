import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';

/** What is set for these tests: settings of ours, and what vitest says of itself, which Vite would take for its own. */
const notTheirs = /^(?:PLATEN|VITEST|npm)_|^NODE_(?:ENV|OPTIONS|PATH)$|^(?:VITEST|TEST|DEV|PROD|MODE|SSR|BASE_URL)$/i;

/** The environment of a stranger: none of our settings, and the Node that runs the tests. */
export function strangersEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !notTheirs.test(name));
  return {
    ...Object.fromEntries(inherited),
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    ...more,
  };
}

/** Runs a program to its end; what it printed. An error has that too. */
export async function ran(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { cwd, env: strangersEnvironment(env), maxBuffer: 50_000_000 };
  const { stdout, stderr } = await promisify(execFile)(command, args, options).catch((error) => {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
  });
  return stdout + stderr;
}

/** A project, with how long its steps took. */
export interface NewProject {
  readonly folder: string;
  /** The last command of the README, which starts both servers. */
  readonly start: readonly string[];
  /** What `platen new` said. */
  readonly said: string;
  readonly madeSeconds: number;
  readonly installSeconds: number;
}

/** The commands of the README for a new project, each as its words. */
async function readmeCommands(template: string): Promise<string[][]> {
  const text = await readFile(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  const [, block = ''] = /^```sh[^\n]*\n(npx platen new .*?)^```/ms.exec(text) ?? [];
  const commands = block.replace('--template next', `--template ${template}`).split(/\n|&&/);
  return commands.map((line) => line.trim().split(/\s+/)).filter(([word]) => word !== '');
}

/** A project as `platen new` of the packed package makes it in an empty folder, installed, by the commands of the README. */
export async function newProject(
  template: string,
  { tarball, folder }: { readonly tarball: string; readonly folder: string },
): Promise<NewProject> {
  const [make = [], enter = [], install = [], start = []] = await readmeCommands(template);
  const [program, change, installs] = [make.slice(0, 2).join(' '), enter[0], install.join(' ')];
  if (program !== 'npx platen' || change !== 'cd' || installs !== 'npm install' || !make.includes(template))
    throw new Error('The README has other commands for a new project: run those here.');
  const within = await mkdtemp(join(folder, `${template}-`));
  const beginMs = performance.now();
  // What a registry would give to `npx platen` and `npm install` comes from a file.
  const said = await ran('npm', ['exec', '--yes', `--package=${tarball}`, '--', 'platen', ...make.slice(2)], within);
  const madeMs = performance.now();
  const project = join(within, enter[1] ?? '');
  await ran('npm', ['install', '--no-fund', '--no-audit', tarball], project);
  const installedMs = performance.now();
  return {
    folder: project,
    start,
    said,
    madeSeconds: (madeMs - beginMs) / 1000,
    installSeconds: (installedMs - madeMs) / 1000,
  };
}

/** What builds and starts leave behind in a project. */
const leftBehind = [
  'data',
  'dist',
  'guide',
  '.next',
  '.astro',
  'node_modules/.astro',
  'node_modules/.vite',
  'node_modules/.cache',
];

/** The shared project of a starter, as it was before any test built or started it; its folder. */
export async function freshProject(template: string): Promise<string> {
  const folder = inject('starters')[template]?.folder;
  if (folder === undefined) throw new Error(`There is no project of ${template} in this run.`);
  for (const path of leftBehind) await rm(join(folder, path), { recursive: true, force: true });
  return folder;
}
