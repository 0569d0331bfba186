// Builds the admin page where it is missing or older than its source; quick when it is up to date.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'admin/src');
const built = join(root, 'admin/dist/index.html');

if (existsSync(source) && (!existsSync(built) || statSync(built).mtimeMs < newest())) {
  console.error('Building the admin page …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--config', 'admin/vite.config.ts', '--logLevel', 'warn'],
    { cwd: root, stdio: ['ignore', 2, 2] },
  );
  process.exit(status ?? 1);
}

function newest() {
  const below = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const beside = ['admin/index.html', 'admin/vite.config.ts'].map((path) => join(root, path));
  return Math.max(...[...below, ...beside].map((path) => statSync(path).mtimeMs));
}
