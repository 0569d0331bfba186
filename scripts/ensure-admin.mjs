// Builds the admin page where it is missing or older than its source; quick when it is up to date.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'admin/src');
const built = join(root, 'admin/dist');
const script = fileURLToPath(import.meta.url);

/** Builds the page in a process of its own, which ends with this one. Until then the server says that it is built. */
export function buildBeside() {
  if (isBuilt()) return;
  rmSync(built, { recursive: true, force: true });
  const child = spawn(process.execPath, [script], { cwd: root, stdio: ['ignore', 2, 2] });
  // The first answers of the server go before.
  child.on('spawn', () => setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL));
  child.on('exit', (status) => {
    if (status) console.error('The admin page could not be built. Run "npm run build:admin" to see why.');
  });
  child.unref();
  process.on('exit', () => child.kill());
}

function isBuilt() {
  const page = join(built, 'index.html');
  return !existsSync(source) || (existsSync(page) && statSync(page).mtimeMs >= newest());
}

function newest() {
  const below = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const beside = ['admin/index.html', 'admin/vite.config.ts'].map((path) => join(root, path));
  return Math.max(...[...below, ...beside].map((path) => statSync(path).mtimeMs));
}

/** Whether the page is there now. It appears as a whole: a server may be looking for it. */
function build() {
  if (!ensureInstalled('admin')) return false;
  console.error('Building the admin page …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const made = join(root, `node_modules/.admin-${process.pid}`);
  const given = ['build', '--config', 'admin/vite.config.ts', '--outDir', made, '--emptyOutDir', '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, [vite, ...given], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status === 0) {
    rmSync(built, { recursive: true, force: true });
    renameSync(made, built);
  }
  rmSync(made, { recursive: true, force: true });
  return status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href && !isBuilt() && !build()) process.exit(1);
