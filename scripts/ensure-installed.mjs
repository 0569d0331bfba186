// Installs the packages that something needs and that are missing; quick when they are there.
//   node scripts/ensure-installed.mjs           everything: tests, checks, builds
//   node scripts/ensure-installed.mjs server    what the server runs on
//   node scripts/ensure-installed.mjs admin     what builds the admin page, beside a server that runs
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inPackages = (name) => join(root, 'node_modules', name);

/** The server needs Node 24; where the installed one is older, a package brings it, and stays. */
const lacksNode = Number(process.versions.node.split('.')[0]) < 24;
const runtime = lacksNode || existsSync(inPackages('node')) ? ['--workspace=platen-runtime'] : [];
/** Where no workspace is named, npm installs all of them. */
const noOthers = runtime.length > 0 ? runtime : ['--workspaces=false'];

/** For each need, a package that shows whether it is met, and how npm meets it. */
const needs = {
  all: { sign: 'vitest', install: ['ci', '--include=dev'] },
  server: { sign: 'hono', install: ['ci', '--omit=dev', '--include-workspace-root', ...noOthers] },
  // Not `ci`, which would remove the packages of the server first.
  admin: {
    sign: '@vitejs/plugin-react',
    install: ['install', '--no-save', '--omit=dev', '--include-workspace-root', '--workspace=platen-admin', ...runtime],
  },
};

/** What npm has to be told so that a need is met; null where it is. */
export function missing(need, has = existsSync, changed = (path) => statSync(path).mtimeMs) {
  const installed = inPackages('.package-lock.json');
  const isCurrent = has(installed) && changed(installed) >= changed(join(root, 'package-lock.json'));
  const isThere = has(inPackages(needs[need].sign)) && (!lacksNode || has(inPackages('node')));
  if (isCurrent && isThere) return null;
  // Who has everything keeps everything.
  return has(inPackages(needs.all.sign)) ? needs.all.install : needs[need].install;
}

/** Whether the packages are there now. */
export function ensureInstalled(need) {
  const install = missing(need);
  if (install === null) return true;
  console.error('Installing what is missing …');
  const { status } = spawnSync('npm', [...install, '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  return status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href && !ensureInstalled(process.argv[2] ?? 'all'))
  process.exit(1);
